import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

export const orderStatuses = ['waiting', 'processing', 'finished'] as const
export type OrderStatus = (typeof orderStatuses)[number]

const OrderItem = object({
  /** As it was called when it was ordered. */
  title: Type.String(),
  quantity: Type.Integer(),
  /** Of one, in fen. */
  price: Type.Integer(),
  /** Null: it is no item of the catalogue, or it is gone. */
  itemId: nullable(Type.String()),
})

export const Order = object({
  id: Type.String(),
  status: oneOf(...orderStatuses),
  items: Type.Array(OrderItem),
  /** Of the whole order, in fen. */
  amount: Type.Integer(),
  createdTime: Type.String(),
})
export type Order = Static<typeof Order>

export const OrderList = object({
  orderMap: Type.Record(Type.String(), Order),
  /** Ids, newest first. */
  results: Type.Array(Type.String()),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
})
export type OrderList = Static<typeof OrderList>

export const listMerchandiseOrders = endpoint('GET /api/learn/cn/order/periphery/list', {
  summary: "A person's orders that hold merchandise, newest first; pages count from 0",
  access: 'learner',
  query: object({
    userId: Type.Optional(Type.String({ maxLength: 100 })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: OrderList,
  errors: ['not_found'],
})
