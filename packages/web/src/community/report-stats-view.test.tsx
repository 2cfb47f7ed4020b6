// @vitest-environment jsdom
import type { ReportStats } from '@lantern/contract/community/report-stats.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ReportStatsView, readStatsPeriod } from './report-stats-view.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const stats: ReportStats = {
  period: '7',
  asOf: '2026-05-10T00:10:00.000Z',
  moderators: [
    { moderator: { id: 'u_m', name: '顾明', avatar: null }, ban: 2, ignore: 1, undo: 0, read: 1203 },
    { moderator: null, ban: 0, ignore: 0, undo: 1, read: 0 },
  ],
  open: { message: 12, note: 0, submission: 3, feedback: 0, profile: 1 },
  perDay: [
    { day: '2026-05-09', message: 0, note: 0, submission: 0, feedback: 0, profile: 0 },
    { day: '2026-05-10', message: 4, note: 0, submission: 1, feedback: 0, profile: 2 },
  ],
}

test('the stats show open reports by type, acts by moderator and reports by day [SHELL-034]', () => {
  show(<ReportStatsView stats={stats} />)
  expect(screen.getByText('留言', { selector: 'dt' }).nextElementSibling?.textContent).toBe('12')
  expect(screen.getByText('作品', { selector: 'dt' }).nextElementSibling?.textContent).toBe('3')
  expect(screen.getByRole('row', { name: /顾明 2 1 0 1,203 1,206/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: '已离开的人 0 0 1 0 1' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '共7条举报，最多的是2026-05-10，7条。' })).toBeTruthy()
  expect(screen.getByRole('row', { name: '2026-05-10 4 0 1 0 2', hidden: true })).toBeTruthy()
})

test('the period is in the address; what is no period is the usual one', () => {
  show(<ReportStatsView stats={stats} />)
  const links = within(screen.getByRole('navigation', { name: '时间范围' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['近7天', '/admin/learn/report-stats?period=7', 'page'],
      ['近30天', '/admin/learn/report-stats', null],
      ['近90天', '/admin/learn/report-stats?period=90', null],
    ],
  )
  expect([readStatsPeriod('90'), readStatsPeriod('8'), readStatsPeriod(null)]).toEqual(['90', '30', '30'])
})

test('where nothing happened the page says so', () => {
  show(
    <ReportStatsView
      stats={{
        ...stats,
        moderators: [],
        perDay: [{ day: '2026-05-10', message: 0, note: 0, submission: 0, feedback: 0, profile: 0 }],
      }}
    />,
  )
  expect(screen.getByRole('heading', { name: '这段时间没有处理记录' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '这段时间没有人举报' })).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})
