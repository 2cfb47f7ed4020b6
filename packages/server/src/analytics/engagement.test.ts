import { preferenceCookie } from '@lantern/contract/analytics/engagement-rules.ts'
import { type EngagementEvent, sendEvents } from '@lantern/contract/analytics/events.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { sweep } from './engagement.ts'
import { engagementPersonalData } from './personal-data.ts'

const site = await testSite()

function view(path: string): EngagementEvent {
  return { type: 'page', eventType: 'view', data: { path } }
}

function spent(itemId: string, sectionId: string, seconds: number): EngagementEvent {
  return { type: 'time', eventType: 'spent', data: { itemId, sectionId, seconds } }
}

function batch(...data: EngagementEvent[]) {
  return { type: 'batch' as const, eventType: 'batch' as const, data }
}

function accepting(person: Person, preference = 'true'): Person {
  person.cookies[preferenceCookie] = preference
  return person
}

function eventsAt(path: string) {
  return site.db
    .selectFrom('engagement_events')
    .selectAll()
    .where('data', '@>', JSON.stringify({ path }) as never)
    .execute()
}

async function secondsOf(person: Person): Promise<Record<string, number>> {
  const rows = await site.db.selectFrom('time_spent').selectAll().where('user_id', '=', person.id).execute()
  return Object.fromEntries(rows.map((row) => [row.section_id, row.seconds]))
}

test('an event of type, eventType and data is kept with who did it, when they agreed [ANA-008]', async () => {
  const ada = accepting(await site.learner())
  const { status, result } = await ada.call(sendEvents, { body: view('/one') })
  expect([status, result]).toEqual([200, { accepted: 1 }])
  expect(await eventsAt('/one')).toMatchObject([
    { user_id: ada.id, type: 'page', event_type: 'view', data: { path: '/one' }, at: site.clock.now() },
  ])
})

test('up to a hundred events come at once, each with its own kind; one more is refused whole', async () => {
  const ada = accepting(await site.learner())
  const many = Array.from({ length: 100 }, (_, n) => view(`/many-${n}`))
  expect((await ada.call(sendEvents, { body: batch(...many) })).result).toEqual({ accepted: 100 })
  expect((await ada.call(sendEvents, { body: batch(...many, view('/many-100')) })).status).toBe(400)
  expect([(await eventsAt('/many-99')).length, (await eventsAt('/many-100')).length]).toEqual([1, 0])
})

test('a guest is counted without anything that says who', async () => {
  const guest = accepting(site.guest())
  await guest.call(sendEvents, { body: view('/guest') })
  const [row] = await eventsAt('/guest')
  expect(row?.user_id).toBeNull()
  expect(Object.keys(row ?? {}).sort()).toEqual(['at', 'data', 'event_type', 'id', 'type', 'user_id'])
})

test('who has not chosen is counted as nobody, and who said no is not counted', async () => {
  const ada = await site.learner()
  await ada.call(sendEvents, { body: view('/undecided') })
  expect(await eventsAt('/undecided')).toMatchObject([{ user_id: null }])
  const { sections, id } = await tutorial()
  accepting(ada, 'false')
  const { result } = await ada.call(sendEvents, { body: batch(view('/refused'), spent(id, sections[0] ?? '', 5)) })
  expect(result).toEqual({ accepted: 0 })
  expect(await eventsAt('/refused')).toEqual([])
  expect(await secondsOf(ada)).toEqual({})
})

test('what is nested, long, or too much is refused, and nothing of it is kept', async () => {
  const ada = accepting(await site.learner())
  const { csrfToken } = (await ada.inject({ method: 'GET', url: '/api/session' })).json()
  for (const body of [
    { ...view('/bad'), data: { path: '/bad', more: { nested: true } } },
    { ...view('/bad'), data: { path: '/bad', text: 'x'.repeat(1_001) } },
    { ...view('/bad'), data: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, '/bad'])) },
    { ...view('/bad'), type: '<script>' },
    { ...view('/bad'), userId: 'u_somebody' },
    { type: 'page', eventType: 'view', data: [view('/bad')] },
    batch(),
  ]) {
    const answer = await ada.inject({ method: 'POST', url: `${sendEvents.path}?_csrf=${csrfToken}`, payload: body })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
  }
  const huge = batch(...Array.from({ length: 70 }, () => ({ ...view('/bad'), data: { a: 'x'.repeat(999) } })))
  expect((await ada.call(sendEvents, { body: huge })).status).toBe(413)
  expect(await eventsAt('/bad')).toEqual([])
})

test('characters that no database holds are dropped, and the events beside them are kept', async () => {
  const ada = accepting(await site.learner())
  const odd = { ...view('/odd'), data: { path: '/odd', title: '灯\ud83d', 'a\u0000': 'b\u0000' } }
  const { status, result } = await ada.call(sendEvents, {
    body: batch(odd, view('/odd'), spent('ltu_\ud800', '\udc00', 3)),
  })
  expect([status, result.accepted]).toEqual([200, 3])
  expect((await eventsAt('/odd')).map(({ data }) => data)).toEqual([
    { path: '/odd', title: '灯\ufffd', a: 'b' },
    { path: '/odd' },
  ])
})

