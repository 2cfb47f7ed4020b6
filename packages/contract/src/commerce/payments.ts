import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { orderStates, orderStatuses } from './order-rules.ts'

const Id = Type.String({ maxLength: 100 })

export const gatewayNames = ['sandbox', 'wechat', 'alipay', 'stripe'] as const
export type GatewayName = (typeof gatewayNames)[number]

export const listGateways = endpoint('GET /api/learn/cn/payment/gateways', {
  summary: 'The ways to pay that this site has switched on, and its outside store where it has one',
  access: 'public',
  response: object({
    gateways: Type.Array(oneOf(...gatewayNames)),
    /** Null: the site has no outside store. Links to it are made by payment-store.ts. */
    storeUrl: nullable(Type.String()),
  }),
})

export const Prepaid = object({
  paymentId: Type.String(),
  /** To be shown as a QR code; null where the gateway opens a page. */
  codeUrl: nullable(Type.String()),
  /** A page of the gateway to go to; null where a code is scanned. */
  payUrl: nullable(Type.String()),
  /** When the code or page stops working; a new call makes a fresh one. */
  expiresTime: Type.String(),
})
export type Prepaid = Static<typeof Prepaid>

export const prepay = endpoint('POST /api/learn/cn/payment/:gateway/prepay', {
  summary: 'Begins to pay an own order that waits, or goes on with what was begun by the same way',
  access: 'learner',
  params: object({ gateway: oneOf(...gatewayNames) }),
  body: object({
    orderId: Id,
    /** A desktop gets a code to scan where the gateway has one, a phone a page to open. */
    device: Type.Optional(oneOf('desktop', 'phone')),
  }),
  response: Prepaid,
  errors: [
    'not_found',
    'conflict',
    'order_expired',
    'cart_not_for_sale',
    'cart_owned',
    'payment_unavailable',
    'rate_limited',
  ],
})

export const PaymentStatus = object({
  orderId: Type.String(),
  /** `processing`: the gateway has the money, or says that it is coming. */
  status: oneOf(...orderStatuses),
  state: oneOf(...orderStates),
  /** The newest attempt came to nothing: refused, closed or run out. Another may be begun while the order waits. */
  failed: Type.Boolean(),
  /** The way of the newest attempt; null: none was begun. */
  tried: nullable(oneOf(...gatewayNames)),
  expiresTime: nullable(Type.String()),
})
export type PaymentStatus = Static<typeof PaymentStatus>

export const readPaymentStatus = endpoint('GET /api/learn/cn/payment/status', {
  summary:
    'How far the payment of an own order is; where the site does not know it asks the gateway, at most each two seconds',
  access: 'learner',
  query: object({ orderId: Id }),
  response: PaymentStatus,
  errors: ['not_found'],
})
