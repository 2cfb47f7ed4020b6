import { createHmac } from 'node:crypto'
import {
  type Accounts,
  type LocalCall,
  type LocalGateway,
  type LocalPayment,
  type LocalRefund,
  openAccounts,
  startLocalGateway,
  toldPayment,
} from './local-gateway.ts'

const secretKey = 'sk_test_local_gateway'
const webhookSecret = 'whsec_local_gateway'

interface Called {
  status: number
  value: object
}

interface LocalStripe {
  now: () => Date
  port?: number
  /** What one unit of a charge is in the currency that the account is paid out in; null: the same currency. */
  exchangeRate?: number | null
}

/** Stripe's API: Checkout Sessions, refunds, balance transactions, webhooks. */
export function localStripe({ now, port, exchangeRate = null }: LocalStripe): Promise<LocalGateway> {
  const accounts = openAccounts(now)
  /** The first answer of each idempotency key. */
  const answered = new Map<string, Called>()

  function eventOf(id: string, type: string, object: object, at: Date, account?: string) {
    const created = Math.floor(at.getTime() / 1000)
    return {
      id,
      object: 'event',
      type,
      created,
      livemode: false,
      api_version: null,
      data: { object },
      ...(account && { account }),
    }
  }

  function signed(event: object, at: Date, isWrong = false) {
    const body = JSON.stringify(event)
    const time = Math.floor(at.getTime() / 1000)
    const signature = createHmac('sha256', isWrong ? 'whsec_stranger' : webhookSecret).update(`${time}.${body}`)
    const header = `t=${time},v1=${signature.digest('hex')}`
    return { headers: { 'content-type': 'application/json', 'stripe-signature': header }, body }
  }

  return startLocalGateway(
    accounts,
    (address) => ({
      name: 'stripe',
      answer(call, isUnsigned) {
        const key = String(call.headers['idempotency-key'] ?? '')
        const known = answered.get(key)
        const isRight = call.headers.authorization === `Bearer ${secretKey}` && !isUnsigned
        const { status, value } = isRight
          ? (known ?? answerOf(accounts, call, { address: address(), exchangeRate }))
          : failed(401, 'invalid_api_key')
        if (isRight && key && status === 200) answered.set(key, { status, value })
        return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
      },
      callback(payment, at, fault) {
        const told = toldPayment(payment, fault)
        const type = told.state === 'closed' ? 'checkout.session.expired' : 'checkout.session.completed'
        const account = fault === 'merchant' ? 'acct_other' : undefined
        const event = eventOf(`evt_${told.state}_${payment.id}`, type, sessionOf(told, address()), at, account)
        return signed(fault === 'app' ? { ...event, livemode: true } : event, at, fault === 'wrong key')
      },
      refundCallback(payment, refund, at) {
        return signed(eventOf(`evt_refund_${refund.id}`, 'refund.updated', refundOf(payment, refund), at), at)
      },
      settings: (url) => ({
        PAYMENT_GATEWAYS: 'stripe',
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_URL: url,
      }),
    }),
    port,
  )
}

function answerOf(
  accounts: Accounts,
  { method, url, body }: LocalCall,
  { address, exchangeRate }: { address: string; exchangeRate: number | null },
): Called {
  const sent = new URLSearchParams(body)
  const path = url.pathname
  const [, id = '', act] = /^\/v1\/checkout\/sessions\/cs_test_(\w+)(\/expire)?$/.exec(path) ?? []
  if (id) {
    const payment = [...accounts.payments.values()].find((one) => one.id === id)
    if (!payment) return failed(404, 'resource_missing')
    if (act && payment.state !== 'waiting') return failed(400, 'session_not_open')
    if (act) payment.state = 'closed'
    return done(sessionOf(payment, address))
  }
  if (path === '/v1/checkout/sessions') return openSession(accounts, sent, address)
  if (path === '/v1/balance_transactions') return balance(accounts, url.searchParams, exchangeRate)
  const intent = method === 'GET' ? url.searchParams.get('payment_intent') : sent.get('payment_intent')
  const payment = [...accounts.payments.values()].find((one) => `pi_${one.id}` === intent)
  if (path !== '/v1/refunds' || !payment) return failed(404, 'resource_missing')
  if (method === 'GET') return done(list(payment.refunds.map((refund) => refundOf(payment, refund))))
  const made = accounts.refund(payment, sent.get('metadata[refund_id]') ?? '', Number(sent.get('amount')))
  return made ? done(refundOf(payment, made)) : failed(400, 'charge_already_refunded')
}

