import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

/** Money of one author's items, in fen. `earned` is the author's share of what was sold less what was refunded. */
const figures = {
  sold: Type.Integer(),
  /** Single prices without any reduction. */
  original: Type.Integer(),
  reductions: Type.Integer(),
  refunds: Type.Integer(),
  refundedCount: Type.Integer(),
  earned: Type.Integer(),
}

export const MonthSales = object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
  ...figures,
  paidOut: Type.Boolean(),
})
export type MonthSales = Static<typeof MonthSales>

export const ItemSales = object({ itemId: nullable(Type.String()), title: Type.String(), ...figures })
export type ItemSales = Static<typeof ItemSales>

const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

const period = {
  /** First and last month, in the site's zone; the last twelve where they are left out. */
  from: Type.Optional(Month),
  until: Type.Optional(Month),
}

export const readSales = endpoint('GET /api/learn/creator/sales', {
  summary: "What the viewer's own items sold, by month and by item",
  access: 'author',
  query: object(period),
  response: object({
    months: Type.Array(MonthSales),
    items: Type.Array(ItemSales),
    /** The author's share in per cent. */
    share: Type.Integer(),
    asOf: Type.String(),
  }),
  errors: ['bad_request'],
})

export const readSalesFile = 'GET /api/learn/creator/sales/file.csv'
