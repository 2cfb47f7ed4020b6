import { type Static, Type } from 'typebox'
import { DiscountSchema, ItemCard, ItemStats } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { selling } from '../guards.ts'
import { pageQuery } from '../page-query.ts'
import { discountStatuses } from './discount-rules.ts'

const Id = Type.String({ maxLength: 100 })

export const DiscountList = object({
  /** Running now, on paid items that the person collected or began and has not bought; what ends first is first. */
  offered: Type.Array(Type.String()),
  /** The person's own paid items, newest first: one page of them. */
  own: Type.Array(Type.String()),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  /** Count of the person's own paid items. */
  total: Type.Integer(),
  discountMap: Type.Record(Type.String(), DiscountSchema),
  itemMap: Type.Record(Type.String(), ItemCard),
  statsMap: Type.Record(Type.String(), ItemStats),
  /** What the discounts were compared with. */
  asOf: Type.String(),
})
export type DiscountList = Static<typeof DiscountList>

export const listDiscounts = endpoint('GET /api/learn/cn/discount/list', {
  summary: "A person's discounts: those that run for them, and those on their own paid content; pages count from 0",
  access: 'learner',
  query: object({
    userId: Type.Optional(Id),
    ...pageQuery,
  }),
  response: DiscountList,
  errors: ['not_found'],
})

export const DiscountWish = object({
  itemId: Id,
  /** In fen, below the price of the item. */
  discountPrice: wholeFrom(0),
  /** With its offset from UTC. */
  startDate: Type.String({ maxLength: 40 }),
  endDate: Type.String({ maxLength: 40 }),
})
export type DiscountWish = Static<typeof DiscountWish>

const Began = object({ discountPrice: wholeFrom(0), startDate: Type.String(), endDate: Type.String() })

const DiscountAnswer = object({
  status: oneOf(...discountStatuses),
  discount: nullable(DiscountSchema),
})
export type DiscountAnswer = Static<typeof DiscountAnswer>

export const createDiscount = endpoint('POST /api/learn/cn/discount/create', {
  summary: 'Sets a discount on paid content of which one is a maker, where none is set or the last is over',
  access: 'learner',
  guards: selling,
  body: DiscountWish,
  response: DiscountAnswer,
  errors: ['bad_request', 'not_found', 'forbidden', 'conflict'],
})

export const editDiscount = endpoint('POST /api/learn/cn/discount/edit', {
  summary: 'Changes a discount that is still to come or is running',
  access: 'learner',
  guards: selling,
  body: object({
    ...DiscountWish.properties,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(Began),
  }),
  response: DiscountAnswer,
  errors: ['bad_request', 'not_found', 'forbidden', 'conflict'],
})

export const cancelDiscount = endpoint('POST /api/learn/cn/discount/cancel', {
  summary: 'Takes a discount away; where there is none nothing happens',
  access: 'learner',
  body: object({ itemId: Id }),
  response: DiscountAnswer,
  errors: ['not_found', 'forbidden'],
})
