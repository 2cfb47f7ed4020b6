import type { WechatPaySettings } from '#kit/payment-settings.ts'
import { fittingText } from '../fitting-text.ts'
import {
  GatewayAway,
  type GatewayEvent,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  NotFromGateway,
  type PaymentAttempt,
  type PaymentGateway,
} from '../payment-gateway.ts'
import { wechatClient } from './client.ts'
import { requireSigned } from './platform-keys.ts'
import { openResource, type SealedResource } from './signing.ts'
import { wechatStatement } from './statement.ts'

interface Transaction {
  appid: string
  mchid: string
  out_trade_no: string
  transaction_id?: string
  trade_state: string
  success_time?: string
  amount?: { total?: number; currency?: string }
}

interface Refund {
  out_refund_no: string
  refund_id: string
  status: string
  amount?: { refund?: number }
}

interface RefundNotice {
  mchid: string
  out_trade_no: string
  out_refund_no: string
  refund_id: string
  refund_status: string
  success_time?: string
  amount: { refund: number; currency?: string }
}

interface Notification {
  id: string
  create_time: string
  resource: SealedResource & { original_type: string }
}

/**
 * WeChat Pay, APIv3: a Native code on a desktop, H5 on a phone. H5 works in a phone's browser but not within WeChat
 * itself, whose pages pay by JSAPI.
 */
export function wechatGateway(settings: WechatPaySettings, timeoutMs: number, now: () => Date): PaymentGateway {
  const client = wechatClient(settings, timeoutMs, now)
  const ownPayment = (paymentId: string) => `/v3/pay/transactions/out-trade-no/${paymentId}`
  const query: PaymentGateway['query'] = async ({ paymentId }) => {
    const found = await client.call(`${ownPayment(paymentId)}?mchid=${settings.merchantId}`)
    return found ? paymentOf(found as Transaction) : unknownPayment(paymentId, settings.merchantId)
  }

  return {
    name: 'wechat',
    merchantId: settings.merchantId,
    currency: 'CNY',
    query,

    async prepay(attempt) {
      const isPhone = attempt.device === 'phone'
      const answer = await client.call(
        `/v3/pay/transactions/${isPhone ? 'h5' : 'native'}`,
        orderOf(settings, attempt, isPhone),
      )
      const { code_url: codeUrl, h5_url: payUrl } = (answer ?? {}) as { code_url?: string; h5_url?: string }
      if (isPhone && payUrl) {
        return { providerId: null, payUrl: `${payUrl}&redirect_url=${encodeURIComponent(attempt.returnUrl)}` }
      }
      if (!isPhone && codeUrl) return { providerId: null, codeUrl }
      throw new GatewayAway('wechat: the answer has no address')
    },

    async readCallback({ headers, rawBody, now: at }) {
      const header = (name: string) => {
        const value = headers[name]
        return typeof value === 'string' ? value : null
      }
      await requireSigned(header, rawBody, at, client.findKey)
      const notification = JSON.parse(rawBody.toString('utf8')) as Notification
      const kind = notification.resource?.original_type
      if (kind !== 'transaction' && kind !== 'refund') return null
      const content: unknown = JSON.parse(openResource(settings.apiKey, notification.resource))
      return kind === 'transaction'
        ? paidEvent(notification, content as Transaction, settings)
        : refundEvent(notification, content as RefundNotice)
    },

    answer: (taken) =>
      taken
        ? { status: 204, contentType: 'application/json', body: '' }
        : { status: 500, contentType: 'application/json', body: '{"code":"FAIL","message":"not taken"}' },

    async close(payment) {
      try {
        await client.call(`${ownPayment(payment.paymentId)}/close`, { mchid: settings.merchantId })
        return 'closed'
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        if (error.reason === 'already_paid') return 'paid'
        if (error.reason === 'closed') return 'closed'
        throw error
      }
    },

    async refund({ paymentId, refundId, amountFen, totalFen, currency, reason, notifyUrl }) {
      const answer = await client.call('/v3/refund/domestic/refunds', {
        out_trade_no: paymentId,
        out_refund_no: refundId,
        // 80 bytes, which 26 characters of Chinese fit into
        reason: fittingText(reason, 26),
        notify_url: notifyUrl,
        amount: { refund: amountFen, total: totalFen, currency },
      })
      if (!answer) throw new GatewayRefused('wechat', 'other', 'RESOURCE_NOT_EXISTS')
      return refundOf(answer as Refund)
    },

    async queryRefund({ refundId }) {
      const found = await client.call(`/v3/refund/domestic/refunds/${refundId}`)
      return found ? refundOf(found as Refund) : { state: 'unknown', refundId, providerId: null, amountFen: null }
    },

    statement: (day) => wechatStatement(client, day, now),
  }
}

