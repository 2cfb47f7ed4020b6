import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf, wholeFrom } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { Amounts } from './amounts.ts'
import { currency, seats } from './cart-rules.ts'
import { orderStates, orderStatuses, orderViews } from './order-rules.ts'
import { gatewayNames } from './payments.ts'
import { Purchaser } from './purchasers.ts'
import { Receipt } from './receipts.ts'
import { Refund } from './refunds.ts'

const Id = Type.String({ maxLength: 100 })

/** One line: an item, merchandise or a plan. A bundle is one line for each of its items, with one `bundleId`. */
export const OrderItem = object({
  /** Its place in the order, by which refunds name it. */
  position: Type.Integer(),
  /** As it was called when it was ordered. */
  title: Type.String(),
  quantity: Type.Integer(),
  /** Price of one, without any reduction, in fen. */
  price: Type.Integer(),
  /** Null: it is no item of the catalogue, or it is gone. */
  itemId: nullable(Type.String()),
  /** Address of the item's picture, drawn where it has none; null: it is no item of the catalogue, or it is gone. */
  picture: nullable(Type.String()),
  /** The reader finds the item; false also where there is none. */
  isThere: Type.Boolean(),
  bundleId: nullable(Type.String()),
  /** As the bundle was called. */
  bundleTitle: nullable(Type.String()),
  planId: nullable(Type.String()),
  /** Of the plan. */
  planMonths: nullable(Type.Integer()),
  isMerchandise: Type.Boolean(),
  /** Taken off by a dated discount, by the bundle's price and by the coupon, in fen. */
  discountAmount: Type.Integer(),
  bundleAmount: Type.Integer(),
  couponAmount: Type.Integer(),
  /** The line's price, in fen. */
  amount: Type.Integer(),
  refundedAmount: Type.Integer(),
  /** A refund of it is under way or done. */
  refund: nullable(oneOf('requested', 'sending', 'done')),
})
export type OrderItem = Static<typeof OrderItem>

export const Order = object({
  id: Type.String(),
  status: oneOf(...orderStatuses),
  /** The nearer state, for what the page says and offers. */
  state: oneOf(...orderStates),
  items: Type.Array(OrderItem),
  /** Sum of the whole order, in fen. */
  amount: Type.Integer(),
  amounts: Amounts,
  refundedAmount: Type.Integer(),
  coupon: nullable(Type.String()),
  createdTime: Type.String(),
  /** Until when its prices hold; null: it is not waiting any more. */
  expiresTime: nullable(Type.String()),
  paidTime: nullable(Type.String()),
  /** By which gateway it was paid; null: not paid, or free. */
  gateway: nullable(oneOf(...gatewayNames)),
  /** The provider's number of the payment. */
  providerId: nullable(Type.String()),
  /** Until when a refund may be asked for; null: it may not. */
  refundableUntil: nullable(Type.String()),
  refunds: Type.Array(Refund),
  receipts: Type.Array(Receipt),
  /** Something paid is left, no receipt of it stands, and the site makes receipts out. */
  canRequestReceipt: Type.Boolean(),
})
export type Order = Static<typeof Order>

export const OrderList = object({
  orderMap: Type.Record(Type.String(), Order),
  /** Ids, newest first. */
  results: Type.Array(Type.String()),
  ...pageAnswer,
})
export type OrderList = Static<typeof OrderList>

const page = {
  userId: Type.Optional(Id),
  ...pageQuery,
}

export const listOrders = endpoint('GET /api/learn/cn/order/list', {
  summary: "A person's own orders, newest first; pages count from 0",
  access: 'learner',
  query: object({ ...page, status: Type.Optional(oneOf('processing', 'finished', ...orderViews)) }),
  response: OrderList,
  errors: ['not_found'],
})

export const listMerchandiseOrders = endpoint('GET /api/learn/cn/order/periphery/list', {
  summary: "A person's orders that hold merchandise, newest first; pages count from 0",
  access: 'learner',
  query: object(page),
  response: OrderList,
  errors: ['not_found'],
})

export const readOrder = endpoint('GET /api/learn/cn/order/:id', {
  summary: 'One of the own orders',
  access: 'learner',
  params: object({ id: Id }),
  response: object({ order: Order }),
  errors: ['not_found'],
})

/** Exactly one of the first three. */
export const OrderWish = object({
  /** Entries of the cart, or items and bundles that are bought at once. */
  itemIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20 })),
  bundleSlug: Type.Optional(Type.String({ maxLength: 160 })),
  planId: Type.Optional(Id),
  coupon: Type.Optional(Type.String({ maxLength: 100 })),
  currency: Type.Literal(currency),
  seats: Type.Literal(seats),
  /** What the page showed as the sum, in fen. Where it is not the sum any more the order is refused, and the page reads again. */
  amount: Type.Optional(wholeFrom(0)),
  purchaser: Type.Optional(Purchaser),
})
export type OrderWish = Static<typeof OrderWish>

export const placeOrder = endpoint('POST /api/learn/cn/order', {
  summary:
    'Makes an order at the prices of this moment, which hold for a while. The same again answers the same waiting order. What costs nothing is finished at once',
  access: 'learner',
  body: OrderWish,
  response: object({ order: Order }),
  errors: [
    'bad_request',
    'not_found',
    'cart_not_for_sale',
    'cart_owned',
    'price_changed',
    'coupon_refused',
    'rate_limited',
  ],
})

export const cancelOrder = endpoint('POST /api/learn/cn/order/cancel', {
  summary: 'Cancels an own order that waits for payment; one that is cancelled stays so',
  access: 'learner',
  body: object({ id: Id }),
  response: object({ order: Order }),
  errors: ['not_found', 'conflict'],
})
