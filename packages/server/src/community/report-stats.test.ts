import type { ModeratorAction, ReportType } from '@lantern/contract/community/report-rules.ts'
import { getReportStats } from '@lantern/contract/community/report-stats.ts'
import { newId } from '@lantern/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()
// ten past eight in the morning of the site
site.clock.set('2026-05-10T00:10:00Z')
const moderator = await site.user({ groups: ['learn_moderator'], name: '顾明' })
const other = await site.user({ groups: ['learn_admin'], name: '何佳' })

beforeEach(async () => {
  await site.db.deleteFrom('reports').execute()
  await site.db.deleteFrom('report_acts').execute()
})

async function act(action: ModeratorAction, at: string, moderatorId: string | null = moderator.id): Promise<void> {
  const row = { type: 'message', target_id: 'ms_1', moderator_id: moderatorId, action, acted_at: new Date(at) }
  await site.db.insertInto('report_acts').values(row).execute()
}

async function report(type: ReportType, at: string, status = 'open'): Promise<void> {
  const id = newId('report')
  const row = { id, type, target_id: id, reasons: '[]', status, created_at: new Date(at) }
  await site.db.insertInto('reports').values(row).execute()
}

const stats = async (query = {}) => (await moderator.call(getReportStats, { query })).result

test('acts are counted per moderator and action, those who did most first [SHELL-034]', async () => {
  await act('ban', '2026-05-09T00:00:00Z')
  await act('ban', '2026-05-01T00:00:00Z')
  await act('undo', '2026-05-02T00:00:00Z')
  await act('ignore', '2026-05-02T00:00:00Z', other.id)
  await act('read', '2026-05-02T00:00:00Z', other.id)
  await act('read', '2026-05-03T00:00:00Z', null)
  // too long ago
  await act('ban', '2026-04-01T00:00:00Z', other.id)
  expect((await stats()).moderators).toEqual([
    { moderator: { id: moderator.id, name: '顾明', avatar: null }, ban: 2, ignore: 0, undo: 1, read: 0 },
    { moderator: { id: other.id, name: '何佳', avatar: null }, ban: 0, ignore: 1, undo: 0, read: 1 },
    { moderator: null, ban: 0, ignore: 0, undo: 0, read: 1 },
  ])
})

test('reports are counted by the days of the site, days without any too, and the period is 7, 30 or 90 days', async () => {
  // still the third of May in Shanghai, then the first minute of the fourth, which is the first of seven days
  await report('message', '2026-05-03T15:59:59Z')
  await report('message', '2026-05-03T16:00:00Z')
  await report('submission', '2026-05-03T17:00:00Z', 'banned')
  await report('message', '2026-05-10T00:05:00Z')
  const { perDay, period } = await stats({ period: '7' })
  expect(period).toBe('7')
  expect(perDay).toEqual([
    { day: '2026-05-04', message: 1, note: 0, submission: 1, feedback: 0, profile: 0 },
    ...['05', '06', '07', '08', '09'].map((day) => ({
      day: `2026-05-${day}`,
      message: 0,
      note: 0,
      submission: 0,
      feedback: 0,
      profile: 0,
    })),
    { day: '2026-05-10', message: 1, note: 0, submission: 0, feedback: 0, profile: 0 },
  ])
  expect((await stats()).perDay).toHaveLength(30)
  const quarter = await stats({ period: '90' })
  expect([quarter.perDay.length, quarter.perDay[0]?.day]).toEqual([90, '2026-02-10'])
  expect((await moderator.call(getReportStats, { query: { period: '8' as '7' } })).status).toBe(400)
})

test('open reports are counted by type, however old', async () => {
  await report('message', '2025-01-01T00:00:00Z')
  await report('message', '2026-05-09T00:00:00Z')
  await report('submission', '2026-05-09T00:00:00Z')
  await report('submission', '2026-05-09T00:00:00Z', 'ignored')
  expect((await stats()).open).toEqual({ message: 2, note: 0, submission: 1, feedback: 0, profile: 0 })
})

test('without any report everything is there with nothing in it', async () => {
  const { moderators, open, perDay } = await stats()
  expect([moderators, open]).toEqual([[], { message: 0, note: 0, submission: 0, feedback: 0, profile: 0 }])
  expect(perDay.every(({ message, submission }) => message + submission === 0)).toBe(true)
})

test('the figures are for moderators alone [SHELL-034]', async () => {
  expect((await site.guest().call(getReportStats, { query: {} })).status).toBe(401)
  for (const group of ['learn_creator', 'campus_admin', 'super_admin'] as const) {
    const person = await site.user({ groups: [group] })
    expect([group, (await person.call(getReportStats, { query: {} })).status]).toEqual([group, 403])
  }
})