function orderOf({ appId, merchantId }: WechatPaySettings, attempt: PaymentAttempt, isPhone: boolean) {
  return {
    appid: appId,
    mchid: merchantId,
    description: fittingText(attempt.title, 127),
    out_trade_no: attempt.paymentId,
    // RFC 3339 without fractions of a second
    time_expire: attempt.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: attempt.notifyUrl,
    amount: { total: attempt.amountFen, currency: attempt.currency },
    scene_info: { payer_client_ip: attempt.clientAddress, ...(isPhone && { h5_info: { type: 'Wap' } }) },
  }
}

const paymentStates: Readonly<Record<string, GatewayPayment['state']>> = {
  SUCCESS: 'paid',
  // paid, and then given back in part or whole
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  ACCEPT: 'waiting',
  PAYERROR: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
}

function paymentOf(transaction: Transaction): GatewayPayment {
  const state = paymentStates[transaction.trade_state]
  if (!state) throw new GatewayAway('wechat: an unknown state of a payment')
  return {
    state,
    paymentId: transaction.out_trade_no,
    providerId: transaction.transaction_id ?? null,
    amountFen: transaction.amount?.total ?? null,
    currency: transaction.amount?.currency ?? null,
    merchantId: transaction.mchid,
    paidAt: transaction.success_time ? new Date(transaction.success_time) : null,
  }
}

function unknownPayment(paymentId: string, merchantId: string): GatewayPayment {
  return { state: 'unknown', paymentId, providerId: null, amountFen: null, currency: null, merchantId, paidAt: null }
}

function paidEvent(
  { id, create_time }: Notification,
  transaction: Transaction,
  settings: WechatPaySettings,
): GatewayEvent | null {
  const { appid, mchid, amount, success_time, trade_state } = transaction
  if (appid !== settings.appId) throw new NotFromGateway('wechat: meant for another app')
  if (trade_state !== 'SUCCESS') return null
  return {
    kind: 'paid',
    eventId: id,
    paymentId: transaction.out_trade_no,
    providerId: transaction.transaction_id ?? null,
    amountFen: amount?.total ?? 0,
    currency: amount?.currency ?? '',
    merchantId: mchid,
    at: new Date(success_time ?? create_time),
  }
}

function refundEvent({ id, create_time }: Notification, notice: RefundNotice): GatewayEvent {
  return {
    kind: notice.refund_status === 'SUCCESS' ? 'refunded' : 'refund_failed',
    eventId: id,
    paymentId: notice.out_trade_no,
    refundId: notice.out_refund_no,
    providerId: notice.refund_id,
    amountFen: notice.amount.refund,
    // refunds are of the payment's currency and do not name it
    currency: notice.amount.currency ?? 'CNY',
    merchantId: notice.mchid,
    at: new Date(notice.success_time ?? create_time),
  }
}

const refundStates: Readonly<Record<string, GatewayRefund['state']>> = {
  SUCCESS: 'refunded',
  PROCESSING: 'processing',
  // the payer's card is gone: the merchant has to pay it out by hand
  ABNORMAL: 'failed',
  CLOSED: 'failed',
}

function refundOf({ out_refund_no, refund_id, status, amount }: Refund): GatewayRefund {
  return {
    state: refundStates[status] ?? 'processing',
    refundId: out_refund_no,
    providerId: refund_id,
    amountFen: amount?.refund ?? null,
  }
}
