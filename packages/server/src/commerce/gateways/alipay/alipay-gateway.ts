import type { AlipaySettings } from '#kit/payment-settings.ts'
import { chinaTime, dateOfChinaTime } from '../../china-time.ts'
import { fenOf, yuanOf } from '../amounts.ts'
import { fittingText } from '../fitting-text.ts'
import {
  GatewayAway,
  type GatewayEvent,
  type GatewayPayment,
  GatewayRefused,
  NotFromGateway,
  type PaymentAttempt,
  type PaymentGateway,
} from '../payment-gateway.ts'
import { type AlipayAnswer, alipayClient } from './client.ts'
import { alipayStatement } from './statement.ts'

/**
 * Alipay: its page for computers and its page for phones. A trade begins when the payer signs in there, so nothing is
 * known of it before, and closing it before ends nothing: the page can be paid until `expiresAt`. Refunds are done when
 * the call answers; the notification of one says only the total refunded, and is not needed.
 */
export function alipayGateway(settings: AlipaySettings, timeoutMs: number, now: () => Date): PaymentGateway {
  const client = alipayClient(settings, timeoutMs, now)

  const query: PaymentGateway['query'] = async ({ paymentId }) => {
    const found = await client.call('alipay.trade.query', { out_trade_no: paymentId })
    return paymentOf(paymentId, found, settings.sellerId)
  }

  const queryRefund: PaymentGateway['queryRefund'] = async ({ paymentId, refundId }) => {
    const found = await client.call('alipay.trade.fastpay.refund.query', {
      out_trade_no: paymentId,
      out_request_no: refundId,
    })
    // an unknown refund is answered as done, without a word of it
    if (!found?.refund_amount) return { state: 'unknown', refundId, providerId: null, amountFen: null }
    const state = found.refund_status === 'REFUND_SUCCESS' ? 'refunded' : 'processing'
    return { state, refundId, providerId: null, amountFen: fenOf(found.refund_amount) }
  }

  return {
    name: 'alipay',
    merchantId: settings.sellerId,
    currency: 'CNY',
    query,
    queryRefund,

    async prepay(attempt) {
      const isPhone = attempt.device === 'phone'
      const payUrl = await client.pageAddress(`alipay.trade.${isPhone ? 'wap' : 'page'}.pay`, {
        returnUrl: attempt.returnUrl,
        notifyUrl: attempt.notifyUrl,
        bizContent: orderOf(attempt, isPhone),
      })
      return { providerId: null, payUrl }
    },

    async readCallback({ rawBody }) {
      const fields = fieldsOf(rawBody)
      if (!(await client.isSigned(fields))) throw new NotFromGateway('alipay: the signature does not fit')
      if (fields.app_id !== settings.appId) throw new NotFromGateway('alipay: meant for another app')
      return eventOf(fields)
    },

    answer: (taken) => ({ status: 200, contentType: 'text/plain', body: taken ? 'success' : 'fail' }),

    async close(payment) {
      try {
        await client.call('alipay.trade.close', { out_trade_no: payment.paymentId })
        return 'closed'
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        // the same answer for a paid and for a closed payment
        const { state } = await query(payment)
        if (state === 'paid' || state === 'closed') return state
        throw error
      }
    },

    async refund({ paymentId, providerId, refundId, amountFen, reason }) {
      const answer = await client.call('alipay.trade.refund', {
        out_trade_no: paymentId,
        out_request_no: refundId,
        refund_amount: yuanOf(amountFen),
        refund_reason: fittingText(reason, 256),
      })
      if (!answer) throw new GatewayRefused('alipay', 'other', 'ACQ.TRADE_NOT_EXIST')
      if (answer.fund_change === 'Y') return { state: 'refunded', refundId, providerId: null, amountFen }
      // no money moved now: this refund was done before, or is still on its way
      const known = await queryRefund({ paymentId, providerId, refundId })
      return known.state === 'unknown' ? { state: 'processing', refundId, providerId: null, amountFen } : known
    },

    statement: (day) => alipayStatement(client, day, { timeoutMs, now }),
  }
}

function orderOf(attempt: PaymentAttempt, isPhone: boolean) {
  return {
    out_trade_no: attempt.paymentId,
    product_code: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    total_amount: yuanOf(attempt.amountFen),
    // these three are not taken in a title
    subject: fittingText(attempt.title.replace(/[/=&]/g, ' '), 256),
    time_expire: chinaTime(attempt.expiresAt),
    ...(isPhone && { quit_url: attempt.returnUrl }),
  }
}

function paymentOf(paymentId: string, found: AlipayAnswer | null, merchantId: string): GatewayPayment {
  const none = { paymentId, providerId: null, amountFen: null, currency: null, merchantId, paidAt: null }
  if (!found) return { state: 'unknown', ...none }
  const { trade_status: status, trade_no: providerId = null, total_amount: total, send_pay_date: paidAt } = found
  return {
    state: stateOf(status, paidAt !== undefined),
    paymentId: found.out_trade_no ?? '',
    providerId,
    amountFen: total ? fenOf(total) : null,
    currency: 'CNY',
    merchantId,
    paidAt: paidAt ? dateOfChinaTime(paidAt) : null,
  }
}

function stateOf(status: string | undefined, wasPaid: boolean): GatewayPayment['state'] {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  if (status === 'WAIT_BUYER_PAY') return 'waiting'
  // `closed` also means paid and wholly refunded
  if (status === 'TRADE_CLOSED') return wasPaid ? 'paid' : 'closed'
  throw new GatewayAway('alipay: an unknown state of a trade')
}

/** The fields of the form, each once. */
function fieldsOf(rawBody: Buffer): Record<string, string> {
  const pairs = [...new URLSearchParams(rawBody.toString('utf8'))]
  const fields = Object.fromEntries(pairs)
  if (Object.keys(fields).length !== pairs.length) throw new NotFromGateway('alipay: a field stands twice')
  return fields
}

function eventOf(fields: Record<string, string>): GatewayEvent | null {
  const { trade_status: status, out_trade_no: paymentId, seller_id: merchantId, total_amount: total } = fields
  // of a refund
  if (fields.refund_fee || fields.gmt_refund) return null
  const isPaid = status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED'
  if (!isPaid && status !== 'TRADE_CLOSED') return null
  if (!paymentId || !merchantId || !total || !fields.notify_id) throw new NotFromGateway('alipay: a field is missing')
  return {
    kind: isPaid ? 'paid' : 'closed',
    eventId: fields.notify_id,
    paymentId,
    providerId: fields.trade_no ?? null,
    amountFen: fenOf(total),
    // trades in yuan do not name their currency
    currency: fields.trans_currency ?? 'CNY',
    merchantId,
    at: dateOfChinaTime((isPaid ? fields.gmt_payment : fields.gmt_close) ?? fields.notify_time ?? ''),
  }
}
