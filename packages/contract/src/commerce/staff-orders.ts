import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { orderStates } from './order-rules.ts'
import { Order } from './orders.ts'
import { Purchaser } from './purchasers.ts'

const Id = Type.String({ maxLength: 100 })
const Day = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })

/** An account as staff see it beside an order. Null where the account was deleted. */
export const Buyer = object({ id: Type.String(), name: Type.String(), phone: nullable(Type.String()) })
export type Buyer = Static<typeof Buyer>

export const OrderRow = object({
  id: Type.String(),
  state: oneOf(...orderStates),
  /** What was bought, in the order of its lines; a bundle is named once. */
  goods: Type.Array(
    object({
      title: Type.String(),
      /** Of a plan; null: it is no plan. */
      planMonths: nullable(Type.Integer()),
    }),
  ),
  amount: Type.Integer(),
  refundedAmount: Type.Integer(),
  createdTime: Type.String(),
  gateway: nullable(Type.String()),
  buyer: nullable(Buyer),
})
export type OrderRow = Static<typeof OrderRow>

export const listAllOrders = endpoint('GET /api/learn/finance/order/list', {
  summary:
    "Everybody's orders, newest first; pages count from 0. `q` is the number of an order, payment, refund or receipt (ours or the gateway's), or a person's id, name, phone or email. Days are China's, and `until` is among them",
  access: 'learnAdmin',
  query: object({
    q: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Optional(oneOf(...orderStates)),
    from: Type.Optional(Day),
    until: Type.Optional(Day),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(OrderRow),
    ...pageAnswer,
  }),
})

export const OrderPayment = object({
  id: Type.String(),
  gateway: Type.String(),
  amount: Type.Integer(),
  state: oneOf('open', 'captured', 'closed'),
  /** The order was paid by another, or could not be revived: the money goes back. */
  isSurplus: Type.Boolean(),
  providerId: nullable(Type.String()),
  createdTime: Type.String(),
  capturedTime: nullable(Type.String()),
})
export type OrderPayment = Static<typeof OrderPayment>

export const OrderEvent = object({
  time: Type.String(),
  /** As the audit or the gateway names it. */
  act: Type.String(),
  /** `gateway`: a callback. `person`: named by `actor`. */
  by: oneOf('site', 'gateway', 'person'),
  actor: nullable(Type.String()),
  /** Null: the order's state stayed. */
  state: nullable(oneOf(...orderStates)),
})
export type OrderEvent = Static<typeof OrderEvent>

export const LedgerEntry = object({
  time: Type.String(),
  transaction: Type.String(),
  /** As in the ledger; an author's is `author:<id>`. */
  account: Type.String(),
  /** The author's name; null: the site's own account, or the author's was deleted. */
  owner: nullable(Type.String()),
  /** Debits are positive. */
  amount: Type.Integer(),
})
export type LedgerEntry = Static<typeof LedgerEntry>

export const readAnyOrder = endpoint('GET /api/learn/finance/order/:id', {
  summary: 'An order of any person with its payments, what happened to it, and its entries in the books',
  access: 'learnAdmin',
  params: object({ id: Id }),
  response: object({
    order: Order,
    buyer: nullable(Buyer),
    purchaser: nullable(Purchaser),
    payments: Type.Array(OrderPayment),
    events: Type.Array(OrderEvent),
    entries: Type.Array(LedgerEntry),
  }),
  errors: ['not_found'],
})
