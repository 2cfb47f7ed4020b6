// @vitest-environment jsdom
import type { Tag } from '@lantern/contract/catalog/items.ts'
import { offeredLocales } from '@lantern/contract/locales.ts'
import { cleanup, act as inAct, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { sampleCard, sampleItem, sampleLive, samplePerson } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { groupByDay } from './calendar-days.ts'
import { LiveCalendar, type LiveList } from './live-calendar.tsx'
import { readLiveChoice } from './live-calendar-address.ts'
import { RoomDoor } from './live-session-room.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function session(id: string, startTime: string) {
  const speakers = [{ id: null, name: '沈若川', title: '渲染工程师' }]
  const liveDetails = sampleLive({ startTime, speakers })
  return { ...sampleCard({ id, slug: id, type: 'liveSession', title: id }), liveDetails }
}

function list(...sessions: ReturnType<typeof session>[]): LiveList {
  return {
    results: sessions.map(({ id }) => id),
    liveSessionMap: Object.fromEntries(sessions.map((one) => [one.id, one])),
    statsMap: {},
    userMap: {},
    page: 0,
    pageSize: 20,
    total: sessions.length,
  }
}

const act = () => null

/** The list as its page shows it at an address. */
function shownAt(search: string, shown: LiveList) {
  return { choice: readLiveChoice(new URLSearchParams(search)), list: shown, topics: [] }
}

function CalendarAtAddress() {
  return <LiveCalendar shown={shownAt(useLocation().search.slice(1), list())} act={act} />
}

test('the calendar has the tabs opening, coming and previous [LIVE-002] [LIVE-003]', () => {
  show(<LiveCalendar shown={shownAt('tab=coming', list())} act={act} />)
  const tabs = within(screen.getByRole('navigation', { name: '直播日历' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['正在直播', '/live-calendar?tab=opening'],
    ['即将开始', '/live-calendar?tab=coming'],
    ['往期回看', '/live-calendar?tab=previous'],
  ])
  expect(tabs[1]?.getAttribute('aria-current')).toBe('page')
})

test('another period keeps the keywords and clears the time of day; clearing leaves the period alone [LIVE-004]', () => {
  const topics = [{ id: 'lighting', name: '光照' }] as Tag[]
  const k = JSON.stringify(['query:阴影', 'tag:lighting'])
  const shown = { ...shownAt(`tab=coming&tod=480_720&${new URLSearchParams({ k })}`, list()), topics }
  show(<LiveCalendar shown={shown} act={act} />)
  const form = within(screen.getByRole('search', { name: '搜索直播' }))
  expect(form.getByRole<HTMLInputElement>('searchbox', { name: '搜索直播' }).value).toBe('阴影')
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: '开始时间' }).value).toBe('480_720')
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: '主题' }).value).toBe('lighting')
  const tabs = within(screen.getByRole('navigation', { name: '直播日历' })).getAllByRole('link')
  const asked = tabs.map((tab) => Object.fromEntries(new URL(tab.getAttribute('href') ?? '', 'http://s').searchParams))
  expect(asked).toEqual(['opening', 'coming', 'previous'].map((tab) => ({ tab, k })))
  expect(form.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/live-calendar?tab=coming')
  expect(screen.getByRole('heading', { name: '没有符合这些条件的内容' })).toBeTruthy()
})

test('a chosen hour acts at once, words with Enter, and both stand in the address [LIVE-004]', async () => {
  const { router } = show(<LiveCalendar shown={shownAt('tab=coming', list())} act={act} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '开始时间' }), '20:00–24:00')
  expect(router.state.location.search).toBe('?tab=coming&tod=1200_1440')
  await userEvent.type(screen.getByRole('searchbox', { name: '搜索直播' }), '阴影{Enter}')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    tab: 'coming',
    tod: '1200_1440',
    k: '["query:阴影"]',
  })
})

test('words typed while a chosen hour loads stay in their field; going back brings the words of that address [LIVE-004]', async () => {
  const { router } = show(<CalendarAtAddress />, 'guest', { at: '/live-calendar?tab=coming' })
  const words = screen.getByRole<HTMLInputElement>('searchbox', { name: '搜索直播' })
  await userEvent.type(words, '阴')
  await inAct(() => router.navigate('/live-calendar?tab=coming&tod=480_720'))
  expect(words.value).toBe('阴')
  await userEvent.type(words, '影{Enter}')
  expect(screen.getByRole('searchbox', { name: '搜索直播' })).toBe(words)
  expect(document.activeElement).toBe(words)
  await inAct(() => router.navigate(-1))
  expect(words.value).toBe('')
  expect(router.state.location.search).toBe('?tab=coming&tod=480_720')
})