test('a page that tells all the time is refused for the rest of the minute, others are not', async () => {
  const [ada, bob] = [accepting(await site.learner()), accepting(await site.learner())]
  const statuses: number[] = []
  for (let n = 0; n < 122; n++) statuses.push((await ada.call(sendEvents, { body: view('/often') })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.slice(-2)).toEqual([429, 429])
  expect((await bob.call(sendEvents, { body: view('/often') })).status).toBe(200)
  site.clock.advance({ minutes: 1 })
  expect((await ada.call(sendEvents, { body: view('/often') })).status).toBe(200)
})

test('time adds up by item and section, and never to more than has passed', async () => {
  const ada = await site.learner()
  const { id, sections } = await tutorial()
  const [first = '', second = ''] = sections
  await ada.call(sendEvents, { body: spent(id, first, 100_000) })
  expect(await secondsOf(ada)).toEqual({ '': 60, [first]: 60 })
  site.clock.advance({ seconds: 30 })
  await ada.call(sendEvents, { body: batch(spent(id, first, 20), spent(id, second, 20)) })
  expect(await secondsOf(ada)).toEqual({ '': 90, [first]: 80, [second]: 10 })
  // at the same moment there is nothing left to give
  await ada.call(sendEvents, { body: spent(id, second, 20) })
  expect(await secondsOf(ada)).toEqual({ '': 90, [first]: 80, [second]: 10 })
  site.clock.advance({ days: 1 })
  await ada.call(sendEvents, { body: spent(id, second, -50) })
  await ada.call(sendEvents, { body: spent(id, second, 9_000) })
  expect(await secondsOf(ada)).toMatchObject({ '': 3_690, [second]: 3_610 })
})

test('pages that tell at once are together given the time once', async () => {
  const ada = await site.learner()
  const { id, sections } = await tutorial()
  await ada.call(sendEvents, { body: spent(id, sections[0] ?? '', 10) })
  site.clock.advance({ seconds: 10 })
  await Promise.all(Array.from({ length: 8 }, () => ada.call(sendEvents, { body: spent(id, sections[0] ?? '', 10) })))
  expect(await secondsOf(ada)).toMatchObject({ '': 20 })
})

test('time of guests, on items that are not there, and in sections of other items is not kept', async () => {
  const ada = await site.learner()
  const [one, other] = [await tutorial(), await tutorial()]
  await site.guest().call(sendEvents, { body: spent(one.id, '', 5) })
  await ada.call(sendEvents, {
    body: batch(spent('ltu_none', '', 5), spent(one.id, other.sections[0] ?? '', 5), spent(one.id, '', 5)),
  })
  const rows = await site.db
    .selectFrom('time_spent')
    .select(['user_id', 'seconds'])
    .where('item_id', '=', one.id)
    .execute()
  expect(rows).toEqual([{ user_id: ada.id, seconds: 10 }])
  expect(await secondsOf(ada)).toEqual({ '': 10 })
})

test('after thirteen months an event is gone, the day before it is there', async () => {
  const ada = accepting(await site.learner())
  await ada.call(sendEvents, { body: view('/old') })
  const at = site.clock.now()
  await sweep(site.db, new Date(Date.UTC(at.getUTCFullYear() + 1, at.getUTCMonth() + 1, at.getUTCDate() - 1)))
  expect(await eventsAt('/old')).toHaveLength(1)
  await sweep(site.db, new Date(Date.UTC(at.getUTCFullYear() + 1, at.getUTCMonth() + 1, at.getUTCDate() + 1)))
  expect(await eventsAt('/old')).toEqual([])
})

test('a person takes it along, merged accounts add up, and a deleted account leaves no name', async () => {
  const [ada, bob] = [accepting(await site.learner()), accepting(await site.learner())]
  const { id } = await tutorial()
  for (const person of [ada, bob]) {
    await person.call(sendEvents, { body: batch(view('/mine'), spent(id, '', 5)) })
  }
  const into = { from: bob.id, into: ada.id }
  await site.db.transaction().execute((trx) => engagementPersonalData.merge(trx, into))
  const data = await engagementPersonalData.read(site.db, ada.id)
  expect(data.engagement).toHaveLength(2)
  expect(data.timeSpent).toMatchObject([{ itemId: id, seconds: 10 }])
  await site.db.transaction().execute((trx) => engagementPersonalData.erase(trx, ada.id))
  expect(await engagementPersonalData.read(site.db, ada.id)).toEqual({ engagement: [], timeSpent: [] })
  expect(await eventsAt('/mine')).toMatchObject([{ user_id: null }, { user_id: null }])
})

async function tutorial(): Promise<{ id: string; sections: string[] }> {
  const { id } = await buildTutorial(site.db, { steps: 3 })
  const rows = await site.db.selectFrom('sections').select('id').where('item_id', '=', id).orderBy('position').execute()
  return { id, sections: rows.map((row) => row.id) }
}
