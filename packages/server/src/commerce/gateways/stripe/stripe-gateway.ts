import type Stripe from 'stripe'
import type { StripeSettings } from '#kit/payment-settings.ts'
import { chinaDay } from '../../china-time.ts'
import { fittingText } from '../fitting-text.ts'
import {
  type GatewayEvent,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefused,
  NotFromGateway,
  type PaymentAttempt,
  type PaymentGateway,
  type StatementLine,
} from '../payment-gateway.ts'
import { faultOf, stripeClient } from './client.ts'

/** The account that the secret key belongs to; Stripe names an account only where it is another one. */
const ownAccount = 'own'

/**
 * Stripe, by Checkout Sessions. Here `providerId` is the session's id, by which alone Stripe knows a payment before it
 * is paid. A session is open for a day unless it is closed: Stripe takes no end within the next 30 minutes, which is
 * how long prices are locked.
 */
export function stripeGateway(settings: StripeSettings, timeoutMs: number): PaymentGateway {
  const { stripe, asked } = stripeClient(settings, timeoutMs)
  const isLive = /^.._live_/.test(settings.secretKey)

  /** Null: Stripe was never asked, or its answer was lost; it then learns of the payment from a callback. */
  async function findSession(providerId: string | null): Promise<Stripe.Checkout.Session | null> {
    if (providerId === null) return null
    return asked((client) =>
      client.checkout.sessions.retrieve(providerId, { expand: ['payment_intent.latest_charge'] }),
    )
  }

  async function findRefund(intent: string, refundId: string): Promise<Stripe.Refund | undefined> {
    const { data } = await asked((client) => client.refunds.list({ payment_intent: intent, limit: 100 }))
    return data.find(({ metadata }) => metadata?.refund_id === refundId)
  }

  return {
    name: 'stripe',
    merchantId: ownAccount,
    currency: 'CNY',

    async prepay(attempt) {
      const session = await asked((client) =>
        client.checkout.sessions.create(sessionOf(attempt), { idempotencyKey: `payment-${attempt.paymentId}` }),
      )
      if (session.payment_status === 'paid') throw new GatewayRefused('stripe', 'already_paid', 'session_complete')
      if (!session.url) throw new GatewayRefused('stripe', 'closed', 'session_closed')
      return { providerId: session.id, payUrl: session.url }
    },

    async readCallback({ headers, rawBody, now }) {
      const { webhooks } = await stripe()
      let event: Stripe.Event
      try {
        const signature = headers['stripe-signature'] ?? ''
        event = await webhooks.constructEventAsync(
          rawBody,
          signature,
          settings.webhookSecret,
          300,
          undefined,
          now.getTime(),
        )
      } catch {
        throw new NotFromGateway('stripe: the signature does not fit')
      }
      if (event.livemode !== isLive) throw new NotFromGateway('stripe: meant for another mode')
      return eventOf(event)
    },

    answer: (taken) => ({ status: taken ? 200 : 500, contentType: 'text/plain', body: '' }),

    async query({ paymentId, providerId }) {
      const session = await findSession(providerId)
      return session ? paymentOf(session) : unknownPayment(paymentId)
    },

    async close({ providerId }) {
      if (providerId === null) return 'closed'
      try {
        await asked((client) => client.checkout.sessions.expire(providerId))
        return 'closed'
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        const session = await findSession(providerId)
        if (session?.status === 'complete') return 'paid'
        if (session?.status === 'expired') return 'closed'
        throw error
      }
    },

    async refund({ paymentId, providerId, refundId, amountFen }) {
      const intent = intentOf(await findSession(providerId))
      if (!intent) throw new GatewayRefused('stripe', 'other', 'never_paid')
      // idempotency keys are forgotten after a day; a repeated refund a week later must not be a second one
      const known = await findRefund(intent, refundId)
      if (known) return refundOf(known, refundId)
      const made = await asked((client) =>
        client.refunds.create(
          { payment_intent: intent, amount: amountFen, metadata: { payment_id: paymentId, refund_id: refundId } },
          { idempotencyKey: `refund-${refundId}` },
        ),
      )
      return refundOf(made, refundId)
    },

    async queryRefund({ providerId, refundId }) {
      const intent = intentOf(await findSession(providerId))
      const found = intent ? await findRefund(intent, refundId) : undefined
      return found ? refundOf(found, refundId) : { state: 'unknown', refundId, providerId: null, amountFen: null }
    },

    async *statement(day) {
      const client = await stripe()
      const { from, until } = chinaDay(day)
      const created = { gte: from.getTime() / 1000, lt: until.getTime() / 1000 }
      try {
        for await (const entry of client.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
          const line = lineOf(entry)
          if (line) yield line
        }
      } catch (error) {
        throw faultOf(error)
      }
    },
  }
}

