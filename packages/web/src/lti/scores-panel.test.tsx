// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ScoresPanel } from './scores-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

test('a score that was not taken says what the platform answered and when it is tried again', () => {
  const sent = {
    id: 'lk_1 u_1',
    platform: '教学平台',
    item: '第一盏灯',
    person: '江照',
    percent: 50,
    retryAt: null,
    problem: null,
  }
  const failed = { ...sent, id: 'lk_2 u_1', item: '阴影', percent: null, sentAt: null, problem: 'learn.example: 503' }
  const scores = [
    { ...failed, retryAt: '2026-03-01T04:00:00.000Z' },
    { ...failed, id: 'lk_3 u_1', item: '水面' },
    { ...sent, sentAt: '2026-03-01T03:00:00.000Z' },
  ]
  show(<ScoresPanel scores={scores} />, learnerSession(), { at: '/campus/organisation/og_1/connections' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '江照 · 阴影教学平台 · learn.example: 503, 2026-03-01 12:00再试没送到',
    '江照 · 水面教学平台 · learn.example: 503, 成绩变化后再送没送到',
    '江照 · 第一盏灯教学平台 · 2026-03-01 11:0050%已送到',
  ])
})
