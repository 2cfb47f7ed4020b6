// @vitest-environment jsdom
import type { SubmissionsForReview } from '@lantern/contract/community/submission-reviews.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ReviewsPage, type ReviewsPageProps } from './reviews-page.tsx'
import { sampleSubmissionCard } from './testing/sample-submission.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function open(change: Partial<SubmissionsForReview> = {}, props: Partial<ReviewsPageProps> = {}) {
  const card = sampleSubmissionCard({ version: 2, permission: 'private' })
  const list: SubmissionsForReview = {
    item: sampleCard({ id: 'ltu_1', slug: 'shadows', title: '实时阴影' }),
    submissionMap: { [card.id]: card },
    results: [card.id],
    userMap: { u_ada: { id: 'u_ada', fullName: '贺一鸣', avatar: null, isMaker: false } },
    counts: { waiting: 1, again: 0, reviewed: 4 },
    next: null,
    ...change,
  }
  return show(
    <ReviewsPage {...{ state: 'waiting', order: 'oldest', isFirst: true, list, ...props }} />,
    learnerSession(),
  )
}

test('each state is a tab with its count unless it is 0, and each submission leads to its page', () => {
  open()
  const tabs = within(screen.getByRole('navigation', { name: '作品的状态' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    '/creator/submissions/ltu_1',
    '/creator/submissions/ltu_1?state=again',
    '/creator/submissions/ltu_1?state=reviewed',
  ])
  expect(tabs.map((tab) => tab.textContent)).toEqual(['待看1', '又交了一版', '已看4'])
  expect(screen.getByRole('link', { name: '黄昏的塔楼' }).getAttribute('href')).toBe('/submission/lsu_1')
  expect(screen.getByText(/贺一鸣/)).toBeTruthy()
  expect(screen.getByText('第2版')).toBeTruthy()
})

test('the next page keeps state and order; a later page leads back to the first', () => {
  open({ next: '2026-11-20T04:00:00.000Z~lsu_1' }, { state: 'reviewed', order: 'newest', isFirst: false })
  const pages = within(screen.getByRole('navigation', { name: '翻页' }))
  expect(pages.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe(
    '/creator/submissions/ltu_1?state=reviewed&order=newest&after=2026-11-20T04%3A00%3A00.000Z%7Elsu_1',
  )
  expect(pages.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe(
    '/creator/submissions/ltu_1?state=reviewed&order=newest',
  )
  expect(screen.getByRole('link', { name: '从旧到新' }).getAttribute('href')).toBe(
    '/creator/submissions/ltu_1?state=reviewed',
  )
})

test('where nothing is left the page says what will appear there', () => {
  open({ results: [], submissionMap: {} })
  expect(screen.getByText('这里没有作品')).toBeTruthy()
  expect(screen.getByText('都看完了，有新作品会出现在这里。')).toBeTruthy()
})
