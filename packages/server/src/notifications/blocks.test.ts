import { listComments, postComment } from '@lantern/contract/community/discussion.ts'
import { getBlock, setBlock } from '@lantern/contract/notifications/blocks.ts'
import { getFollow, setFollow } from '@lantern/contract/notifications/following.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { getPreferences } from '@lantern/contract/notifications/preferences.ts'
import { expect, test } from 'vitest'
import { buildLiveSession } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

const isBlocked = async (person: Person, id: string) => (await person.call(getBlock, { query: { id } })).result.on
const block = (person: Person, id: string, on = true) => person.call(setBlock, { body: { id, on } })

async function say(person: Person, channelId: string, content: string, replyId?: string) {
  site.clock.advance({ seconds: 61 })
  return (await person.call(postComment, { body: { channelId, content, ...(replyId && { replyId }) } })).result.message
}

async function told(person: Person) {
  await site.settle()
  return (await person.call(listNotifications, { query: {} })).result.results.map(({ title }) => title)
}

test('who blocks a person hears of no reply by them, and their mention of the name stays plain text', async () => {
  const [ada, bob] = [await site.user({ name: '林知远' }), await site.user({ name: '沈若川' })]
  const session = await buildLiveSession(site.db)
  const question = await say(ada, session.id, '几点开始？')
  for (const _ of [1, 2]) expect((await block(ada, bob.id)).result).toEqual({ on: true })
  expect([await isBlocked(ada, bob.id), await isBlocked(bob, ada.id)]).toEqual([true, false])
  const reply = await say(bob, session.id, '@林知远 看公告', question.id)
  expect(reply.html).toBe('<p>@林知远 看公告</p>')
  await say(bob, session.id, '@林知远 还在吗')
  expect(await told(ada)).toEqual([])
  // what they write is public and stays
  const { replyMap } = (await ada.call(listComments, { query: { channelId: session.id } })).result
  expect(replyMap[question.id]?.map(({ content }) => content)).toEqual(['@林知远 看公告'])
  const { blocked } = (await ada.call(getPreferences)).result
  expect(blocked).toEqual([{ id: bob.id, name: '沈若川' }])

  expect((await block(ada, bob.id, false)).result).toEqual({ on: false })
  expect(await isBlocked(ada, bob.id)).toBe(false)
  const mention = await say(bob, session.id, '@林知远 开始了')
  expect(mention.html).toContain('class="mention"')
  expect(await told(ada)).toEqual(['沈若川提到了你'])
})

test('blocking ends the following both ways, and whoever follows again takes the block back', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const follow = (person: Person, id: string) => person.call(setFollow, { body: { type: 'person', id, on: true } })
  const follows = async (person: Person, id: string) =>
    (await person.call(getFollow, { query: { type: 'person', id } })).result.on
  const cleo = await site.learner()
  await Promise.all([follow(ada, bob.id), follow(bob, ada.id), follow(ada, cleo.id), follow(cleo, bob.id)])
  await block(ada, bob.id)
  expect([await follows(ada, bob.id), await follows(bob, ada.id)]).toEqual([false, false])
  expect([await follows(ada, cleo.id), await follows(cleo, bob.id)]).toEqual([true, true])
  const { followed } = (await ada.call(getPreferences)).result
  expect(followed.map(({ id }) => id)).toEqual([cleo.id])

  // a blocked person may still follow a public profile, and is not told of the block
  expect((await follow(bob, ada.id)).result).toEqual({ on: true })
  expect(await isBlocked(ada, bob.id)).toBe(true)
  expect((await follow(ada, bob.id)).result).toEqual({ on: true })
  expect(await isBlocked(ada, bob.id)).toBe(false)
})

test('nobody blocks themselves or who does not exist, and one who is blocked is not told', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const refused = await block(ada, ada.id)
  expect([refused.status, refused.result]).toMatchObject([400, { details: [{ field: 'id', message: '不能屏蔽自己' }] }])
  expect((await block(ada, 'u_nobody')).status).toBe(404)
  await block(ada, bob.id)
  expect(await told(bob)).toEqual([])
  expect((await bob.call(getPreferences)).result.blocked).toEqual([])
  expect((await block(site.guest(), bob.id)).status).toBe(401)
})
