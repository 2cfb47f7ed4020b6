// @vitest-environment jsdom
import type { Order } from '@lantern/contract/commerce/orders.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translator } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { PayPage, type PayPageProps } from './pay-page.tsx'
import { prepayProblem } from './prepay-problem.ts'
import { sampleOrder } from './testing/samples.ts'

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
        status: { status, state, failed: false },
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

test('on a desktop WeChat Pay is a code to scan, with the amount and until when the order is kept', () => {
  open()
  expect(screen.getByRole('img', { name: '微信支付二维码，¥68.00' })).toBeTruthy()
  expect(document.body.textContent).toContain('订单保留到08:30')
  expect(screen.getAllByRole('radio').map((way) => (way as HTMLInputElement).value)).toEqual(['alipay'])
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

test('a payment that failed says so, that nothing was charged, and offers another way [COM-033]', () => {
  open({ status: { status: 'waiting', state: 'waiting', failed: true } })
  expect(screen.getByRole('alert').textContent).toMatch(/付款没有成功，没有扣款/)
  expect(screen.getByRole('button', { name: '用这个方式支付' })).toBeTruthy()
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
