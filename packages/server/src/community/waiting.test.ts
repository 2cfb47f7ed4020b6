import { chooseAnswer, deleteComment, postComment } from '@lantern/contract/community/discussion.ts'
import { listWaiting } from '@lantern/contract/community/waiting.ts'
import { getFeed, listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildLiveSession, buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

async function say(person: Person, channelId: string, content: string, replyId?: string) {
  site.clock.advance({ seconds: 61 })
  return (await person.call(postComment, { body: { channelId, content, ...(replyId && { replyId }) } })).result.message
}

async function waiting(person: Person) {
  const { results, total } = (await person.call(listWaiting, { query: {} })).result
  expect(total).toBe(results.length)
  return results.map(({ question, content }) => `${content.title}: ${question.content}`)
}

test('a question about what one makes waits until another person answers it or a reply is marked', async () => {
  const [author, ada, bob] = [
    await site.user({ groups: ['learn_creator'] }),
    await site.learner(),
    await site.learner(),
  ]
  const session = await buildLiveSession(site.db, { title: '光照', ownerId: author.id, authorId: author.id })
  const elsewhere = await buildLiveSession(site.db)
  const first = await say(ada, session.id, '阴影呢')
  await say(ada, session.id, '还有雾')
  await say(bob, elsewhere.id, '别处的问题')
  await say(author, session.id, '欢迎提问')
  expect(await waiting(author)).toEqual(['光照: 阴影呢', '光照: 还有雾'])
  // one's own words are no answer
  await say(ada, session.id, '没人知道吗', first.id)
  expect(await waiting(author)).toHaveLength(2)
  const reply = await say(bob, session.id, '看第三步', first.id)
  expect(await waiting(author)).toEqual(['光照: 还有雾'])
  await bob.call(deleteComment, { body: { id: reply.id } })
  expect(await waiting(author)).toHaveLength(2)
  const own = await say(ada, session.id, '自己找到了', first.id)
  await ada.call(chooseAnswer, { body: { id: own.id, on: true } })
  expect(await waiting(author)).toEqual(['光照: 还有雾'])
  expect([await waiting(ada), await waiting(bob)]).toEqual([[], []])
})

test('educators read what waits in their organisation, learners of it and editors of the language do not', async () => {
  const school = await buildOrganisation(site.db)
  const [educator, member] = [await site.learner({ member: 'educator' }), await site.learner({ member: 'learner' })]
  const editor = await site.user({ groups: ['learn_editor'] })
  const session = await buildLiveSession(site.db, { title: '校内', organisation: school })
  await say(member, session.id, '作业呢')
  expect(await waiting(educator)).toContain('校内: 作业呢')
  expect([await waiting(member), await waiting(editor)]).toEqual([[], []])
  expect((await site.guest().call(listWaiting, { query: {} })).status).toBe(401)
})

test('the makers are told of questions, several of an item as one entry that leads to what waits', async () => {
  const author = await site.user({ groups: ['learn_creator'] })
  const ada = await site.user({ name: '林知远' })
  const session = await buildLiveSession(site.db, { title: '光照', ownerId: author.id, authorId: author.id })
  const told = async () => {
    await site.settle()
    const { results } = (await author.call(listNotifications, { query: { kind: 'question_asked' } })).result
    return results.map(({ title, body, path }) => ({ title, body, path }))
  }
  const first = await say(ada, session.id, '阴影呢')
  expect(await told()).toEqual([
    { title: '林知远提了一个问题', body: '光照', path: `/liveSession/${session.id}?messageId=${first.id}` },
  ])
  await say(ada, session.id, '还有雾')
  expect(await told()).toEqual([{ title: '林知远等人提了2个新问题', body: '光照', path: '/messages/waiting' }])
  expect((await author.call(getFeed)).result.results.map(({ kind }) => kind)).toEqual(['question_asked'])
})
