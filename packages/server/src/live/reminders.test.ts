import { listReminders, setReminder } from '@lantern/contract/live/reminders.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { expect, test } from 'vitest'
import { buildLiveSession } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')

const at = (minutes: number) => new Date(site.clock.now().getTime() + minutes * 60_000).toISOString()

async function session(minutes: number, options = {}) {
  const times = { startTime: at(minutes), endTime: at(minutes + 60) }
  return buildLiveSession(site.db, { title: '体积光答疑', ...options, ...times })
}

const move = (id: string, startTime: string) =>
  site.db.updateTable('live_sessions').set({ starts_at: startTime }).where('item_id', '=', id).execute()

async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  await site.services.jobs.send(site.db, 'live.remind', {})
  await site.settle()
}

async function toldOf(person: Person) {
  const { results } = (await person.call(listNotifications, { query: { kind: 'live_reminder' } })).result
  return results.map(({ body, path, title }) => ({ body, path, title }))
}

test('who asked is told once, a quarter of an hour before the session begins', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const { id } = await session(20)
  for (const _ of [1, 2]) await ada.call(setReminder, { body: { id, on: true } })
  expect((await ada.call(listReminders)).result).toEqual({ ids: [id] })
  await minutePasses(4)
  expect(await toldOf(ada)).toEqual([])
  await minutePasses()
  await minutePasses()
  expect(await toldOf(ada)).toEqual([
    { body: '体积光答疑', path: `/liveSession/${id}`, title: '直播2026-03-02 10:20开始' },
  ])
  expect(await toldOf(eve)).toEqual([])
})

test('a session that is moved is told of at its new time, also when its old one was told', async () => {
  const ada = await site.learner()
  const { id } = await session(10)
  await ada.call(setReminder, { body: { id, on: true } })
  await move(id, at(120))
  await minutePasses()
  expect(await toldOf(ada)).toEqual([])
  await minutePasses(110)
  expect(await toldOf(ada)).toHaveLength(1)
  await move(id, at(60))
  await minutePasses(50)
  expect(await toldOf(ada)).toHaveLength(2)
})

test('a reminder that was taken back, of what is over or hidden, or of a guest, is none', async () => {
  const ada = await site.learner()
  const [back, hidden, over] = [await session(10), await session(10), await session(-90)]
  for (const { id } of [back, hidden, over]) await ada.call(setReminder, { body: { id, on: true } })
  await ada.call(setReminder, { body: { id: back.id, on: false } })
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', hidden.id).execute()
  expect((await ada.call(listReminders)).result).toEqual({ ids: [] })
  await minutePasses()
  expect(await toldOf(ada)).toEqual([])
  const guest = site.guest()
  expect((await guest.call(listReminders)).result).toEqual({ ids: [] })
  expect((await guest.call(setReminder, { body: { id: back.id, on: true } })).status).toBe(401)
  expect((await ada.call(setReminder, { body: { id: 'lls_none', on: true } })).status).toBe(404)
})