test.each(['tab', 'period'])('the address names what is shown by the key %s [SRCH-026]', (key) => {
  show(<LiveCalendar shown={shownAt(`${key}=previous`, list())} act={act} />)
  const tabs = within(screen.getByRole('navigation', { name: '直播日历' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, null, 'page'])
})

test('what the address chooses goes with each further page; what it does not know is dropped [LIVE-004]', async () => {
  const calls = fakeServer({
    '/api/learn/cn/liveSession/list': () => ({
      ...list(session('later', '2026-03-11T12:00:00.000Z')),
      page: 1,
      total: 2,
    }),
  })
  const first = { ...list(session('first', '2026-03-10T12:00:00.000Z')), pageSize: 1, total: 2 }
  show(<LiveCalendar shown={shownAt('tab=coming&tod=1200_1440&q=答疑', first)} act={act} />)
  await userEvent.click(screen.getByRole('link', { name: '再看1项' }))
  expect(await screen.findByRole('link', { name: 'later' })).toBeTruthy()
  expect(calls.map(({ query }) => Object.fromEntries(query))).toEqual([
    { period: 'coming', tod: '1200_1440', k: '["query:答疑"]', page: '1', pageSize: '20' },
  ])
  expect(readLiveChoice(new URLSearchParams('tab=never&tod=morning&k={x&page=-1'))).toEqual(
    readLiveChoice(new URLSearchParams()),
  )
})

test('sessions stand under their days in the time of the site, with speakers and a link [LIVE-002]', () => {
  // 15:00 UTC is 23:00 on the same day in the classroom, 17:00 UTC is 01:00 on the next
  const late = session('late', '2026-03-10T15:00:00.000Z')
  const night = session('night', '2026-03-10T17:00:00.000Z')
  expect(groupByDay([late, night]).map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11'])
  show(<LiveCalendar shown={shownAt('tab=coming', list(late, night))} act={act} />)
  expect(screen.getByText('23:00')).toBeTruthy()
  expect(screen.getByText('01:00')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'late' }).getAttribute('href')).toBe('/liveSession/late')
  expect(screen.getAllByText('沈若川 · 渲染工程师')).toHaveLength(2)
})

test('a week has seven days from Monday, with what begins on each, and leads to the weeks beside it', async () => {
  const past = session('past', '2026-03-09T15:00:00.000Z')
  const now = session('now', '2026-03-10T15:00:00.000Z')
  const week = {
    monday: '2026-03-09',
    today: '2026-03-10',
    results: ['past', 'now'],
    total: 2,
    liveSessionMap: { past, now },
    periodMap: { past: 'previous', now: 'opening' } as const,
  }
  show(<LiveCalendar shown={{ week }} act={act} />)
  const views = within(screen.getByRole('navigation', { name: '日历的显示方式' })).getAllByRole('link')
  expect(views.map((view) => [view.textContent, view.getAttribute('aria-current')])).toEqual([
    ['列表', null],
    ['周', 'page'],
  ])
  expect(await screen.findByRole('heading', { name: '2026-03-09至2026-03-15' })).toBeTruthy()
  const days = screen.getAllByRole('listitem')
  expect(days).toHaveLength(7)
  const [monday, tuesday] = days.map((day) => within(day))
  expect(monday?.getByRole('link', { name: 'past' }).getAttribute('href')).toBe('/liveSession/past')
  expect(monday?.queryByText('直播中')).toBeNull()
  expect(tuesday?.getByText('今天')).toBeTruthy()
  expect(tuesday?.getByText('直播中')).toBeTruthy()
  const onAir = within(screen.getByRole('region', { name: '正在直播' }))
  expect(onAir.getByRole('link', { name: '进入直播：now' }).getAttribute('href')).toBe('/liveSession/now')
  expect(screen.getByRole('link', { name: '订阅到日历' }).getAttribute('href')).toBe('/settings#tab_notifications')
  const toWeek = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(toWeek('上一周')).toBe('/live-calendar?tab=week&day=2026-03-02')
  expect(toWeek('下一周')).toBe('/live-calendar?tab=week&day=2026-03-16')
  cleanup()
  show(<LiveCalendar shown={{ week: { ...week, results: [], liveSessionMap: {}, periodMap: {} } }} act={act} />)
  expect(await screen.findByText('这一周没有安排直播。')).toBeTruthy()
  cleanup()
  show(<LiveCalendar shown={{ week: { ...week, total: 201 } }} act={act} />)
  expect((await screen.findByText(/这一周共201场/)).textContent).toBe('这一周共201场，这里是最早的2场。在列表里看全部')
  expect(screen.getByRole('link', { name: '在列表里看全部' }).getAttribute('href')).toBe('/live-calendar?tab=coming')
})

