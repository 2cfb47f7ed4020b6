// @vitest-environment jsdom
import type { SalesEntry } from '@lantern/contract/commerce/sales.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { PayoutPage } from './payout-page.tsx'
import { SalesPage } from './sales-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`)

function entry(change: Partial<SalesEntry>): SalesEntry {
  return {
    month: '2026-12',
    itemId: 'ltu_1',
    title: '阴影',
    count: 0,
    original: 0,
    sold: 0,
    refundedCount: 0,
    refunded: 0,
    earned: 0,
    ...change,
  }
}

function open(entries: SalesEntry[]) {
  const payouts = [{ month: '2026-10', amount: 84_000, paidTime: '2026-11-05T02:00:00.000Z' }]
  show(
    <SalesPage sales={{ months, entries, payouts, balance: 61_000, share: 70, asOf: '2026-12-22T04:00:00.000Z' }} />,
    learnerSession(),
  )
}

const rowsOf = (name: string) =>
  within(within(screen.getByRole('region', { name, hidden: true })).getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => row.textContent)

test('sales begin with the month that runs, then the months as a chart with its table, then the items', () => {
  open([
    entry({ month: '2026-10', count: 12, original: 120_000, sold: 120_000, earned: 84_000 }),
    entry({ count: 9, original: 90_000, sold: 90_000, earned: 63_000 }),
    entry({ itemId: 'ltu_2', title: '粒子', refundedCount: 1, refunded: 2850, earned: -1995 }),
  ])
  const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts).toEqual([
    ['本月到手', '¥610.05'],
    ['本月卖出', '9份'],
    ['本月退款', '−¥28.50'],
    ['待结算', '¥610.00月份结束后结算'],
  ])
  expect(screen.getByRole('img', { name: '每月到手的柱状图，最高是2026-10，¥840.00。' })).toBeTruthy()
  const items = screen.getByRole('heading', { name: '按内容' }).closest('section') as HTMLElement
  expect(
    within(items)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    '内容卖出原价成交额退款到手',
    '阴影21¥2,100.00¥2,100.00¥0.00¥1,470.00',
    '粒子0¥0.00¥0.00−¥28.50−¥19.95',
    '合计21¥2,100.00¥2,100.00−¥28.50¥1,450.05',
  ])
  expect(rowsOf('每月到手的表格')).toContain('2026-1012¥1,200.00¥1,200.00¥0.00¥840.00¥840.00 · 2026-11-05')
  expect(screen.getByRole('link', { name: '下载CSV' }).getAttribute('href')).toBe(
    '/api/learn/creator/sales.csv?months=12',
  )
})

test('without sales the page says what will be here', () => {
  open([])
  expect(screen.getByRole('heading', { name: '这段时间没有卖出' })).toBeTruthy()
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
})

test('what is due can be marked when the month is over, and what was marked says when', () => {
  const due = { authorId: 'u_1', authorName: '沈若川', leftTime: null, amount: 84_000, paidTime: null }
  const paid = { ...due, authorId: 'u_2', authorName: '林晚', paidTime: '2026-11-05T02:00:00.000Z' }
  const list = { month: '2026-10', months: ['2026-11', '2026-10'], isOver: true, payouts: [due, paid] }
  show(<PayoutPage list={list} answer={undefined} />, learnerSession())
  const button = screen.getByRole('button', { name: '标记已结算 沈若川 u_1' })
  const form = button.closest('form') as HTMLFormElement
  expect([form.getAttribute('action'), Object.fromEntries(new FormData(form))]).toEqual([
    '/admin/learn/payouts?month=2026-10',
    { authorId: 'u_1', amount: '84000' },
  ])
  expect(screen.queryByRole('button', { name: '标记已结算 林晚 u_2' })).toBeNull()
  expect(screen.getByRole('table').textContent).toContain('2026-11-05 10:00')
  cleanup()
  show(<PayoutPage list={{ ...list, isOver: false }} answer={undefined} />, learnerSession())
  expect(screen.queryByRole('button', { name: '标记已结算 沈若川 u_1' })).toBeNull()
})

test('authors of one name are told apart by their ids, and one who deleted the account says when', () => {
  const left = { authorName: '已注销用户', leftTime: '2026-10-20T02:00:00.000Z', amount: 100, paidTime: null }
  const payouts = ['u_1', 'u_2'].map((authorId) => ({ ...left, authorId }))
  const list = { month: '2026-10', months: ['2026-10'], isOver: true, payouts }
  show(<PayoutPage list={list} answer={undefined} />, learnerSession())
  for (const id of ['u_1', 'u_2']) {
    expect(screen.getByRole('rowheader', { name: `已注销用户 ${id} 账号已于2026-10-20注销` })).toBeTruthy()
    expect(screen.getByRole('button', { name: `标记已结算 已注销用户 ${id} 账号已于2026-10-20注销` })).toBeTruthy()
  }
})
