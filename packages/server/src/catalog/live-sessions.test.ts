import { getLiveSession } from '@lantern/contract/catalog/details.ts'
import { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { expect, test } from 'vitest'
import { buildLiveSession } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-10T12:30:00Z')

async function sessions(query: object): Promise<string[]> {
  const { status, result } = await site.guest().call(listLiveSessions, { query: query as { period: 'opening' } })
  expect(status).toBe(200)
  return result.results.map((id) => result.liveSessionMap[id]?.title ?? '')
}

await buildLiveSession(site.db, { title: '正在播', startTime: '2026-03-10T12:00:00.000Z', topicIds: ['lighting'] })
await buildLiveSession(site.db, { title: '后天', startTime: '2026-03-12T02:00:00.000Z' })
await buildLiveSession(site.db, { title: '明天', startTime: '2026-03-11T12:00:00.000Z', summary: '阴影答疑' })
await buildLiveSession(site.db, { title: '上周', startTime: '2026-03-03T12:00:00.000Z' })
await buildLiveSession(site.db, { title: '昨天', startTime: '2026-03-09T12:00:00.000Z' })
await buildLiveSession(site.db, { title: '英文', language: 'en', startTime: '2026-03-11T12:00:00.000Z' })
await buildLiveSession(site.db, { title: '草稿', status: 'draft', startTime: '2026-03-11T12:00:00.000Z' })

test('the calendar shows what is on, what comes soonest first, and what is over latest first [LIVE-003] [LIVE-004]', async () => {
  expect(await sessions({ period: 'opening' })).toEqual(['正在播'])
  expect(await sessions({ period: 'coming' })).toEqual(['明天', '后天'])
  expect(await sessions({ period: 'previous' })).toEqual(['昨天', '上周'])
})

test('a session moves from coming to opening to previous as time goes by [LIVE-003]', async () => {
  site.clock.set('2026-03-11T12:00:00Z')
  expect(await sessions({ period: 'opening' })).toEqual(['明天'])
  site.clock.set('2026-03-11T13:00:00Z')
  expect(await sessions({ period: 'previous' })).toEqual(['明天', '正在播', '昨天', '上周'])
  site.clock.set('2026-03-10T12:30:00Z')
})

test('the list takes the period alone or with a time of day and keywords [LIVE-004]', async () => {
  // 02:00 UTC is 10:00 in the classroom, 12:00 UTC is 20:00
  expect(await sessions({ period: 'coming', tod: '480_720' })).toEqual(['后天'])
  expect(await sessions({ period: 'coming', tod: '1200_1440' })).toEqual(['明天'])
  expect(await sessions({ period: 'coming', k: JSON.stringify(['query:阴影']) })).toEqual(['明天'])
  expect(await sessions({ period: 'opening', k: JSON.stringify(['tag:lighting']) })).toEqual(['正在播'])
  expect(await sessions({ period: 'opening', k: JSON.stringify(['tag:audio']) })).toEqual([])
})

test('a wrong period, time of day or keyword list is refused [LIVE-004]', async () => {
  for (const query of ['period=now', '', 'period=coming&tod=morning', 'period=coming&k=%7Bx']) {
    const { statusCode } = await site.inject({ method: 'GET', url: `/api/learn/cn/liveSession/list?${query}` })
    expect([query, statusCode]).toEqual([query, 400])
  }
})

test('the address of the room is on the page of the session, for those who may enter, and never in the list', async () => {
  const url = 'https://rooms.example.com/secret'
  const free = await buildLiveSession(site.db, { startTime: '2026-06-01T00:00:00.000Z', url })
  const paid = await buildLiveSession(site.db, { startTime: '2026-06-01T00:00:00.000Z', url, premium: true })
  const list = await site.inject({ method: 'GET', url: '/api/learn/cn/liveSession/list?period=coming' })
  expect(list.body).toContain(free.id)
  expect(list.body).not.toContain('rooms.example.com')
  const room = async (id: string) =>
    (await site.guest().call(getLiveSession, { params: { id }, query: {} })).result.liveSessionData.liveDetails?.url
  expect(await room(free.id)).toBe(url)
  expect(await room(paid.id)).toBeNull()
})

test('a week holds what begins from Monday to Sunday in the time of the site, with whether it is on', async () => {
  // 2026-03-10 is a Tuesday; 16:00 UTC is midnight in the classroom
  const last = await buildLiveSession(site.db, { title: '周日最后一刻', startTime: '2026-03-15T15:59:00.000Z' })
  await buildLiveSession(site.db, { title: '下周一', startTime: '2026-03-15T16:00:00.000Z' })
  await buildLiveSession(site.db, { title: '上周日', startTime: '2026-03-08T15:59:00.000Z' })
  const week = async (query: { day?: string }) => (await site.guest().call(getLiveWeek, { query })).result
  const now = await week({})
  expect(now).toMatchObject({ monday: '2026-03-09', today: '2026-03-10' })
  expect(now.results.map((id) => [now.liveSessionMap[id]?.title, now.periodMap[id]])).toEqual([
    ['昨天', 'previous'],
    ['正在播', 'opening'],
    ['明天', 'coming'],
    ['后天', 'coming'],
    ['周日最后一刻', 'coming'],
  ])
  expect((await week({ day: '2026-03-15' })).results.at(-1)).toBe(last.id)
  const next = await week({ day: '2026-03-16' })
  expect([next.monday, next.results.map((id) => next.liveSessionMap[id]?.title)]).toEqual(['2026-03-16', ['下周一']])
})

test('a week shows the first 200 sessions and says how many there are', async () => {
  for (let nth = 0; nth < 201; nth++) await buildLiveSession(site.db, { startTime: '2026-09-09T12:00:00.000Z' })
  const { result } = await site.guest().call(getLiveWeek, { query: { day: '2026-09-09' } })
  expect([result.results.length, result.total]).toEqual([200, 201])
})

test('a day that no calendar has is refused by name', async () => {
  for (const day of ['2026-02-31', '2026-13-01', '0000-01-01', 'today']) {
    const { status, result } = await site.guest().call(getLiveWeek, { query: { day } })
    expect([day, status, result]).toMatchObject([day, 400, { details: [{ field: 'day' }] }])
  }
})