function openSession(accounts: Accounts, sent: URLSearchParams, address: string): Called {
  const price = 'line_items[0][price_data]'
  const payment = accounts.open({
    paymentId: sent.get('client_reference_id') ?? '',
    title: sent.get(`${price}[product_data][name]`) ?? '',
    amountFen: Number(sent.get(`${price}[unit_amount]`)),
    currency: (sent.get(`${price}[currency]`) ?? '').toUpperCase(),
    returnUrl: sent.get('success_url') ?? '',
    // a webhook's address is set at Stripe: this one is the site's
    notifyUrl: new URL('/api/learn/cn/payment/stripe/notify', sent.get('success_url') ?? '').href,
  })
  return done(sessionOf(payment, address))
}

function sessionOf(payment: LocalPayment, address: string) {
  const { id, paymentId, amountFen, currency, state } = payment
  return {
    id: `cs_test_${id}`,
    object: 'checkout.session',
    client_reference_id: paymentId,
    amount_total: amountFen,
    currency: currency.toLowerCase(),
    payment_status: state === 'paid' ? 'paid' : 'unpaid',
    status: state === 'paid' ? 'complete' : state === 'closed' ? 'expired' : 'open',
    created: 0,
    livemode: false,
    url: state === 'waiting' ? `${address}/pay/${paymentId}` : null,
    payment_intent:
      state === 'paid' ? { id: `pi_${id}`, object: 'payment_intent', latest_charge: chargeOf(payment) } : null,
  }
}

function chargeOf({ id, paymentId, amountFen, currency, paidAt }: LocalPayment) {
  return {
    id: `ch_${id}`,
    object: 'charge',
    amount: amountFen,
    currency: currency.toLowerCase(),
    created: seconds(paidAt),
    metadata: { payment_id: paymentId },
  }
}

function refundOf({ id: paymentId, currency, ...payment }: LocalPayment, { id, refundId, amountFen, at }: LocalRefund) {
  return {
    id: `re_${id}`,
    object: 'refund',
    amount: amountFen,
    currency: currency.toLowerCase(),
    status: 'succeeded',
    created: seconds(at),
    payment_intent: `pi_${paymentId}`,
    metadata: { payment_id: payment.paymentId, refund_id: refundId },
  }
}

function balance({ payments }: Accounts, asked: URLSearchParams, exchange_rate: number | null): Called {
  const rate = exchange_rate ?? 1
  const from = Number(asked.get('created[gte]'))
  const until = Number(asked.get('created[lt]'))
  const entry = (source: { id: string; created: number }, amount: number, fee: number) => ({
    id: `txn_${source.id}`,
    object: 'balance_transaction',
    amount: Math.round(amount * rate),
    fee: Math.round(fee * rate),
    exchange_rate,
    created: source.created,
    source,
  })
  const entries = [...payments.values()].flatMap((payment) => [
    ...(payment.paidAt ? [entry(chargeOf(payment), payment.amountFen, payment.amountFen * 0.034)] : []),
    ...payment.refunds.map((refund) => entry(refundOf(payment, refund), -refund.amountFen, 0)),
  ])
  return done(list(entries.filter(({ created }) => created >= from && created < until)))
}

function list(data: object[]) {
  return { object: 'list', has_more: false, data }
}

function seconds(date: Date | null): number {
  return Math.floor((date?.getTime() ?? 0) / 1000)
}

function done(value: object): Called {
  return { status: 200, value }
}

function failed(status: number, code: string): Called {
  return { status, value: { error: { type: 'invalid_request_error', code, message: code } } }
}
