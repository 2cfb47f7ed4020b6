import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { Amounts } from './amounts.ts'
import { couponErrorCodes, couponErrors } from './coupon-rules.ts'

const Id = Type.String({ maxLength: 100 })

export const Coupon = object({
  code: Type.String(),
  /** What its promotion is called. */
  title: Type.String(),
  /** Null: it does not end. */
  endDate: nullable(Type.String()),
})
export type Coupon = Static<typeof Coupon>

export const CouponAnswer = object({
  /** Null: refused, and the two fields below say why. */
  coupon: nullable(Coupon),
  errorCode: nullable(oneOf(...couponErrorCodes)),
  reason: nullable(oneOf(...(Object.keys(couponErrors) as [keyof typeof couponErrors]))),
  /** What the coupon takes off, in fen. */
  amount: Type.Integer(),
  /** Sums of these entries with the coupon; without it where it is refused. */
  amounts: Amounts,
})
export type CouponAnswer = Static<typeof CouponAnswer>

export const redeemCoupon = endpoint('POST /api/learn/cn/coupon/redeem', {
  summary: 'What a coupon would take off these items and bundles; it is used up by an order alone',
  access: 'learner',
  body: object({
    coupon: Type.String({ maxLength: 100 }),
    /** Entries of the cart, or a bundle or items that are bought at once. */
    itemIds: Type.Array(Id, { maxItems: 100 }),
  }),
  response: CouponAnswer,
  errors: ['rate_limited'],
})
