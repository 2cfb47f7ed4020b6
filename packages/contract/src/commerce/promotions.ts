import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { orderStates } from './order-rules.ts'

const Id = Type.String({ maxLength: 100 })
const Fen = (minimum: number) => Type.Integer({ minimum, maximum: 100_000_000 })

/** What the coupons of a promotion take off, for whom, how often and when. */
export const PromotionWish = object({
  title: Type.String({ maxLength: 200 }),
  kind: oneOf('amount', 'percent'),
  /** Fen of an amount, 1 to 100 of a percentage. */
  value: Fen(0),
  /** Least sum of the eligible lines in fen; 0: none. */
  least: Fen(0),
  /** Ids or slugs of the items it is for; empty: all items. */
  itemIds: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 }),
  /** Id of the person whose items it is for; null: of everybody. */
  ownerId: nullable(Id),
  firstOrderOnly: Type.Boolean(),
  /** Uses of one person. */
  perPerson: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Uses in all; null: no limit. */
  most: nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  /** With its offset from UTC. */
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
  query: object(pageQuery),
  response: object({ results: Type.Array(Promotion), ...pageAnswer, asOf: Type.String() }),
})

export const CouponUse = object({
  code: Type.String(),
  orderId: Type.String(),
  state: oneOf(...orderStates),
  userName: Type.String(),
  /** Taken off by the coupon, and what the order cost after it; fen. */
  couponAmount: Type.Integer(),
  amount: Type.Integer(),
  createdTime: Type.String(),
})
export type CouponUse = Static<typeof CouponUse>

export const readPromotion = endpoint('GET /api/learn/finance/promotion/:id', {
  summary: 'A promotion with the names of its items and owner, and a page of its uses, newest first',
  access: 'learnAdmin',
  params: object({ id: Id }),
  query: object(pageQuery),
  response: object({
    promotion: Promotion,
    items: Type.Array(object({ id: Type.String(), title: Type.String() })),
    ownerName: nullable(Type.String()),
    uses: Type.Array(CouponUse),
    ...pageAnswer,
    asOf: Type.String(),
  }),
  errors: ['not_found'],
})

const PromotionAnswer = object({ promotion: Promotion })

export const createPromotion = endpoint('POST /api/learn/finance/promotion', {
  summary: 'Makes a promotion under an id that the caller made: sent twice it is made once',
  access: 'learnAdmin',
  body: object({ id: Type.String({ pattern: '^pm_[0-9a-z]{26}$' }), ...PromotionWish.properties }),
  response: PromotionAnswer,
  errors: ['bad_request', 'conflict'],
})

export const editPromotion = endpoint('POST /api/learn/finance/promotion/edit', {
  summary: 'Changes a promotion; orders that wait keep what they were promised',
  access: 'learnAdmin',
  body: object({
    id: Id,
    ...PromotionWish.properties,
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(PromotionWish),
  }),
  response: PromotionAnswer,
  errors: ['bad_request', 'not_found'],
})

export const disablePromotion = endpoint('POST /api/learn/finance/promotion/disable', {
  summary: 'Stops a promotion or lets it go on; orders that wait keep what they were promised',
  access: 'learnAdmin',
  body: object({ id: Id, disabled: Type.Boolean() }),
  response: PromotionAnswer,
  errors: ['not_found'],
})

export const makeCoupons = endpoint('POST /api/learn/finance/promotion/coupons', {
  summary: 'Makes a batch of coupons for one order each, or, with `code`, one coupon for many people',
  access: 'learnAdmin',
  body: object({
    promotionId: Id,
    /** Coupons that the caller saw. Where there are others by now none is made: sent twice is one batch. */
    seen: wholeFrom(0),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    length: Type.Optional(oneOf('8', '10')),
    code: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: object({ promotion: Promotion, codes: Type.Array(Type.String()) }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
