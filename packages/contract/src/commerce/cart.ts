import { type Static, Type } from 'typebox'
import { DiscountSchema, ItemCard } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { Amounts } from './amounts.ts'
import { Bundle } from './bundles.ts'
import { cartLimit, unavailableReasons } from './cart-rules.ts'
import { Purchaser } from './purchasers.ts'

const Id = Type.String({ maxLength: 100 })

/** Ids of what is in the cart, items (`ltu_…`) and bundles (`bu_…`), in the order in which they were put in. */
export const PersonalCartData = object({ personalCartItemIds: Type.Array(Type.String()) })
export type PersonalCartData = Static<typeof PersonalCartData>

export const CartEntry = object({
  id: Type.String(),
  kind: oneOf('item', 'bundle'),
  /** As it was called when it was put in: what is not for the person any more shows nothing newer. */
  title: Type.String(),
  addedTime: Type.String(),
  /** What it cost when it was put in, in fen. */
  priceWhenAdded: Type.Integer(),
  /** What it costs now, in fen; null while it cannot be bought. */
  price: nullable(Type.Integer()),
  /** Of an item: without its discount; of a bundle: its items one by one at their prices of now. In fen. */
  originalPrice: nullable(Type.Integer()),
  /** Why it cannot be bought; null: it can, and is counted. `in_bundle`: a bundle of this cart holds it too. */
  unavailable: nullable(oneOf(...unavailableReasons)),
})
export type CartEntry = Static<typeof CartEntry>

export const Cart = object({
  personalCartData: PersonalCartData,
  entries: Type.Array(CartEntry),
  /** Cards of the items, and of those in the bundles, that the person may see. */
  tutorialMap: Type.Record(Type.String(), ItemCard),
  bundleMap: Type.Record(Type.String(), Bundle),
  /** Ids of the items of each bundle in the cart. */
  bundleItems: Type.Record(Type.String(), Type.Array(Type.String())),
  discountMap: Type.Record(Type.String(), DiscountSchema),
  /** Sums of the entries that can be bought, without a coupon. */
  amounts: Amounts,
  /** As whom the person ordered last, paid or not; null: never. */
  purchaser: nullable(Purchaser),
  /** What prices were compared with. */
  asOf: Type.String(),
})
export type Cart = Static<typeof Cart>

export const readCart = endpoint('GET /api/learn/cn/personal/cart', {
  summary: "A person's own cart with today's prices; what cannot be bought any more stays and says why",
  access: 'learner',
  query: object({ userId: Type.Optional(Id) }),
  response: Cart,
  errors: ['not_found'],
})

export const readCartIds = endpoint('GET /api/learn/cn/personal/cart/ids', {
  summary: 'What is in the own cart, for its count and for the buttons of items; a guest has nothing in it',
  access: 'public',
  response: PersonalCartData,
})

export const updateCart = endpoint('POST /api/learn/cn/personal/cart/update', {
  summary: 'Puts items or bundles into the cart; what is in it already stays. 20 are the most',
  access: 'learner',
  body: object({ itemIds: Type.Array(Id, { minItems: 1, maxItems: cartLimit }) }),
  response: object({ personalCartData: PersonalCartData }),
  errors: ['not_found', 'cart_limit', 'cart_not_for_sale', 'cart_owned'],
})

export const putOrderIntoCart = endpoint('POST /api/learn/cn/order/cart', {
  summary: 'Puts what an own order that was cancelled or ran out asked for into the cart again, where it is still sold',
  access: 'learner',
  body: object({ id: Id }),
  response: object({
    personalCartData: PersonalCartData,
    /** Ids of the items and bundles of the order that are in the cart now. */
    put: Type.Array(Type.String()),
    /** Those that cannot be bought, as they were called when they were ordered. */
    left: Type.Array(object({ id: Type.String(), title: Type.String(), reason: oneOf(...unavailableReasons) })),
  }),
  errors: ['not_found', 'conflict', 'cart_limit'],
})

export const deleteFromCart = endpoint('POST /api/learn/cn/personal/cart/delete', {
  summary: 'Takes items or bundles out of the cart; what is not in it is passed over',
  access: 'learner',
  body: object({ itemIds: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
  response: object({ personalCartData: PersonalCartData }),
})
