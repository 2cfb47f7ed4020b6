import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { Order } from './orders.ts'

const Id = Type.String({ maxLength: 100 })
const pages = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

export const listAllOrders = endpoint('GET /api/learn/finance/order/list', {
  summary: "Everybody's orders, newest first; by number of order or payment where `k` is given",
  access: 'learnAdmin',
  query: object({ ...pages, k: Type.Optional(Type.String({ maxLength: 100 })) }),
  response: object({
    results: Type.Array(object({ order: Order, userId: Type.String(), userName: Type.String() })),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
  }),
})

/**
 * Where the site and a gateway do not agree. `not_settled`: paid there, not here; `not_there`: paid here, unknown there;
 * `amount`: two amounts; `refund_not_there` and `refund_not_here` alike for refunds.
 */
export const differenceKinds = ['not_settled', 'not_there', 'amount', 'refund_not_there', 'refund_not_here'] as const

export const Difference = object({
  id: Type.String(),
  gateway: Type.String(),
  /** Of the statement, in the site's zone. */
  day: Type.String(),
  kind: oneOf(...differenceKinds),
  orderId: nullable(Type.String()),
  paymentId: nullable(Type.String()),
  providerId: nullable(Type.String()),
  ourAmount: Type.Integer(),
  theirAmount: Type.Integer(),
  /** The act that mends it: ask the gateway again and settle or send the refund again, or set it aside with a note. */
  act: oneOf('settle', 'resend_refund', 'note'),
  foundTime: Type.String(),
  mendedTime: nullable(Type.String()),
  note: Type.String(),
})
export type Difference = Static<typeof Difference>

export const listDifferences = endpoint('GET /api/learn/finance/difference/list', {
  summary: 'Differences between the books and the statements of the gateways, open ones first',
  access: 'learnAdmin',
  query: object(pages),
  response: object({
    results: Type.Array(Difference),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
  }),
})

export const mendDifference = endpoint('POST /api/learn/finance/difference/mend', {
  summary: 'Does the act that mends a difference; a note sets it aside',
  access: 'learnAdmin',
  body: object({ id: Id, note: Type.Optional(Type.String({ maxLength: 1000 })) }),
  response: object({ difference: Difference }),
  errors: ['not_found', 'conflict', 'payment_unavailable'],
})

export const Payout = object({
  authorId: Type.String(),
  authorName: Type.String(),
  month: Type.String(),
  amount: Type.Integer(),
  paidTime: nullable(Type.String()),
})
export type Payout = Static<typeof Payout>

const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

export const listPayouts = endpoint('GET /api/learn/finance/payout/list', {
  summary: 'What is due to authors for one month that is over, and what was marked as paid out',
  access: 'learnAdmin',
  query: object({ month: Month }),
  response: object({ payouts: Type.Array(Payout) }),
})

export const markPaidOut = endpoint('POST /api/learn/finance/payout', {
  summary: 'Marks what is due to an author for a month as paid out; once',
  access: 'learnAdmin',
  body: object({ authorId: Id, month: Month }),
  response: object({ payout: Payout }),
  errors: ['not_found', 'conflict'],
})

/** Double entry, one row an entry, UTF-8 with a byte order mark; `from` and `until` are days. */
export const bookkeepingFile = 'GET /api/learn/finance/ledger/file.csv'
