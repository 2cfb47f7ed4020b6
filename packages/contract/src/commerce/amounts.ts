import { type Static, Type } from 'typebox'
import { object } from '../endpoint.ts'

/** How a sum to pay is made up, all in fen: `originalAmount` less the three reductions is `amount`. */
export const Amounts = object({
  /** Single prices without any reduction. */
  originalAmount: Type.Integer(),
  /** Taken off by dated discounts. */
  discountAmount: Type.Integer(),
  /** Taken off because items are bought as a bundle. */
  bundleAmount: Type.Integer(),
  /** Taken off by the coupon. */
  couponAmount: Type.Integer(),
  /** To pay; never negative. */
  amount: Type.Integer(),
})
export type Amounts = Static<typeof Amounts>
