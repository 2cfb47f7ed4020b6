import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'

const Id = Type.String({ maxLength: 100 })

/**
 * Where the site and a gateway do not agree. `not_settled`: the gateway has money that the site has not; `not_there`: the
 * site has a payment that the statement lacks; `amount`: both have it with different amounts or currencies; `refund_not_there` and
 * `refund_not_here`: the same for refunds; `refund_refused`: the gateway refuses a refund, of which no statement can tell.
 */
export const differenceKinds = [
  'not_settled',
  'not_there',
  'amount',
  'refund_not_there',
  'refund_not_here',
  'refund_refused',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/**
 * `ask`: asks the gateway again, and settles the payment or sends the refund. `give_back`: refunds money for which no order
 * can be paid. `note`: sets it aside with the reason.
 */
export const differenceActs = ['ask', 'give_back', 'note'] as const
export type DifferenceAct = (typeof differenceActs)[number]

export const Difference = object({
  id: Type.String(),
  gateway: Type.String(),
  /** Of the statement or the refusal, in China. */
  day: Type.String(),
  kind: oneOf(...differenceKinds),
  /** Our number of the payment or refund, or the gateway's where it named none of ours. */
  subject: Type.String(),
  orderId: nullable(Type.String()),
  providerId: nullable(Type.String()),
  /** Fen; 0 where that side does not have it. */
  ourAmount: Type.Integer(),
  theirAmount: Type.Integer(),
  /** Of `theirAmount`, which is in its minor unit (ISO 4217). */
  theirCurrency: Type.String(),
  /** What can be done about it now; none: it is mended. */
  acts: Type.Array(oneOf(...differenceActs)),
  /** The gateway's word for why it refuses. */
  code: nullable(Type.String()),
  foundTime: Type.String(),
  mendedTime: nullable(Type.String()),
  /** Null: it closed by itself, or is open. */
  mendedBy: nullable(Type.String()),
  note: Type.String(),
})
export type Difference = Static<typeof Difference>

/** A statement that was read whole. Amounts are fen. */
export const ReadStatement = object({
  gateway: Type.String(),
  day: Type.String(),
  readTime: Type.String(),
  captured: Type.Integer(),
  refunded: Type.Integer(),
  fees: Type.Integer(),
})
export type ReadStatement = Static<typeof ReadStatement>

export const listDifferences = endpoint('GET /api/learn/finance/difference/list', {
  summary:
    'Differences between the books and the statements of the gateways, open ones first, and the newest statements that were read; pages count from 0',
  access: 'learnAdmin',
  query: object({
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(Difference),
    ...pageAnswer,
    statements: Type.Array(ReadStatement),
  }),
})

export const mendDifference = endpoint('POST /api/learn/finance/difference/mend', {
  summary:
    'Does an act that mends a difference. One that is mended already, or that the act does not mend, is a conflict',
  access: 'learnAdmin',
  body: object({ id: Id, act: oneOf(...differenceActs), note: Type.Optional(Type.String({ maxLength: 1000 })) }),
  response: object({ difference: Difference }),
  errors: ['bad_request', 'not_found', 'conflict', 'payment_unavailable'],
})
