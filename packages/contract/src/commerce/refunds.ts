import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { askedRefundReasons, refundReasons, refundStates } from './order-rules.ts'

const Id = Type.String({ maxLength: 100 })

export const Refund = object({
  id: Type.String(),
  orderId: Type.String(),
  state: oneOf(...refundStates),
  /** Lines of the order that are given back; none: money that was paid twice. */
  positions: Type.Array(Type.Integer()),
  amount: Type.Integer(),
  reason: nullable(oneOf(...refundReasons)),
  note: Type.String(),
  /** What staff said to it. */
  answer: Type.String(),
  gateway: nullable(Type.String()),
  createdTime: Type.String(),
  decidedTime: nullable(Type.String()),
  doneTime: nullable(Type.String()),
})
export type Refund = Static<typeof Refund>

export const requestRefund = endpoint('POST /api/learn/cn/order/refund', {
  summary:
    'Asks for the money of some lines of an own paid order, within the days that refunds are given; a bundle is given back whole',
  access: 'learner',
  body: object({
    orderId: Id,
    positions: Type.Array(wholeFrom(0), { minItems: 1, maxItems: 500 }),
    reason: oneOf(...askedRefundReasons),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  response: object({ refund: Refund }),
  errors: ['bad_request', 'not_found', 'conflict', 'refund_too_late'],
})

export const cancelRefund = endpoint('POST /api/learn/cn/order/refund/cancel', {
  summary: 'Withdraws an own request that nobody has decided on',
  access: 'learner',
  body: object({ id: Id }),
  response: object({ refund: Refund }),
  errors: ['not_found', 'conflict'],
})

export const RefundRequest = object({
  refund: Refund,
  /** Null: the account was deleted, or the site itself returns a second payment. */
  person: nullable(object({ id: Type.String(), name: Type.String() })),
  paidTime: nullable(Type.String()),
  lines: Type.Array(
    object({
      position: Type.Integer(),
      title: Type.String(),
      /** Of the plan; null: the line is no plan. */
      planMonths: nullable(Type.Integer()),
      bundleTitle: nullable(Type.String()),
      amount: Type.Integer(),
      /** False: staff approved other lines of the request, or it was declined or withdrawn. */
      isStanding: Type.Boolean(),
    }),
  ),
})
export type RefundRequest = Static<typeof RefundRequest>

export const listRefundRequests = endpoint('GET /api/learn/finance/refund/list', {
  summary:
    'Refunds of everybody: those to decide on come first, the oldest at the top, then the newest; pages count from 0',
  access: 'learnAdmin',
  query: object({
    state: Type.Optional(oneOf(...refundStates)),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(RefundRequest),
    ...pageAnswer,
  }),
})

export const decideRefund = endpoint('POST /api/learn/finance/refund/decide', {
  summary:
    'Approves or declines a request, or approves some of its lines and declines the rest. Of two staff at once the first decides, and the second is told',
  access: 'learnAdmin',
  body: object({
    id: Id,
    approve: Type.Boolean(),
    /** Lines to approve; without it all of the request. A bundle is given back whole. */
    positions: Type.Optional(Type.Array(wholeFrom(0), { minItems: 1, maxItems: 500 })),
    /** For the learner; needed when anything is declined. */
    answer: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  response: object({ refund: Refund }),
  errors: ['bad_request', 'not_found', 'conflict'],
})

export const refundLines = endpoint('POST /api/learn/finance/refund', {
  summary: 'Gives back lines of any paid order without a request; what is given back already is refused',
  access: 'learnAdmin',
  body: object({
    orderId: Id,
    positions: Type.Array(wholeFrom(0), { minItems: 1, maxItems: 500 }),
    note: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  response: object({ refund: Refund }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
