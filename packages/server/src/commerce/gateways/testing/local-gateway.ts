import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { payPage } from './pay-page.ts'

/** A payment as the local gateway's accounts have it. */
export interface LocalPayment {
  paymentId: string
  /** The gateway's own id. */
  id: string
  title: string
  amountFen: number
  currency: string
  returnUrl: string
  notifyUrl: string
  state: 'waiting' | 'paid' | 'closed'
  paidAt: Date | null
  refunds: LocalRefund[]
}

export interface LocalRefund {
  refundId: string
  id: string
  amountFen: number
  at: Date
}

/** What can be wrong with a callback. */
export const callbackFaults = [
  'amount',
  'currency',
  'merchant',
  'payment',
  'app',
  'wrong key',
  'old',
  'one byte',
] as const
export type CallbackFault = (typeof callbackFaults)[number]

/**
 * What can happen to the next calls. `hang up`: the gateway does what it was asked, and closes the connection. `cut short`:
 * half of what is read arrives.
 */
export type CallFault = 'error 500' | 'hang up' | 'unsigned answer' | 'cut short'

export interface SentCallback {
  url: string
  headers: Record<string, string>
  body: string
}

/** How one gateway speaks; everything that all local gateways do alike is in `startLocalGateway`. */
export interface Protocol {
  name: string
  /** Answers a call of the shop. `isUnsigned`: with a signature that does not fit. */
  answer(call: LocalCall, isUnsigned: boolean): Answer | Promise<Answer>
  /** The callback that tells of a payment, signed at `at`. */
  callback(
    payment: LocalPayment,
    at: Date,
    fault: CallbackFault | null,
  ): { headers: Record<string, string>; body: string }
  /** The callback that tells of a refund; absent where the gateway sends none that says which. */
  refundCallback?(
    payment: LocalPayment,
    refund: LocalRefund,
    at: Date,
  ): { headers: Record<string, string>; body: string }
  /** Settings of a site that pays here. */
  settings(address: string): Record<string, string>
}

export interface LocalCall {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
}

export interface LocalGateway {
  name: string
  address: string
  settings: Record<string, string>
  /** Where payers pay: what stands behind a code, and on a page. */
  payAddress(paymentId: string): string
  payment(paymentId: string): LocalPayment
  /** The payer pays. Nobody is told yet. */
  pay(paymentId: string): void
  /** A callback that is made but not sent: it can be sent later, twice, after another, or never. */
  callback(paymentId: string, fault?: CallbackFault): SentCallback
  /** Null where this gateway tells nobody of refunds. */
  refundCallback(paymentId: string, refundId: string): SentCallback | null
  /** From now on calls go wrong, until null: `hang up` those that change something, `cut short` those that read, the others all. */
  failCalls(fault: CallFault | null): void
  close(): Promise<void>
}

/** The accounts of a local gateway, which its protocol reads and writes. */
export interface Accounts {
  payments: Map<string, LocalPayment>
  now(): Date
  open(order: Omit<LocalPayment, 'id' | 'state' | 'paidAt' | 'refunds'>): LocalPayment
  /** Null: more than was paid. The same refund again is the same. */
  refund(payment: LocalPayment, refundId: string, amountFen: number): LocalRefund | null
}

export function openAccounts(now: () => Date): Accounts {
  const payments = new Map<string, LocalPayment>()
  return {
    payments,
    now,
    open(order) {
      const known = payments.get(order.paymentId)
      if (known) return known
      const payment: LocalPayment = { ...order, id: gatewayId(), state: 'waiting', paidAt: null, refunds: [] }
      payments.set(order.paymentId, payment)
      return payment
    },
    refund(payment, refundId, amountFen) {
      const known = payment.refunds.find((refund) => refund.refundId === refundId)
      if (known) return known
      const given = payment.refunds.reduce((sum, refund) => sum + refund.amountFen, 0)
      if (payment.state !== 'paid' || given + amountFen > payment.amountFen) return null
      const refund = { refundId, id: gatewayId(), amountFen, at: now() }
      payment.refunds.push(refund)
      return refund
    },
  }
}

function gatewayId(): string {
  return `42000${BigInt(`0x${randomBytes(9).toString('hex')}`)}`.slice(0, 28)
}

/** Serves a protocol over HTTP on this machine, and a page where a person pays and plays every fault. */
export async function startLocalGateway(
  { payments, now }: Accounts,
  make: (address: () => string) => Protocol,
  port = 0,
): Promise<LocalGateway> {
  let address = ''
  let present: CallFault | null = null
  const protocol = make(() => address)
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', address)
    const body = (await buffer(request)).toString('utf8')
    const call = { method: request.method ?? 'GET', url, headers: request.headers, body }
    if (url.pathname.startsWith('/pay/')) return send(response, await payPage(gateway, call))
    const fault = present === 'hang up' && call.method === 'GET' ? null : present
    if (fault === 'error 500') return send(response, { status: 500, body: '{"code":"SYSTEM_ERROR"}' })
    const answer = await protocol.answer(call, fault === 'unsigned answer')
    if (fault === 'hang up') request.socket.destroy()
    else send(response, fault === 'cut short' && call.method === 'GET' ? halfOf(answer) : answer)
  }

  function payment(paymentId: string): LocalPayment {
    const found = payments.get(paymentId)
    if (!found) throw new Error(`There is no payment ${paymentId} at the local gateway`)
    return found
  }

  const gateway: LocalGateway = {
    name: protocol.name,
    address,
    settings: protocol.settings(address),
    payAddress: (paymentId) => `${address}/pay/${paymentId}`,
    payment,
    pay(paymentId) {
      const found = payment(paymentId)
      if (found.state !== 'waiting') return
      found.state = 'paid'
      found.paidAt = now()
    },
    callback(paymentId, fault) {
      const found = payment(paymentId)
      const at = fault === 'old' ? new Date(now().getTime() - 3600_000) : now()
      const { headers, body } = protocol.callback(found, at, fault ?? null)
      return { url: found.notifyUrl, headers, body: fault === 'one byte' ? withOneByteChanged(body) : body }
    },
    refundCallback(paymentId, refundId) {
      const found = payment(paymentId)
      const refund = found.refunds.find((one) => one.refundId === refundId)
      if (!refund) throw new Error(`There is no refund ${refundId} at the local gateway`)
      const sent = protocol.refundCallback?.(found, refund, now())
      return sent ? { url: found.notifyUrl, ...sent } : null
    },
    failCalls(fault) {
      present = fault
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return gateway
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body)
}

function halfOf({ body, ...answer }: Answer): Answer {
  return { ...answer, body: body.slice(0, body.length / 2) }
}

/** Letters after f: the two ways to write a byte of a form, `%e5` and `%E5`, are the same text. */
function withOneByteChanged(body: string): string {
  const middle = Math.floor(body.length / 2)
  return body.slice(0, middle) + body.slice(middle).replace(/[g-y]/, (letter) => (letter === 'g' ? 'h' : 'g'))
}

/** What the callback tells with this fault. */
export function toldPayment(payment: LocalPayment, fault: CallbackFault | null): LocalPayment {
  return {
    ...payment,
    ...(fault === 'amount' && { amountFen: 1 }),
    ...(fault === 'currency' && { currency: 'USD' }),
    ...(fault === 'payment' && { paymentId: 'py_of_nobody' }),
  }
}
