import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, wholeFrom } from '../endpoint.ts'

const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

/** One item in one month of the site's zone; amounts in fen. */
export const SalesEntry = object({
  month: Type.String(),
  /** Null: the item is gone. */
  itemId: nullable(Type.String()),
  title: Type.String(),
  count: Type.Integer(),
  /** Single prices without any reduction. */
  original: Type.Integer(),
  /** What buyers paid. */
  sold: Type.Integer(),
  refundedCount: Type.Integer(),
  /** What buyers got back, in the month in which they did. */
  refunded: Type.Integer(),
  /** The author's share of sales less the share of refunds, in fen. */
  earned: Type.Integer(),
})
export type SalesEntry = Static<typeof SalesEntry>

export const readSales = endpoint('GET /api/learn/creator/sales', {
  summary: "What the viewer's own items sold, by month and item",
  access: 'author',
  query: object({
    /** How many months up to this one; 12 where it is left out. */
    months: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
  }),
  response: object({
    /** Every month of the period, the oldest first. */
    months: Type.Array(Type.String()),
    entries: Type.Array(SalesEntry),
    payouts: Type.Array(object({ month: Type.String(), amount: Type.Integer(), paidTime: Type.String() })),
    /** Earned in all and not paid out; below 0 where refunds followed a payout. */
    balance: Type.Integer(),
    /** The author's share in per cent. */
    share: Type.Integer(),
    asOf: Type.String(),
  }),
})

export const Payout = object({
  authorId: Type.String(),
  authorName: Type.String(),
  /** When the author deleted the account; null: they are here. */
  leftTime: nullable(Type.String()),
  /** In fen: the sum that is due, or the payout once it is marked. */
  amount: Type.Integer(),
  paidTime: nullable(Type.String()),
})
export type Payout = Static<typeof Payout>

export const listPayouts = endpoint('GET /api/learn/finance/payout/list', {
  summary: 'What is due to each author at the end of a month, and what was paid out for it',
  access: 'learnAdmin',
  query: object({
    /** The last one that is over where it is left out. */
    month: Type.Optional(Month),
  }),
  response: object({
    month: Type.String(),
    isOver: Type.Boolean(),
    /** Months to choose from, the newest first. */
    months: Type.Array(Type.String()),
    payouts: Type.Array(Payout),
  }),
})

export const markPaidOut = endpoint('POST /api/learn/finance/payout', {
  summary: 'Marks what is due to an author for a month that is over as paid out; sent twice it is marked once',
  access: 'learnAdmin',
  body: object({
    authorId: Type.String({ maxLength: 100 }),
    month: Month,
    /** What was seen as due, in fen. Where it is not due any more nothing is marked. */
    amount: wholeFrom(1),
  }),
  response: object({ payout: Payout }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
