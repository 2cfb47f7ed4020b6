// @vitest-environment jsdom
import type { OrderView } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderList } from '@lantern/contract/commerce/orders.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { Orders } from './order-list.tsx'
import { noAmounts, sampleLine, sampleOrder } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const merchandise = sampleOrder({
  status: 'processing',
  state: 'processing',
  items: [
    sampleLine({ title: '鼠标垫', price: 6900, amount: 6900, itemId: null, picture: null, isMerchandise: true }),
    sampleLine({
      position: 1,
      title: '贴纸',
      quantity: 2,
      price: 1950,
      amount: 3900,
      itemId: null,
      picture: null,
      isMerchandise: true,
    }),
  ],
  amount: 10_800,
  amounts: { ...noAmounts, originalAmount: 10_800, amount: 10_800 },
})

function open(
  orders: Order[],
  more: Partial<OrderList> = {},
  tab: 'orders' | 'periphery_order' = 'periphery_order',
  view: OrderView | null = null,
) {
  const list: OrderList = {
    orderMap: Object.fromEntries(orders.map((order) => [order.id, order])),
    results: orders.map(({ id }) => id),
    page: 0,
    pageSize: 10,
    total: orders.length,
    ...more,
  }
  show(<Orders orders={list} personId="u_ada" tab={tab} view={view} />)
}

test('an order says when it was made, how far it is, what is in it and what it costs [COM-005]', () => {
  // its number has its day in China: half past midnight there
  open([{ ...merchandise, id: 'od_01m7zf2xt0hwq2xk8n9f3kq7zd' }])
  const order = screen.getByRole('article', { name: '2026-05-10 08:00 下单' })
  expect(order.textContent).toContain('订单 L20261122-9F3KQ7ZD')
  expect(order.textContent).toContain('处理中')
  const lines = within(order).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual(['鼠标垫¥69.00', '贴纸¥19.50 × 2¥39.00'])
  expect(order.textContent).toContain('合计 ¥108.00')
})

test('a line says what it cost and every reduction of it; what cost its price says that alone', () => {
  const reduced = sampleLine({
    price: 9900,
    discountAmount: 2970,
    couponAmount: 257,
    amount: 6673,
    bundleTitle: '稳住每一帧',
    bundleAmount: 0,
  })
  open([sampleOrder({ coupon: 'SHADOW30', items: [reduced, sampleLine({ position: 1 })] })], {}, 'orders')
  const [first, second] = screen.getAllByRole('listitem')
  const facts = (row: HTMLElement | undefined) => [...(row?.querySelectorAll('.meta > *') ?? [])]
  expect(facts(first).map((fact) => fact.textContent)).toEqual([
    '来自套装《稳住每一帧》',
    '商品原价 ¥99.00',
    '限时折扣 −¥29.70',
    '优惠码SHADOW30 −¥2.57',
  ])
  expect(first?.textContent).toContain('¥66.73')
  expect(facts(second)).toEqual([])
})

test('an order waits, is worked on or is finished, and each says so [COM-014] [COM-003]', () => {
  open(
    [
      sampleOrder({ id: 'od_w' }),
      sampleOrder({ id: 'od_p', status: 'processing', state: 'processing' }),
      sampleOrder({ id: 'od_f', status: 'finished', state: 'finished' }),
    ],
    {},
    'orders',
  )
  const said = screen
    .getAllByRole('article')
    .map((order) => ['待付款', '处理中', '已完成'].filter((word) => order.textContent?.includes(word)))
  expect(said).toEqual([['待付款'], ['处理中'], ['已完成']])
  // each line has the picture of its item
  expect(document.querySelectorAll('article li img[src="/media/covers/lighting/1.svg"]')).toHaveLength(3)
  const waiting = within(screen.getAllByRole('article')[0] as HTMLElement)
  expect(waiting.getByRole('link', { name: '去支付' }).getAttribute('href')).toBe('/pay/od_w')
  expect(waiting.getByRole('button', { name: '取消订单' })).toBeTruthy()
})

test('a receipt that was taken back keeps its number, struck through, beside the new one [COM-004]', () => {
  const receipt = {
    orderId: 'od_1',
    kind: 'personal' as const,
    title: '林知远',
    taxNumber: null,
    email: 'lin@example.com',
    amount: 6800,
    reversedBy: null,
    createdTime: '2026-05-10T00:00:00.000Z',
    issuedTime: '2026-05-10T00:00:00.000Z',
    url: '/media/receipt/r.pdf',
  }
  const receipts = [
    { ...receipt, id: 'rc_1', state: 'reversed' as const, number: '2610001' },
    { ...receipt, id: 'rc_2', state: 'issued' as const, number: '2610002' },
  ]
  open([sampleOrder({ status: 'finished', state: 'partly_refunded', receipts })], {}, 'orders')
  const rows = within(screen.getByRole('list', { name: '发票' })).getAllByRole('listitem')
  expect(rows.map((row) => [row.querySelector('s')?.textContent, row.querySelector('a')?.textContent])).toEqual([
    ['2610001', undefined],
    [undefined, '下载PDF'],
  ])
})

test('without orders the page says what will be here; a page beyond the end leads back', () => {
  open([])
  expect(screen.getByRole('heading', { name: '还没有周边订单' })).toBeTruthy()
  cleanup()
  open([], {}, 'orders')
  expect(screen.getByRole('heading', { name: '还没有订单' })).toBeTruthy()
  cleanup()
  open([], { total: 3, page: 7 })
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/u/u_ada?tab=periphery_order')
})

test('many orders are pages', () => {
  open([merchandise], { total: 35, page: 1 })
  const pages = screen.getByRole('navigation', { name: '分页' })
  expect(within(pages).getByRole('link', { name: '第4页' }).getAttribute('href')).toBe(
    '/u/u_ada?tab=periphery_order&page=3',
  )
})

test('orders are narrowed down to those that wait, are paid or come back; the next page stays among them', () => {
  open([sampleOrder()], { total: 50, pageSize: 20 }, 'orders', 'waiting')
  const views = within(screen.getByRole('navigation', { name: '看哪些订单' })).getAllByRole('link')
  expect(views.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['全部', '/u/u_ada?tab=orders', null],
      ['待付款', '/u/u_ada?tab=orders&status=waiting', 'page'],
      ['已付款', '/u/u_ada?tab=orders&status=paid', null],
      ['退款', '/u/u_ada?tab=orders&status=refund', null],
    ],
  )
  const next = screen.getByRole('link', { name: /下一页/ })
  expect(next.getAttribute('href')).toBe('/u/u_ada?tab=orders&status=waiting&page=1')
  cleanup()
  open([], {}, 'orders', 'refund')
  expect(screen.getByRole('heading', { name: '这里没有订单' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '全部' })).toBeTruthy()
})

test('a line whose item cannot be opened any more says so and leads nowhere; the others lead to theirs', () => {
  const lines = [sampleLine(), sampleLine({ position: 1, title: '水面', itemId: 'ltu_2', isThere: false })]
  open([sampleOrder({ status: 'finished', state: 'finished', items: lines })], {}, 'orders')
  const [there, gone] = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('¥68'))
  expect(
    within(there as HTMLElement)
      .getByRole('link', { name: '实时阴影' })
      .getAttribute('href'),
  ).toBe('/tutorial/ltu_1')
  expect(within(gone as HTMLElement).queryByRole('link')).toBeNull()
  expect(gone?.textContent).toContain('水面现在看不到')
})
