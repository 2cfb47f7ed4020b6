// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { sampleLine, sampleOrder } from '../testing/samples.ts'
import { AnyOrder } from './any-order.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

test('staff read a plan by its length among the lines to give back, and the accounts of the entries by their names', () => {
  const order = sampleOrder({
    state: 'finished',
    gateway: 'wechat',
    items: [sampleLine({ title: 'plan_year', itemId: null, planId: 'plan_year', planMonths: 12 })],
  })
  const entry = { time: '2026-11-20T02:00:00.000Z', transaction: 'capture:py_1', owner: null }
  const entries = [
    { ...entry, account: 'author:u_1', owner: '作者小叶', amount: -4760 },
    { ...entry, account: 'cash:wechat', amount: 6800 },
    { ...entry, account: 'sales', amount: -2040 },
  ]
  const found = { order, buyer: null, purchaser: null, payments: [], events: [], entries }
  show(<AnyOrder found={found} answer={undefined} />, learnerSession(), { at: '/admin/learn/orders/od_1' })
  expect(screen.getByRole('checkbox', { name: /会员1年/ })).toBeTruthy()
  const rows = within(screen.getByRole('region', { name: '账目' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.children[2]?.textContent)).toEqual([
    '应付作者 · 作者小叶',
    '微信支付账户',
    '平台收入',
  ])
})

test('where nothing was paid here there is nothing to give back; what cost nothing can be taken back', () => {
  const offered = (change: Parameters<typeof sampleOrder>[0]) => {
    const order = sampleOrder({ state: 'finished', ...change })
    const found = { order, buyer: null, purchaser: null, payments: [], events: [], entries: [] }
    show(<AnyOrder found={found} answer={undefined} />, learnerSession(), { at: '/admin/learn/orders/od_1' })
    const isOffered = screen.queryByRole('button', { name: '退回所选' }) !== null
    cleanup()
    return isOffered
  }
  expect(offered({ gateway: null })).toBe(false)
  expect(offered({ gateway: 'alipay' })).toBe(true)
  expect(offered({ gateway: null, amount: 0, items: [sampleLine({ amount: 0 })] })).toBe(true)
})
