import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import {
  getPreferences,
  type PreferencesWish,
  savePreferences,
  setMute,
} from '@lantern/contract/notifications/preferences.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { notificationKind } from './kind.ts'
import { profileReviewed } from './kinds/profile-reviewed.ts'
import { notify } from './notify.ts'

const site = await testSite()

const choicesOf = async (person: Person, kind: string) =>
  (await person.call(getPreferences)).result.kinds.find((one) => one.kind === kind)?.channels

const save = (person: Person, body: object) => person.call(savePreferences, { body: body as PreferencesWish })

test('what is chosen stays chosen, and what was never chosen is as the kind has it', async () => {
  const ada = await site.learner()
  expect(await choicesOf(ada, 'profile_reviewed')).toEqual([
    { channel: 'site', setting: 'now', isRequired: true },
    { channel: 'mail', setting: 'now', isRequired: false },
    { channel: 'push', setting: 'off', isRequired: false },
  ])
  const settings = [{ kind: 'profile_reviewed', channel: 'mail', setting: 'weekly' }]
  for (const _ of [1, 2]) expect((await save(ada, { settings })).status).toBe(200)
  expect((await choicesOf(ada, 'profile_reviewed'))?.[1]?.setting).toBe('weekly')
})

test('what is required, not offered or no kind is refused by its name, and nothing is saved', async () => {
  const ada = await site.learner()
  const good = { kind: 'profile_reviewed', channel: 'mail', setting: 'off' }
  for (const bad of [
    { kind: 'new_device', channel: 'mail', setting: 'off' },
    { kind: 'new_device', channel: 'push', setting: 'daily' },
    { kind: 'profile_reviewed', channel: 'site', setting: 'daily' },
    { kind: 'nothing', channel: 'mail', setting: 'off' },
  ]) {
    const { status, result } = await save(ada, { settings: [good, bad] })
    expect([status, result.details?.[0]?.field]).toEqual([400, `${bad.kind}.${bad.channel}`])
  }
  expect((await choicesOf(ada, 'profile_reviewed'))?.[1]?.setting).toBe('now')
})

test('quiet hours are kept with their zone, and a bad one is refused by its field: hours are 0 to 23, minutes 0 to 59 [PLAT-052]', async () => {
  const ada = await site.learner()
  const hours = { timeZone: 'Europe/Berlin', quietFrom: '22:30', quietUntil: '08:00' }
  expect((await save(ada, { hours })).result).toMatchObject(hours)
  for (const [field, bad] of [
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['quietUntil', { quietUntil: null }],
    ['quietUntil', { quietUntil: '22:30' }],
    ['quietFrom', { quietFrom: '24:00' }],
    ['quietFrom', { quietFrom: '-1:00' }],
    ['quietUntil', { quietUntil: '08:60' }],
    ['quietUntil', { quietUntil: '8:5' }],
  ] as const) {
    const { status, result } = await save(ada, { hours: { ...hours, ...bad } })
    expect([status, result.details?.[0]?.field]).toEqual([400, `hours.${field}`])
  }
  expect((await ada.call(getPreferences)).result).toMatchObject(hours)
  const widest = { ...hours, quietFrom: '00:00', quietUntil: '23:59' }
  expect((await save(ada, { hours: widest })).result).toMatchObject(widest)
  const none = { timeZone: 'Europe/Berlin', quietFrom: null, quietUntil: null }
  expect((await save(ada, { hours: none })).result).toMatchObject(none)
})

test('of a muted item nothing is told until it is unmuted, but what must be told is', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db, { title: '光照入门' })
  const news = notificationKind({ ...profileReviewed, required: [] })
  const tell = (kind: typeof news, key: string) =>
    inTransaction(site.db, (trx) =>
      notify(site.services, trx, kind, {
        people: [ada.id],
        key,
        itemId: lesson.id,
        payload: { decision: 'approve' },
      }),
    )
  expect((await ada.call(setMute, { body: { of: 'item', id: lesson.id, muted: true } })).status).toBe(200)
  expect((await ada.call(getPreferences)).result.muted).toEqual([
    { of: 'item', id: lesson.id, name: '光照入门', path: `/tutorial/${lesson.id}` },
  ])
  await tell(news, 'one')
  const listed = async () => (await ada.call(listNotifications, { query: {} })).result.results.length
  expect(await listed()).toBe(0)
  await tell(profileReviewed, 'two')
  expect(await listed()).toBe(1)
  await ada.call(setMute, { body: { of: 'item', id: lesson.id, muted: false } })
  await tell(news, 'three')
  expect(await listed()).toBe(2)
  const hidden = await buildTutorial(site.db, { hidden: true })
  expect((await ada.call(setMute, { body: { of: 'item', id: hidden.id, muted: true } })).status).toBe(404)
})

test('a kind is muted on the site from an entry of it, unless it must be told', async () => {
  const ada = await site.learner()
  const mute = async (id: string, muted = true) => (await ada.call(setMute, { body: { of: 'kind', id, muted } })).status
  expect(await mute('message_reply')).toBe(200)
  expect((await choicesOf(ada, 'message_reply'))?.[0]).toMatchObject({ channel: 'site', setting: 'off' })
  expect(await mute('message_reply', false)).toBe(200)
  expect((await choicesOf(ada, 'message_reply'))?.[0]).toMatchObject({ channel: 'site', setting: 'now' })
  for (const id of ['profile_reviewed', 'no_such_kind']) expect(await mute(id)).toBe(400)
  expect((await ada.call(setMute, { body: { of: 'group', id: 'no_such_group', muted: true } })).status).toBe(404)
})
