import { listNotifications, readNotifications } from '@lantern/contract/notifications/notifications.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { decideReview } from '#identity/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'
import { newDevice } from './kinds/new-device.ts'
import { profileReviewed } from './kinds/profile-reviewed.ts'
import { notify, type Telling } from './notify.ts'

const site = await testSite()

const list = async (person: Person, query = {}) => (await person.call(listNotifications, { query })).result

/** Tells of a decision: any kind will do where the kind is not what is tested. */
function tell(people: readonly string[], telling: Partial<Telling<{ decision: 'approve' | 'reject' }>> = {}) {
  return inTransaction(site.db, (trx) =>
    notify(site.services, trx, profileReviewed, {
      people,
      key: 'test',
      payload: { decision: 'approve' },
      ...telling,
    }),
  )
}

test('a sign-in on a device that the account was not seen on is told, the first one and a known one are not', async () => {
  const ada = await site.learner()
  await site.settle()
  expect((await list(ada)).results).toEqual([])
  site.clock.advance({ days: 1 })
  await site.signedInAgain(ada, 'mobile')
  await site.settle()
  const { results, unread } = await list(ada)
  expect(unread).toBe(1)
  expect(results).toMatchObject([
    { kind: 'new_device', icon: 'shield', path: '/settings#tab_learn', mutes: [], read: false },
  ])
  expect(results[0]?.title).toContain('新设备')
  expect(results[0]?.body).toContain('127.0.0.1')
  await site.signedInAgain(ada, 'mobile')
  await site.settle()
  expect((await list(ada)).unread).toBe(1)
})

test('the outcome of the review of a profile is told in the language of the reader', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  await site.db
    .insertInto('profile_reviews')
    .values({ user_id: ada.id, submitted_at: site.clock.now(), full_name: '林知远' })
    .execute()
  expect(await decideReview(site.services, phone, 'reject')).toBe(true)
  await site.settle()
  const headers = { 'accept-language': 'de' }
  const { results } = (await ada.inject({ method: 'GET', url: listNotifications.path, headers })).json()
  expect(results).toMatchObject([{ kind: 'profile_reviewed', title: 'Dein Profil wurde nicht freigegeben' }])
})

test('the same event is told once, also when it is told by two at the same moment', async () => {
  const ada = await site.learner()
  await Promise.all([tell([ada.id]), tell([ada.id]), tell([ada.id, ada.id])])
  expect((await list(ada)).unread).toBe(1)
})

test('nobody is told of an item that they may not see, and nothing is said of it once they may no more', async () => {
  const school = await buildOrganisation(site.db)
  const lesson = await buildTutorial(site.db, { organisation: school })
  const [member, stranger] = [await site.learner({ member: 'learner' }), await site.learner()]
  await tell([member.id, stranger.id], { itemId: lesson.id })
  expect((await list(member)).results).toHaveLength(1)
  expect(await list(stranger)).toMatchObject({ results: [], unread: 0 })
  const stored = await site.db.selectFrom('notifications').select('id').where('user_id', '=', stranger.id).execute()
  expect(stored).toEqual([])
  await site.db
    .updateTable('memberships')
    .set({ ended_at: site.clock.now() })
    .where('user_id', '=', member.id)
    .execute()
  expect(await list(member)).toMatchObject({ results: [], unread: 0 })
})

test('unread ones of a group are one entry that counts them; a read one stays as it is', async () => {
  const ada = await site.learner()
  const countOf = async () =>
    (
      await site.db
        .selectFrom('notifications')
        .select(['count', 'listed'])
        .where('user_id', '=', ada.id)
        .where('listed', '=', true)
        .orderBy('id')
        .execute()
    ).map(({ count }) => count)
  await Promise.all(['1', '2', '3'].map((key) => tell([ada.id], { key, group: 'g' })))
  expect(await countOf()).toEqual([3])
  const { results } = await list(ada)
  await ada.call(readNotifications, { body: { ids: results.map(({ id }) => id) } })
  site.clock.advance({ minutes: 1 })
  await tell([ada.id], { key: '4', group: 'g' })
  await tell([ada.id], { key: '2', group: 'g' })
  expect(await countOf()).toEqual([3, 1])
})

test('the list goes on page by page, by kind and by what is unread, and is read up to what was shown', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  for (const key of ['1', '2', '3']) {
    site.clock.advance({ minutes: 1 })
    await tell([ada.id, eve.id], { key })
  }
  const first = await list(ada, { pageSize: 2 })
  expect(first.results).toHaveLength(2)
  const rest = await list(ada, { pageSize: 2, before: first.next })
  expect([rest.results.length, rest.next]).toEqual([1, null])
  expect((await list(ada, { kind: newDevice.name })).results).toEqual([])

  const upTo = first.results[1]?.id ?? ''
  const { result } = await ada.call(readNotifications, { body: { upTo } })
  expect(result).toEqual({ unread: 1 })
  expect((await list(ada, { filter: 'unread' })).results).toMatchObject([{ id: first.results[0]?.id, read: false }])
  await ada.call(readNotifications, { body: { ids: [(await list(eve)).results[0]?.id ?? ''] } })
  expect((await list(eve)).unread).toBe(3)
  expect((await site.guest().call(listNotifications, { query: {} })).status).toBe(401)
})

test('what another version of the site wrote is left out', async () => {
  const ada = await site.learner()
  const older = { ...profileReviewed, payload: Type.Object({}) }
  await inTransaction(site.db, (trx) =>
    notify(site.services, trx, older, { people: [ada.id], key: 'old', payload: {} }),
  )
  const unknown = { ...older, name: 'of_tomorrow' }
  await inTransaction(site.db, (trx) =>
    notify(site.services, trx, unknown, { people: [ada.id], key: 'x', payload: {} }),
  )
  await tell([ada.id])
  expect((await list(ada)).results).toHaveLength(1)
})

test('after 180 days a notification is dropped', async () => {
  const ada = await site.learner()
  await tell([ada.id], { key: 'old' })
  site.clock.advance({ days: 100 })
  await tell([ada.id], { key: 'new' })
  site.clock.advance({ days: 81 })
  await site.services.jobs.send(site.db, 'notifications.sweep', {})
  await site.settle()
  const kept = await site.db
    .selectFrom('notifications')
    .select('idempotency_key')
    .where('user_id', '=', ada.id)
    .execute()
  expect(kept).toEqual([{ idempotency_key: 'new' }])
})
