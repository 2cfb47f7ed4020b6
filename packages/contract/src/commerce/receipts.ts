import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

/** A fapiao. `reversed`: taken back because of a refund; a new one for the rest follows it. */
export const Receipt = object({
  id: Type.String(),
  orderId: Type.String(),
  kind: oneOf('personal', 'company'),
  title: Type.String(),
  taxNumber: nullable(Type.String()),
  email: Type.String(),
  amount: Type.Integer(),
  state: oneOf('requested', 'issued', 'reversed'),
  /** Number given by the tax office; null until it is issued. */
  number: nullable(Type.String()),
  reversedBy: nullable(Type.String()),
  createdTime: Type.String(),
  issuedTime: nullable(Type.String()),
  /** The PDF; null until it is issued. */
  url: nullable(Type.String()),
})
export type Receipt = Static<typeof Receipt>

const Id = Type.String({ maxLength: 100 })

export const listReceipts = endpoint('GET /api/learn/cn/receipt/list', {
  summary: 'The own receipts, newest first',
  access: 'learner',
  query: object({ userId: Type.Optional(Id) }),
  response: object({ receiptMap: Type.Record(Type.String(), Receipt), results: Type.Array(Type.String()) }),
  errors: ['not_found'],
})

export const requestReceipt = endpoint('POST /api/learn/cn/receipt', {
  summary: 'Asks for the receipt of an own paid order; again it answers the receipt that stands',
  access: 'learner',
  body: object({
    orderId: Id,
    kind: oneOf('personal', 'company'),
    /** Name of the person or company; checked by receipt-rules.ts, as are the next two. */
    title: Type.String({ maxLength: 500 }),
    /** The unified social credit code of a company, 18 places. */
    taxNumber: Type.Optional(Type.String({ maxLength: 100 })),
    email: Type.String({ maxLength: 500 }),
  }),
  response: object({ receipt: Receipt }),
  errors: ['bad_request', 'not_found', 'receipt_nothing_paid', 'receipt_unavailable'],
})
