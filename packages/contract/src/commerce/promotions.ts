import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

const Id = Type.String({ maxLength: 100 })

/** What coupons of one kind take off, for whom, how often and when. */
export const PromotionWish = object({
  title: Type.String({ maxLength: 200 }),
  kind: oneOf('amount', 'percent'),
  /** Fen of an amount, 1 to 100 of a percentage. */
  value: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  /** What eligible items must come to, in fen; 0: nothing. */
  least: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** Only these items; none named: all. */
  itemIds: Type.Array(Id, { maxItems: 500 }),
  /** Only this person's items; null: everybody's. */
  ownerId: nullable(Id),
  firstOrderOnly: Type.Boolean(),
  /** How often one person may use coupons of it. */
  perPerson: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** How often in all; null: without limit. */
  most: nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  startDate: Type.String({ maxLength: 40 }),
  /** Null: it does not end. */
  endDate: nullable(Type.String({ maxLength: 40 })),
})
export type PromotionWish = Static<typeof PromotionWish>

export const Promotion = object({
  id: Type.String(),
  ...PromotionWish.properties,
  disabled: Type.Boolean(),
  couponCount: Type.Integer(),
  /** Uses by orders that wait or are paid. */
  used: Type.Integer(),
  createdTime: Type.String(),
})
export type Promotion = Static<typeof Promotion>

export const listPromotions = endpoint('GET /api/learn/finance/promotion/list', {
  summary: 'All promotions, newest first; pages count from 0',
  access: 'learnAdmin',
  query: object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: object({
    results: Type.Array(Promotion),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
  }),
})

export const createPromotion = endpoint('POST /api/learn/finance/promotion', {
  summary: 'Makes a promotion; its coupons are made by another call',
  access: 'learnAdmin',
  body: PromotionWish,
  response: object({ promotion: Promotion }),
  errors: ['bad_request'],
})

export const disablePromotion = endpoint('POST /api/learn/finance/promotion/disable', {
  summary: 'Ends a promotion or lets it go on; orders that wait keep what they were promised',
  access: 'learnAdmin',
  body: object({ id: Id, disabled: Type.Boolean() }),
  response: object({ promotion: Promotion }),
  errors: ['not_found'],
})

export const makeCoupons = endpoint('POST /api/learn/finance/promotion/coupons', {
  summary: 'Makes coupons of a promotion: some that can each be used once, or one of a given code for all',
  access: 'learnAdmin',
  body: object({
    promotionId: Id,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    length: Type.Optional(oneOf('8', '10')),
    /** A code for all; instead of a count. */
    code: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: object({ promotion: Promotion, codes: Type.Array(Type.String()) }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
