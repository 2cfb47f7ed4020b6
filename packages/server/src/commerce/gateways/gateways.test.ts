import { newId } from '@lantern/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { afterUse } from '#testing/after-use.ts'
import { testSite } from '#testing/site.ts'
import {
  GatewayAway,
  type GatewayCallback,
  GatewayRefused,
  NotFromGateway,
  type PaymentAttempt,
  type PaymentGateway,
  type RefundAttempt,
  type StatementLine,
} from './payment-gateway.ts'
import type { CallbackFault, SentCallback } from './testing/local-gateway.ts'
import { payerOf } from './testing/payers.ts'

const site = await testSite()
const notifyUrl = 'http://127.0.0.1:9/api/learn/cn/payment/stripe/notify'
const minute = 60_000

function attempt(changes: Partial<PaymentAttempt> = {}): PaymentAttempt {
  const now = site.clock.now()
  return {
    paymentId: newId('payment'),
    title: '光照与后期/渲染 & 更多',
    amountFen: 12_050,
    currency: 'CNY',
    expiresAt: new Date(now.getTime() + 30 * minute),
    device: 'desktop',
    clientAddress: '203.0.113.7',
    returnUrl: 'http://127.0.0.1:9/order/od_1',
    notifyUrl,
    ...changes,
  }
}

function refundOf({ paymentId, amountFen, currency }: PaymentAttempt, providerId: string | null): RefundAttempt {
  const refundId = newId('payment')
  return {
    paymentId,
    providerId,
    refundId,
    amountFen: 4000,
    totalFen: amountFen,
    currency,
    reason: '买错了',
    notifyUrl,
  }
}

function received({ headers, body }: SentCallback): GatewayCallback {
  return { headers, rawBody: Buffer.from(body), now: site.clock.now() }
}

async function linesOf(gateway: PaymentGateway, day: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const line of gateway.statement(day)) lines.push(line)
  return lines
}

