import { itemPublished } from '@lantern/contract/catalog/events.ts'
import { postComment } from '@lantern/contract/community/discussion.ts'
import { setFollow } from '@lantern/contract/notifications/following.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { getPreferences, setMute } from '@lantern/contract/notifications/preferences.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildLiveSession, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { erasePerson } from './personal-data.ts'

// What others were told of a person whose account goes, or becomes one with another.

const site = await testSite()

const follow = (who: Person, whom: Person) => who.call(setFollow, { body: { type: 'person', id: whom.id, on: true } })

async function publish(author: Person, title: string) {
  site.clock.advance({ minutes: 1 })
  const published = { publishedAt: site.clock.now().toISOString(), ownerId: author.id, title }
  const { id } = await buildTutorial(site.db, published)
  await site.services.events.emit(site.db, itemPublished, { itemId: id })
  await site.settle()
}

async function told(person: Person) {
  const { results } = (await person.call(listNotifications, { query: {} })).result
  return results.map(({ title, path }) => ({ title, path }))
}

test('what somebody was told of a person who left stands without the name, in whatever language it is read', async () => {
  const [ada, bob] = [await site.user(), await site.user({ name: '沈若川' })]
  const session = await buildLiveSession(site.db)
  const say = async (who: Person, content: string, replyId?: string) =>
    (await who.call(postComment, { body: { channelId: session.id, content, ...(replyId && { replyId }) } })).result
  const { message } = await say(ada, '几点开始？')
  await say(bob, '看公告', message.id)
  await follow(ada, bob)
  await publish(bob, '光照入门')
  expect(JSON.stringify(await told(ada))).toContain('沈若川')
  await inTransaction(site.db, (trx) => erasePerson(trx, bob.id))
  expect((await told(ada)).map(({ title }) => title)).toEqual(['已注销用户发布了新内容', '已注销用户回复了你'])
  const rows = await site.db.selectFrom('notifications').select('payload').where('user_id', '=', ada.id).execute()
  expect(JSON.stringify(rows)).not.toContain('沈若川')
})

test('after merging, lessons of the one account are those of the other, also for who muted them', async () => {
  const [ada, ben, from, into] = [
    await site.learner(),
    await site.learner(),
    await site.learner({ name: '沈若川' }),
    await site.learner({ name: '许青禾' }),
  ]
  for (const person of [ada, ben]) await follow(person, from)
  await publish(from, '光照入门')
  await publish(from, '阴影入门')
  const { results } = (await ben.call(listNotifications, { query: {} })).result
  const id = results[0]?.mutes.find(({ of }) => of === 'group')?.id ?? ''
  expect((await ben.call(setMute, { body: { of: 'group', id, muted: true } })).result).toEqual({ muted: true })
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: from.id, into: into.id }, site.clock.now()),
  )
  expect((await told(ada)).map(({ path }) => path)).toEqual([`/u/${into.id}?tab=created`])
  await publish(into, '雾入门')
  expect(await told(ada)).toHaveLength(1)
  expect((await ben.call(listNotifications, { query: {} })).result.results).toHaveLength(1)
  expect((await ben.call(getPreferences)).result.muted).toHaveLength(1)
})
