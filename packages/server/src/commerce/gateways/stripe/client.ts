import type Stripe from 'stripe'
import type { StripeSettings } from '#kit/payment-settings.ts'
import { GatewayAway, GatewayRefused } from '../payment-gateway.ts'

export function stripeClient({ secretKey, url }: StripeSettings, timeoutMs: number) {
  const { protocol, hostname, port } = new URL(url)
  let made: Promise<Stripe> | null = null
  // loaded with the first payment: a site with other gateways never needs it
  const stripe = () => {
    made ??= import('stripe').then(
      ({ default: Client }) =>
        new Client(secretKey, {
          protocol: protocol === 'http:' ? 'http' : 'https',
          host: hostname,
          port: port || (protocol === 'http:' ? 80 : 443),
          timeout: timeoutMs,
          // what changes something carries an idempotency key, so the library may repeat everything
          maxNetworkRetries: 1,
          telemetry: false,
        }),
    )
    return made
  }

  /** One call. Throws GatewayAway and GatewayRefused. */
  async function asked<T extends object>(ask: (client: Stripe) => Promise<T>): Promise<T> {
    const client = await stripe()
    try {
      const answer = await ask(client)
      // the library accepts any answer without an `error` field, a proxy's error page too: the status is checked here
      const { lastResponse } = answer as { lastResponse?: { statusCode: number } }
      if (!lastResponse || lastResponse.statusCode >= 400) throw new Error('not an answer of Stripe')
      return answer
    } catch (error) {
      throw faultOf(error)
    }
  }

  return { stripe, asked }
}

const notEnough = new Set(['charge_already_refunded', 'amount_too_large', 'refund_amount_too_large'])

/** Without Stripe's own message, which repeats the request. */
export function faultOf(error: unknown): Error {
  const { statusCode, code, type } = error as { statusCode?: number; code?: string; type?: string }
  const isAway = statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409
  if (isAway) return new GatewayAway(`stripe: ${statusCode ?? type ?? 'no answer'}`)
  return new GatewayRefused('stripe', notEnough.has(code ?? '') ? 'not_enough' : 'other', code ?? String(statusCode))
}
