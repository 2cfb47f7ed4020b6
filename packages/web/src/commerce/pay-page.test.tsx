// @vitest-environment jsdom
import type { Order } from '@lantern/contract/commerce/orders.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translator } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { PayPage, type PayPageProps } from './pay-page.tsx'
import { prepayProblem } from './prepay-problem.ts'
import { sampleLine, sampleOrder, sampleRefund } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const expiresTime = '2026-05-10T00:30:00.000Z'
const prepaid = { paymentId: 'pm_1', codeUrl: 'weixin://wxpay/bizpayurl?pr=1', payUrl: null, expiresTime }

function open(props: Partial<PayPageProps> = {}, change: Partial<Order> = {}) {
  const order = sampleOrder(change)
  const { status, state } = order
  return show(
    <PayPage
      {...{
        order,
        cards: {},
        status: { status, state, failed: false, tried: null },
        gateways: ['wechat', 'alipay'],
        by: 'wechat',
        prepaid,
        problem: null,
        ...props,
      }}
    />,
    learnerSession(),
    { at: '/pay/od_1?gateway=wechat' },
  )
}

test('on a desktop WeChat Pay is a code to scan, with the amount', () => {
  open()
  expect(screen.getByRole('img', { name: '微信支付二维码，¥68.00' })).toBeTruthy()
  const other = screen.getByRole('link', { name: '换支付宝' })
  expect(other.getAttribute('href')).toBe('/pay/od_1?gateway=alipay')
})

test('where there is one way to pay no other is offered, and none is said to be missing', () => {
  open({ gateways: ['wechat'] })
  expect(screen.queryByRole('link', { name: /^换/ })).toBeNull()
  expect(document.body.textContent).not.toContain('现在没有可用的支付方式')
})

test('a way is chosen among those that the site has; where it has none the page says so and offers nothing to press', () => {
  open({ by: null, prepaid: null })
  expect(screen.getAllByRole('radio').map((way) => (way as HTMLInputElement).value)).toEqual(['wechat', 'alipay'])
  expect(screen.getByRole('button', { name: '用这个方式支付' })).toBeTruthy()
  cleanup()
  open({ by: null, prepaid: null, gateways: [] })
  expect(document.body.textContent).toContain('现在没有可用的支付方式')
  expect(screen.queryByRole('button', { name: '用这个方式支付' })).toBeNull()
})

test('whoever comes back unpaid finds the way that they tried chosen; where it is switched off by now, the first', () => {
  const chosen = () => (screen.getAllByRole('radio') as HTMLInputElement[]).filter((way) => way.checked)
  const waiting = { status: 'waiting', state: 'waiting', failed: false } as const
  for (const [tried, shown] of [
    [null, 'wechat'],
    ['alipay', 'alipay'],
    ['stripe', 'wechat'],
  ] as const) {
    open({ by: null, prepaid: null, status: { ...waiting, tried } })
    expect(chosen().map(({ value }) => value)).toEqual([shown])
    cleanup()
  }
})

test('beside the payment stands the order: a bundle as one line, the coupon, the sum and until when it is kept', () => {
  const part = { bundleId: 'bn_1', bundleTitle: '稳住每一帧', amount: 4000, couponAmount: 500 }
  open(
    {},
    {
      items: [
        sampleLine({ ...part, position: 0, title: '定位卡顿' }),
        sampleLine({ ...part, position: 1, title: '内存' }),
      ],
      coupon: 'SHADOW30',
      amount: 8000,
      amounts: { originalAmount: 12000, discountAmount: 0, bundleAmount: 3000, couponAmount: 1000, amount: 8000 },
    },
  )
  const summary = within(screen.getByRole('complementary', { name: '订单' }))
  expect(summary.getAllByRole('listitem').map((line) => line.textContent)).toEqual(['稳住每一帧¥90.00'])
  expect(summary.getByText('优惠码SHADOW30').nextSibling?.textContent).toBe('−¥10.00')
  expect(summary.getByText('已省 ¥40.00')).toBeTruthy()
  expect(summary.getByText('¥80.00')).toBeTruthy()
  expect(summary.getByText('保留到').nextSibling?.textContent).toContain('08:30')
})

test('a plan is chosen otherwise on its own page: it has never been in the cart', () => {
  const items = [sampleLine({ itemId: null, planId: 'pl_1', planMonths: 12, title: '' })]
  for (const state of ['waiting', 'expired'] as const) {
    open({}, { items, state })
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: '选择时长' }).getAttribute('href')).toBe('/premium')
    expect(main.queryByRole('link', { name: /购物车/ })).toBeNull()
    // nor has it a picture
    expect(document.querySelector('li > [class*="thumb"]')).toBeNull()
    cleanup()
  }
})

test('a way with a page of its own is a link to it', () => {
  open({ by: 'alipay', prepaid: { ...prepaid, codeUrl: null, payUrl: 'https://openapi.alipay.test/pay?1' } })
  const link = screen.getByRole('link', { name: '去支付宝付款' })
  expect(link.getAttribute('href')).toBe('https://openapi.alipay.test/pay?1')
})