test('a week shows those alone of which the person is reminded, keeps to that in other weeks, and shows all again', async () => {
  const [one, other] = [session('one', '2026-03-11T12:00:00.000Z'), session('other', '2026-03-12T12:00:00.000Z')]
  const week = {
    monday: '2026-03-09',
    today: '2026-03-10',
    results: ['one', 'other'],
    total: 2,
    liveSessionMap: { one, other },
    periodMap: { one: 'coming', other: 'coming' } as const,
  }
  const choice = () => screen.findByRole('link', { name: '只看我设了提醒的' })
  show(<LiveCalendar shown={{ week }} act={act} />, { user: samplePerson() })
  expect((await choice()).getAttribute('href')).toBe('/live-calendar?tab=week&mine=1')
  cleanup()
  show(<LiveCalendar shown={{ week, only: ['one'] }} act={act} />, { user: samplePerson() })
  expect([(await choice()).getAttribute('href'), (await choice()).getAttribute('aria-current')]).toEqual([
    '/live-calendar?tab=week',
    'true',
  ])
  expect([screen.queryByRole('link', { name: 'one' }), screen.queryByRole('link', { name: 'other' })]).toEqual([
    expect.anything(),
    null,
  ])
  expect(screen.getByRole('link', { name: '下一周' }).getAttribute('href')).toBe(
    '/live-calendar?tab=week&day=2026-03-16&mine=1',
  )
  cleanup()
  show(<LiveCalendar shown={{ week, only: [] }} act={act} />, { user: samplePerson() })
  expect(await screen.findByText('这一周的直播里，没有你设了提醒的。')).toBeTruthy()
  cleanup()
  show(<LiveCalendar shown={{ week }} act={act} />)
  await screen.findByRole('link', { name: '订阅到日历' })
  expect(screen.queryByRole('link', { name: '只看我设了提醒的' })).toBeNull()
})

test('the day is shown as YYYY-MM-DD, the hour as HH:mm, both together in one format, in each language [I18N-009]', async () => {
  for (const locale of offeredLocales) {
    await loadCatalogue(locale)
    const night = session('night', '2026-03-10T17:05:00.000Z')
    const { container, unmount } = show(
      <MessagesProvider locale={locale}>
        <LiveCalendar shown={shownAt('tab=coming', list(night))} act={act} />
        <RoomDoor item={sampleItem({ liveDetails: night.liveDetails })} phase="coming" reminder={null} />
      </MessagesProvider>,
    )
    const text = container.textContent ?? ''
    expect([locale, text.match(/2026-03-11|01:05/g)]).toEqual([locale, ['2026-03-11', '01:05', '2026-03-11', '01:05']])
    expect(text).toContain('2026-03-11 01:05 – 02:05')
    unmount()
  }
})

test('whose clock shows other hours than the site’s sees both, each with its day', () => {
  // 20:05 in the classroom is 08:05 of the same day in New York and 01:05 of the next in Auckland
  const live = { startTime: '2026-03-10T12:05:00.000Z', endTime: '2026-03-10T13:05:00.000Z' }
  const clockIn = (zone: string) => {
    vi.stubEnv('TZ', zone)
    const item = sampleItem({ liveDetails: sampleLive(live) })
    const { container, unmount } = show(<RoomDoor item={item} phase="coming" reminder={null} />)
    const own = container.textContent?.match(/北京时间；你的时间是 (.*:\d\d)/)?.[1] ?? null
    unmount()
    return own
  }
  try {
    expect(clockIn('America/New_York')).toBe('2026-03-10 08:05 – 09:05')
    expect(clockIn('Pacific/Auckland')).toBe('2026-03-11 01:05 – 02:05')
    expect(clockIn('Europe/Moscow')).toBe('2026-03-10 15:05 – 16:05')
    expect(clockIn('Asia/Singapore')).toBeNull()
  } finally {
    vi.unstubAllEnvs()
  }
})

test('an empty tab says so and leads to another', () => {
  show(<LiveCalendar shown={shownAt('tab=coming', list())} act={act} />)
  expect(screen.getByRole('heading', { name: '还没有新的安排' })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '往期回看' }).at(-1)?.getAttribute('href')).toBe(
    '/live-calendar?tab=previous',
  )
})