describe.each(['sandbox', 'wechat', 'alipay', 'stripe'] as const)('%s', async (name) => {
  const payer = await payerOf(name, site)
  const { gateway } = payer
  afterUse(() => payer.close())

  async function paid(changes: Partial<PaymentAttempt> = {}) {
    const order = attempt(changes)
    const prepaid = await gateway.prepay(order)
    await payer.pay(order.paymentId, prepaid)
    return { order, payment: { paymentId: order.paymentId, providerId: prepaid.providerId } }
  }

  test.each(['desktop', 'phone'] as const)(
    'on a %s a payment is opened, paid, told, given back in part and stated',
    async (device) => {
      site.clock.set(device === 'phone' ? '2026-05-10T02:00:00Z' : '2026-05-12T02:00:00Z')
      const { order, payment } = await paid({ device })
      const agreed = { paymentId: order.paymentId, amountFen: 12_050, currency: 'CNY', merchantId: gateway.merchantId }
      const at = site.clock.now()

      const event = await gateway.readCallback(received(await payer.callback(order.paymentId)))
      expect(event).toMatchObject({ kind: 'paid', ...agreed, at })
      expect(await gateway.query(payment)).toMatchObject({ state: 'paid', ...agreed, paidAt: at })

      const refund = refundOf(order, payment.providerId)
      expect(await gateway.refund(refund)).toMatchObject({
        state: 'refunded',
        refundId: refund.refundId,
        amountFen: 4000,
      })
      expect(await gateway.queryRefund(refund)).toMatchObject({ state: 'refunded', amountFen: 4000 })
      const told = payer.refundCallback(order.paymentId, refund.refundId)
      if (told) {
        const { refundId } = refund
        expect(await gateway.readCallback(received(told))).toMatchObject({
          kind: 'refunded',
          ...agreed,
          refundId,
          amountFen: 4000,
        })
      }

      const day = at.toISOString().slice(0, 10)
      site.clock.advance({ days: 1 })
      const lines = await linesOf(gateway, day)
      const common = { paymentId: order.paymentId, currency: 'CNY', at }
      expect(lines).toMatchObject([
        { ...common, kind: 'payment', refundId: null, amountFen: 12_050 },
        { ...common, kind: 'refund', refundId: refund.refundId, amountFen: 4000 },
      ])
      expect(await linesOf(gateway, '2026-05-01')).toEqual([])
    },
  )

  test('the same attempt again is the same payment, and a repeated callback the same event', async () => {
    const order = attempt()
    const first = await gateway.prepay(order)
    const second = await gateway.prepay(order)
    expect(second.providerId).toBe(first.providerId)
    await payer.pay(order.paymentId, second)
    const read = async () => gateway.readCallback(received(await payer.callback(order.paymentId)))
    const event = await read()
    site.clock.advance({ minutes: 20 })
    expect((await read())?.eventId).toBe(event?.eventId)
  })

  test('what was not paid waits or is not known; closed it stays closed, and what was paid is not closed', async () => {
    const order = attempt()
    const { providerId } = await gateway.prepay(order)
    const payment = { paymentId: order.paymentId, providerId }
    expect(['waiting', 'unknown']).toContain((await gateway.query(payment)).state)
    expect((await gateway.query({ paymentId: newId('payment'), providerId: null })).state).toBe('unknown')
    expect([await gateway.close(payment), await gateway.close(payment)]).toEqual(['closed', 'closed'])
    const bought = await paid()
    expect(await gateway.close(bought.payment)).toBe('paid')
    expect((await gateway.query(bought.payment)).state).toBe('paid')
  })

  test('a repeated refund is one refund, and more than is left is refused', async () => {
    const { order, payment } = await paid()
    const refund = refundOf(order, payment.providerId)
    const [first, again] = [await gateway.refund(refund), await gateway.refund(refund)]
    expect(again).toEqual(first)
    expect(await payer.refundedFen(order.paymentId)).toBe(4000)
    const more = { ...refundOf(order, payment.providerId), amountFen: 8051 }
    const refused = await gateway.refund(more).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(GatewayRefused)
    expect(refused).toMatchObject({ reason: 'not_enough' })
    expect((await gateway.queryRefund(more)).state).toBe('unknown')
    expect(await payer.refundedFen(order.paymentId)).toBe(4000)
  })

  test.each(['wrong key', 'one byte', 'old', 'app'] as const)(
    'a callback with %s is not the gateway’s',
    async (fault) => {
      const isWithout = name === 'sandbox' ? fault === 'app' : name === 'alipay' && fault === 'old'
      const { order } = await paid()
      const read = gateway.readCallback(
        received(await payer.callback(order.paymentId, isWithout ? 'wrong key' : fault)),
      )
      await expect(read).rejects.toThrow(NotFromGateway)
    },
  )

  test('an unsigned callback, an empty one and one of five megabytes are not the gateway’s', async () => {
    const { order } = await paid()
    const { body } = await payer.callback(order.paymentId)
    for (const rawBody of [
      Buffer.from(body.replace(/&sign=[^&]*/, '')),
      Buffer.alloc(0),
      Buffer.alloc(5_000_000, '['),
    ]) {
      await expect(gateway.readCallback({ headers: {}, rawBody, now: site.clock.now() })).rejects.toThrow(
        NotFromGateway,
      )
    }
  })

  test.each([
    ['amount', { amountFen: 1 }],
    ['currency', { currency: 'USD' }],
    ['merchant', { merchantId: expect.not.stringMatching(`^${gateway.merchantId}$`) }],
    ['payment', { paymentId: 'py_of_nobody' }],
  ] satisfies [CallbackFault, object][])(
    'another %s is read as the gateway tells it, for the shop to compare',
    async (fault, told) => {
      const { order } = await paid()
      expect(await gateway.readCallback(received(await payer.callback(order.paymentId, fault)))).toMatchObject(told)
    },
  )

  const { failCalls } = payer
  if (!failCalls) return

  test('a gateway that is away or cannot be verified leaves it open what it did', async () => {
    const { order, payment } = await paid()
    const refund = refundOf(order, payment.providerId)
    for (const fault of ['error 500', 'hang up', ...(name === 'stripe' ? [] : ['unsigned answer' as const])] as const) {
      failCalls(fault)
      await expect(gateway.refund(refund), fault).rejects.toThrow(GatewayAway)
    }
    failCalls('error 500')
    await expect(gateway.query(payment)).rejects.toThrow(GatewayAway)
    failCalls(null)
    // it hung up after it had given the money back: the same refund again is that one
    expect(await gateway.refund(refund)).toMatchObject({ state: 'refunded', amountFen: 4000 })
    expect(await payer.refundedFen(order.paymentId)).toBe(4000)
  })
})
