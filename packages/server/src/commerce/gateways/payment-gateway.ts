import type { GatewayName } from '@lantern/contract/commerce/payments.ts'

/**
 * What the shop asks of a payment provider. One attempt to pay an order is one payment; its id (`paymentId`, ours, at
 * most 32 letters, digits, `_` and `-`) is the order number at the gateway and the idempotency key of every call.
 *
 * Amounts are integers in the currency's minor unit: fen for CNY. Currencies are ISO 4217 codes in capitals.
 *
 * Every call may throw `GatewayAway`: whether the gateway did it is then unknown, and the same call with the same ids
 * may be made again without harm. `GatewayRefused` is an answer: the same call will be refused again.
 */
export interface PaymentGateway {
  readonly name: GatewayName
  /** Our account at the gateway. A `GatewayEvent` or `GatewayPayment` with another one is not ours. */
  readonly merchantId: string
  readonly currency: string

  /**
   * Opens a payment. Again with the same attempt it answers the same payment, while that is open. Throws
   * GatewayRefused `already_paid` or `closed` when it no longer is; Alipay is not asked, and its page says so itself.
   */
  prepay(attempt: PaymentAttempt): Promise<Prepaid>

  /**
   * Verifies a callback and reads it. Null: genuine, but of no interest here (answer as taken). An event may come more
   * than once, late and out of order: its id stays the same each time. Amount, currency, merchant and payment are the
   * gateway's word and have to be compared with the order. Throws NotFromGateway for everything that the gateway
   * did not sign with its present key, signed for another app, or sent more than five minutes ago (where the protocol
   * dates the sending; Alipay's does not).
   */
  readCallback(callback: GatewayCallback): Promise<GatewayEvent | null>

  /** What to answer to a callback. `taken` false makes the gateway send it again. */
  answer(taken: boolean): { status: number; contentType: string; body: string }

  /** How the payment stands now; the answer is verified as a callback is. */
  query(payment: PaymentReference): Promise<GatewayPayment>

  /**
   * Ends an open payment. `paid`: it was too late. Closing twice is once. Afterwards nobody can pay it, but for Alipay,
   * which knows of no payment until the payer has signed in there: its page can still be begun until `expiresAt`. A
   * payment that comes after its closing is told as every other.
   */
  close(payment: PaymentReference): Promise<'closed' | 'paid'>

  /**
   * Gives money back. The same `refundId` again is the same refund, never a second one. `processing`: the outcome comes
   * as an event (WeChat Pay, Stripe) or from `queryRefund` (each). Throws GatewayRefused `not_enough` where more is asked than is left.
   */
  refund(refund: RefundAttempt): Promise<GatewayRefund>

  queryRefund(refund: RefundReference): Promise<GatewayRefund>

  /**
   * Money that moved on one day of China (`2026-11-22`, Asia/Shanghai), in no order. Nothing moved: no lines. Throws
   * GatewayAway while the gateway has not made it: WeChat Pay's and Alipay's are there from 10:00 of the next day.
   */
  statement(day: string): AsyncIterable<StatementLine>
}

export interface PaymentAttempt {
  paymentId: string
  /** What is bought, shown by the gateway; cut to what fits there. */
  title: string
  amountFen: number
  currency: string
  /** From then on the gateway takes no money; Stripe takes it for a day, so close it besides. */
  expiresAt: Date
  device: 'desktop' | 'phone'
  /** The payer's address, as the gateway's risk check asks for it. */
  clientAddress: string
  /** Where the payer's browser goes afterwards. It proves nothing of the payment. */
  returnUrl: string
  /** Where callbacks go to: without a query, since WeChat Pay takes none. */
  notifyUrl: string
}

/**
 * `codeUrl` is drawn as a QR code for the payer's phone; `payUrl` is an address the payer's browser is led to.
 * `providerId` has to be kept with the payment and given back: some gateways know the payment by it alone.
 */
export type Prepaid = { providerId: string | null } & ({ codeUrl: string } | { payUrl: string })

export interface PaymentReference {
  paymentId: string
  /** As `prepay` answered it; null when that answer was lost. */
  providerId: string | null
}

export interface GatewayCallback {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came: one that was parsed and written again no longer fits its signature. */
  rawBody: Buffer
  now: Date
}

export type GatewayEvent = PaymentEvent | RefundEvent

interface EventOrigin {
  /** Unique at this gateway; the same for each repeated sending. */
  eventId: string
  paymentId: string
  /** Null where the gateway does not name it. */
  providerId: string | null
  currency: string
  merchantId: string
  /** When it happened, by the gateway's clock. */
  at: Date
}

export interface PaymentEvent extends EventOrigin {
  kind: 'paid' | 'closed'
  /** The total due, before coupons of the gateway's own that it bears itself. */
  amountFen: number
}

export interface RefundEvent extends EventOrigin {
  kind: 'refunded' | 'refund_failed'
  refundId: string
  /** What this refund gives back. */
  amountFen: number
}

export interface GatewayPayment {
  /** `unknown`: the gateway has no such payment, or the payer has not yet begun. */
  state: 'unknown' | 'waiting' | 'paid' | 'closed'
  paymentId: string
  providerId: string | null
  /** Null while the state is unknown. */
  amountFen: number | null
  currency: string | null
  merchantId: string
  /** When it was paid. */
  paidAt: Date | null
}

export interface RefundReference extends PaymentReference {
  /** Ours, made as `paymentId` is. */
  refundId: string
}

export interface RefundAttempt extends RefundReference {
  amountFen: number
  /** What the payment was in all. */
  totalFen: number
  currency: string
  /** Shown to the payer; cut to what fits there. */
  reason: string
  notifyUrl: string
}

export interface GatewayRefund {
  /** `unknown`: the gateway has no such refund. */
  state: 'unknown' | 'processing' | 'refunded' | 'failed'
  refundId: string
  /** The gateway's own name of it; null while unknown. */
  providerId: string | null
  amountFen: number | null
}

/** A payment or a refund as the gateway's accounts have it. */
export interface StatementLine {
  kind: 'payment' | 'refund'
  paymentId: string
  /** Null for payments. */
  refundId: string | null
  providerId: string | null
  /** Never negative: `kind` says which way the money went. */
  amountFen: number
  /** What the gateway kept for itself; negative where a refund brings it back. */
  feeFen: number
  currency: string
  at: Date
}

/** A callback or an answer that the gateway did not make. It names the check that failed, never the content. */
export class NotFromGateway extends Error {}

/** The gateway did not answer in time, answered with a fault of its own, or not in a way that can be verified. */
export class GatewayAway extends Error {}

export type RefusalReason = 'already_paid' | 'closed' | 'not_enough' | 'other'

/** The gateway understood and said no. */
export class GatewayRefused extends Error {
  readonly reason: RefusalReason
  /** The gateway's own code, for the log. */
  readonly code: string

  constructor(gateway: GatewayName, reason: RefusalReason, code: string) {
    super(`${gateway} refused: ${code}`)
    this.reason = reason
    this.code = code
  }
}