test('a payment that succeeded says so and leads to what was bought [COM-032]', () => {
  open({}, { status: 'finished', state: 'finished' })
  expect(screen.getByRole('heading', { name: '付款成功' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '开始学' }).getAttribute('href')).toBe('/tutorial/ltu_1')
})

test('what was bought beside the first is listed, each with an act that begins it, and the payment has its numbers', () => {
  open(
    {},
    {
      id: 'od_01m7zf2xt0hwq2xk8n9f3kq7zd',
      status: 'finished',
      state: 'finished',
      items: [sampleLine(), sampleLine({ position: 1, itemId: 'lco_2', title: '内存去哪了' })],
      gateway: 'wechat',
      providerId: '4200001',
      paidTime: '2026-05-10T00:10:00.000Z',
    },
  )
  expect(screen.getByRole('heading', { level: 2, name: '实时阴影' })).toBeTruthy()
  const others = within(screen.getByRole('region', { name: '一起买的' }))
  expect(others.getByRole('link', { name: '开始学 内存去哪了' }).getAttribute('href')).toBe('/course/lco_2')
  const receipt = screen.getByRole('complementary', { name: '收据' }).textContent
  for (const fact of ['微信支付', '4200001', 'L20261122-9F3KQ7ZD', '08:10']) expect(receipt).toContain(fact)
})

test('a paid order leads to the request for a receipt while one can be asked for, and always to the order', () => {
  const paid = { status: 'finished', state: 'finished' } as const
  for (const canRequestReceipt of [true, false]) {
    open({}, { ...paid, canRequestReceipt })
    const receipt = within(screen.getByRole('complementary', { name: '收据' }))
    const leads = receipt.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    const asks = ['申请发票', '/order/od_1#receipt']
    expect(leads).toEqual([...(canRequestReceipt ? [asks] : []), ['看这笔订单', '/order/od_1']])
    cleanup()
  }
})

test('what was withdrawn before the payment came is named with its money, and is not offered to begin with', () => {
  const items = [
    sampleLine({ refund: 'sending', refundedAmount: 6800 }),
    sampleLine({ position: 1, itemId: 'ltu_2', title: '探针' }),
  ]
  const refunds = [sampleRefund({ state: 'sending', reason: 'withdrawn', positions: [0], amount: 6800 })]
  open({}, { status: 'finished', state: 'partly_refunded', items, refunds })
  expect(document.body.textContent).toContain(
    '实时阴影在你付款前已下架，不能再学。对应的¥68.00会按付款时的方式自动退回',
  )
  expect(screen.getByRole('link', { name: '开始学' }).getAttribute('href')).toBe('/tutorial/ltu_2')
  cleanup()
  open({}, { status: 'finished', state: 'refunded', items: items.slice(0, 1), refunds })
  expect(screen.queryByRole('link', { name: '开始学' })).toBeNull()
  expect(document.body.textContent).toContain('实时阴影在你付款前已下架')
})

test('a payment that failed says so, that nothing was charged, and offers another way [COM-033]', () => {
  open({ status: { status: 'waiting', state: 'waiting', failed: true, tried: 'wechat' } })
  expect(screen.getByRole('alert').textContent).toMatch(/付款没有成功，没有扣款/)
  expect(screen.getByRole('link', { name: '换支付宝' })).toBeTruthy()
})

test('an order that ran out or was cancelled says that nothing was charged', () => {
  open({}, { status: 'finished', state: 'expired', expiresTime: null })
  expect(screen.getByRole('heading', { name: '订单过期了，没有扣款' })).toBeTruthy()
  cleanup()
  open({}, { status: 'finished', state: 'cancelled', expiresTime: null })
  expect(screen.getByRole('heading', { name: '订单取消了，没有扣款' })).toBeTruthy()
})

test('WeChat Pay and Alipay that cannot be opened have a message each [COM-034] [COM-035]', () => {
  const away = new ApiError(503, { code: 'payment_unavailable', message: '' })
  const t = translator('zh_CN')
  open({ prepaid: null, problem: prepayProblem('wechat', away, t) })
  expect(screen.getByRole('alert').textContent).toMatch(/^微信支付暂时打不开，没有扣款/)
  cleanup()
  open({ by: 'alipay', prepaid: null, problem: prepayProblem('alipay', away, t) })
  expect(screen.getByRole('alert').textContent).toMatch(/^支付宝暂时打不开，没有扣款/)
})

test('while an order waits its page asks how far the payment is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const calls = fakeServer({
    '/api/learn/cn/payment/status': () => ({
      orderId: 'od_1',
      status: 'waiting',
      state: 'waiting',
      failed: false,
      expiresTime,
    }),
  })
  open()
  vi.advanceTimersByTime(6_500)
  await waitFor(() => expect(calls.map(({ query }) => query.get('orderId'))).toEqual(['od_1', 'od_1']))
})