function sessionOf(attempt: PaymentAttempt): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: attempt.paymentId }
  return {
    mode: 'payment',
    client_reference_id: attempt.paymentId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: attempt.currency.toLowerCase(),
          unit_amount: attempt.amountFen,
          product_data: { name: fittingText(attempt.title, 250) },
        },
      },
    ],
    success_url: attempt.returnUrl,
    cancel_url: attempt.returnUrl,
    metadata,
    // the charge, and with it the statement, gets these from the intent
    payment_intent_data: { metadata },
  }
}

function eventOf(event: Stripe.Event): GatewayEvent | null {
  const origin = { eventId: event.id, merchantId: event.account ?? ownAccount, at: new Date(event.created * 1000) }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object
      const kind = event.type === 'checkout.session.expired' ? 'closed' : 'paid'
      // completed without money: it comes days later, with an event of its own
      if (kind === 'paid' && session.payment_status !== 'paid') return null
      // another product of the account
      if (!session.client_reference_id) return null
      return { ...origin, kind, paymentId: session.client_reference_id, providerId: session.id, ...amountOf(session) }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id, status, amount, currency, metadata } = event.data.object
      const { payment_id: paymentId, refund_id: refundId } = metadata ?? {}
      const state = refundStates[status ?? '']
      // one that a person made at Stripe has no id of ours; the statement shows it
      if (!paymentId || !refundId || !state || state === 'processing') return null
      const kind = state === 'refunded' ? 'refunded' : 'refund_failed'
      const origins = { ...origin, paymentId, refundId, providerId: id }
      return { ...origins, kind, amountFen: amount, currency: currency.toUpperCase() }
    }
    default:
      return null
  }
}

function amountOf({ amount_total, currency }: Stripe.Checkout.Session) {
  return { amountFen: amount_total ?? 0, currency: (currency ?? '').toUpperCase() }
}

function paymentOf(session: Stripe.Checkout.Session): GatewayPayment {
  const isPaid = session.payment_status === 'paid'
  const intent = session.payment_intent
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  const paidAt = charge && typeof charge === 'object' ? charge.created : session.created
  return {
    state: isPaid ? 'paid' : session.status === 'expired' ? 'closed' : 'waiting',
    paymentId: session.client_reference_id ?? '',
    providerId: session.id,
    ...amountOf(session),
    merchantId: ownAccount,
    paidAt: isPaid ? new Date(paidAt * 1000) : null,
  }
}

function unknownPayment(paymentId: string): GatewayPayment {
  const merchantId = ownAccount
  return { state: 'unknown', paymentId, providerId: null, amountFen: null, currency: null, merchantId, paidAt: null }
}

function intentOf(session: Stripe.Checkout.Session | null): string | null {
  const intent = session?.payment_intent ?? null
  return intent === null || typeof intent === 'string' ? intent : intent.id
}

const refundStates: Readonly<Record<string, GatewayRefund['state']>> = {
  succeeded: 'refunded',
  pending: 'processing',
  requires_action: 'processing',
  failed: 'failed',
  canceled: 'failed',
}

function refundOf({ id, status, amount }: Stripe.Refund, refundId: string): GatewayRefund {
  return { state: refundStates[status ?? ''] ?? 'processing', refundId, providerId: id, amountFen: amount }
}

/** Null for what is neither a charge nor a refund: payouts, Stripe's own fees. */
function lineOf(entry: Stripe.BalanceTransaction): StatementLine | null {
  const { source, created } = entry
  if (source === null || typeof source === 'string') return null
  if (source.object !== 'charge' && source.object !== 'refund') return null
  const { payment_id: paymentId, refund_id: refundId } = source.metadata ?? {}
  return {
    kind: source.object === 'refund' ? 'refund' : 'payment',
    paymentId: paymentId ?? '',
    refundId: source.object === 'refund' ? (refundId ?? null) : null,
    providerId: source.id,
    amountFen: source.amount,
    feeFen: feeOf(entry),
    currency: source.currency.toUpperCase(),
    at: new Date(created * 1000),
  }
}

/** In the charge's currency: an account that is paid out in another one bears its fees in that. */
function feeOf({ fee, exchange_rate: rate }: Stripe.BalanceTransaction): number {
  return rate ? Math.round(fee / rate) : fee
}
