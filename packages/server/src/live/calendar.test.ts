import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { getCalendarFeed, saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import { setReminder } from '@lantern/contract/live/reminders.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { buildLiveSession } from '#testing/builders.ts'
import { publishedLiveSession } from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite({ PUBLIC_URL: 'https://lantern.example' })
site.clock.set('2030-01-05T02:00:00Z')
const author = await site.user({ groups: ['learn_creator'] })

type Details = Partial<LiveSessionForms['details']>

const published = (details: Details) => publishedLiveSession(site.db, author, details)

const fileOf = (person: Pick<Person, 'inject'>, id: string) =>
  person.inject({ method: 'GET', url: `/api/learn/cn/liveSession/${id}/calendar.ics` })

/** The events of a file as two programs read it, which must agree. */
function eventsIn(file: string) {
  const component = new ICAL.Component(ICAL.parse(file))
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = component.getAllSubcomponents('vevent').map((event) => {
    const read = new ICAL.Event(event)
    return {
      uid: read.uid,
      sequence: read.sequence,
      start: read.startDate.toJSDate().toISOString(),
      end: read.endDate.toJSDate().toISOString(),
      status: String(event.getFirstPropertyValue('status')),
      summary: read.summary,
    }
  })
  ICAL.TimezoneService.reset()
  const others = Object.values(nodeIcal.sync.parseICS(file)).flatMap((one) => (one?.type === 'VEVENT' ? [one] : []))
  expect(others.map(({ uid, start, end }) => [uid, start.toISOString(), end?.toISOString()])).toEqual(
    events.map(({ uid, start, end }) => [uid, start, end]),
  )
  return events
}

// the week before and the week after the clocks change, in spring and in autumn, and the hour itself
test.each([
  ['America/New_York', ['2030-03-09', '2030-03-10', '2030-11-02', '2030-11-03'], ['15', '14', '14', '15']],
  ['Europe/Berlin', ['2030-03-30', '2030-03-31', '2030-10-26', '2030-10-27'], ['09', '08', '08', '09']],
  ['Australia/Sydney', ['2030-04-06', '2030-04-07', '2030-10-05', '2030-10-06'], ['23', '00', '00', '23']],
])(
  '%s: a calendar shows a session at its hour on each side of a change of the clocks',
  async (timeZone, days, hours) => {
    for (const [at, day] of days.entries()) {
      const { id } = await published({ start: `${day}T10:00`, end: `${day}T11:30`, timeZone })
      const { statusCode, headers, body } = await fileOf(site.guest(), id)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
      const [event, ...more] = eventsIn(body)
      expect([event?.uid, more]).toEqual([`${id}@lantern.example`, []])
      expect([day, event?.start.slice(11, 13)]).toEqual([day, hours[at]])
      expect(body).toContain(`DTSTART;TZID=${timeZone}:${day.replaceAll('-', '')}T100000`)
    }
  },
)

test('the file of a session that moves keeps its UID while its sequence grows, and says that it is cancelled', async () => {
  const { id, publish } = await published({ start: '2030-02-01T20:00', end: '2030-02-01T21:00' })
  const event = async () => eventsIn((await fileOf(site.guest(), id)).body)[0]
  const first = await event()
  expect(first).toMatchObject({ sequence: 0, status: 'CONFIRMED' })
  await publish({ start: '2030-02-02T20:00', end: '2030-02-02T21:00' })
  expect(await event()).toMatchObject({ uid: first?.uid, sequence: 1, start: '2030-02-02T12:00:00.000Z' })
  await publish({ start: '2030-02-02T20:00', end: '2030-02-02T21:00', seats: 10 })
  expect(await event()).toMatchObject({ sequence: 1 })
  await publish({ start: '2030-02-02T20:00', end: '2030-02-02T21:00', cancelled: true })
  expect(await event()).toMatchObject({ uid: first?.uid, sequence: 2, status: 'CANCELLED' })
})

async function toldOf(person: Person) {
  site.clock.advance({ minutes: 1 })
  await site.services.jobs.send(site.db, 'live.tell_of_changes', {})
  await site.settle()
  const { results } = (await person.call(listNotifications, { query: { kind: 'live_changed' } })).result
  return results.map(({ title }) => title)
}

test('who asked to be reminded is told once of a move, a cancellation, and that it is on again', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const at = { start: '2030-02-03T20:00', end: '2030-02-03T21:00' }
  const moved = { start: '2030-02-04T20:00', end: '2030-02-04T21:00' }
  const { id, publish } = await published(at)
  await ada.call(setReminder, { body: { id, on: true } })
  expect(await toldOf(ada)).toEqual([])
  await publish(moved)
  expect(await toldOf(ada)).toEqual(['直播改到2030-02-04 20:00'])
  expect(await toldOf(ada)).toHaveLength(1)
  // this reminder is set after the move: its learner is not told of it
  await eve.call(setReminder, { body: { id, on: true } })
  await publish({ ...moved, cancelled: true })
  expect(await toldOf(ada)).toEqual(['2030-02-04 20:00的直播取消了', '直播改到2030-02-04 20:00'])
  await publish(moved)
  expect((await toldOf(ada))[0]).toBe('直播照常，2030-02-04 20:00开始')
  expect(await toldOf(eve)).toEqual(['直播照常，2030-02-04 20:00开始', '2030-02-04 20:00的直播取消了'])
})

test('a personal address has the sessions of its person, until it is renewed or ended', async () => {
  const ada = await site.learner()
  const { id } = await published({ start: '2030-02-05T20:00', end: '2030-02-05T21:00' })
  const other = await published({ start: '2030-02-06T20:00', end: '2030-02-06T21:00' })
  await ada.call(setReminder, { body: { id, on: true } })
  expect((await ada.call(getCalendarFeed)).result).toEqual({ url: null, createdTime: null })
  const make = async () => (await ada.call(saveCalendarFeed, { body: { on: true } })).result.url ?? ''
  const read = (url: string) => site.guest().inject({ method: 'GET', url: new URL(url).pathname })
  const first = await make()
  const { statusCode, headers, body } = await read(first)
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(eventsIn(body).map(({ uid }) => uid)).toEqual([`${id}@lantern.example`])
  expect(body).not.toContain(other.id)
  expect(body).not.toContain('meeting.example')
  const second = await make()
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  await ada.call(saveCalendarFeed, { body: { on: false } })
  expect((await read(second)).statusCode).toBe(404)
  expect((await site.guest().call(getCalendarFeed)).status).toBe(401)
})

test('what is for members is in the files of members alone, and leaves them with the membership', async () => {
  const member = await site.user({ member: 'learner' })
  const session = await buildLiveSession(site.db, { organisation: true, startTime: '2030-02-07T12:00:00.000Z' })
  await member.call(setReminder, { body: { id: session.id, on: true } })
  const { url } = (await member.call(saveCalendarFeed, { body: { on: true } })).result
  const read = async () => (await site.guest().inject({ method: 'GET', url: new URL(url ?? '').pathname })).body
  expect([(await fileOf(member, session.id)).statusCode, (await fileOf(site.guest(), session.id)).statusCode]).toEqual([
    200, 404,
  ])
  expect(await read()).toContain(session.id)
  await site.db
    .updateTable('memberships')
    .set({ ended_at: site.clock.now() })
    .where('user_id', '=', member.id)
    .execute()
  expect(await read()).not.toContain(session.id)
})
