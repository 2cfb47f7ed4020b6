// @vitest-environment jsdom
import type { OrderList } from '@lantern/contract/commerce/orders.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { MerchandiseOrders } from './merchandise-orders.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const merchandise = {
  itemId: null,
  bundleId: null,
  bundleTitle: null,
  planId: null,
  isMerchandise: true,
  discountAmount: 0,
  bundleAmount: 0,
  couponAmount: 0,
  refundedAmount: 0,
  refund: null,
}

function open(more: Partial<OrderList> = {}) {
  const orders: OrderList = {
    orderMap: {
      od_1: {
        id: 'od_1',
        status: 'processing',
        state: 'processing',
        items: [
          { ...merchandise, position: 0, title: '鼠标垫', quantity: 1, price: 6900, amount: 6900 },
          { ...merchandise, position: 1, title: '贴纸', quantity: 2, price: 1950, amount: 3900 },
        ],
        amount: 10_800,
        amounts: { originalAmount: 10_800, discountAmount: 0, bundleAmount: 0, couponAmount: 0, amount: 10_800 },
        refundedAmount: 0,
        coupon: null,
        createdTime: '2026-05-10T00:00:00.000Z',
        expiresTime: null,
        paidTime: null,
        gateway: null,
        providerId: null,
        refundableUntil: null,
        refunds: [],
        receipts: [],
      },
    },
    results: ['od_1'],
    page: 0,
    pageSize: 10,
    total: 1,
    ...more,
  }
  show(<MerchandiseOrders orders={orders} personId="u_ada" />)
}

test('an order says when it was made, how far it is, what is in it and what it costs [COM-005]', () => {
  open()
  const order = screen.getByRole('article', { name: '2026-05-10 08:00 下单' })
  expect(order.textContent).toContain('订单 od_1')
  expect(order.textContent).toContain('处理中')
  const lines = within(order).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual(['鼠标垫¥69 × 1¥69', '贴纸¥19.50 × 2¥39'])
  expect(order.textContent).toContain('合计 ¥108')
})

test('without orders the page says what will be here; a page beyond the end leads back', () => {
  open({ orderMap: {}, results: [], total: 0 })
  expect(screen.getByRole('heading', { name: '还没有周边订单' })).toBeTruthy()
  cleanup()
  open({ orderMap: {}, results: [], total: 3, page: 7 })
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/u/u_ada?tab=periphery_order')
})

test('many orders are pages', () => {
  open({ total: 35, page: 1 })
  const pages = screen.getByRole('navigation', { name: '分页' })
  expect(within(pages).getByRole('link', { name: '第4页' }).getAttribute('href')).toBe(
    '/u/u_ada?tab=periphery_order&page=3',
  )
})
