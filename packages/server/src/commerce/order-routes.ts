import {
  cancelOrder as cancelOrderCall,
  listMerchandiseOrders as listMerchandiseOrdersCall,
  listOrders as listOrdersCall,
  placeOrder as placeOrderCall,
  readOrder,
} from '@lantern/contract/commerce/orders.ts'
import { listGateways, prepay as prepayCall, readPaymentStatus } from '@lantern/contract/commerce/payments.ts'
import { listPlans as listPlansCall } from '@lantern/contract/commerce/plans.ts'
import {
  cancelRefund as cancelRefundCall,
  requestRefund as requestRefundCall,
} from '@lantern/contract/commerce/refunds.ts'
import { type App, route } from '#kit/route.ts'
import { cancelOrder } from './end-order.ts'
import { paymentGateways } from './gateways/payment-gateways.ts'
import { listMerchandiseOrders, listOrders, readOwnOrder } from './orders.ts'
import { paymentStatus, prepay } from './payments.ts'
import { placeOrder } from './place-order.ts'
import { listPlans } from './plans.ts'
import { cancelRefund, requestRefund } from './refunds.ts'

/** Orders, how they are paid, and how money goes back. */
export function orderRoutes(app: App): void {
  route(app, placeOrderCall, async ({ body, viewer, services }) => ({
    order: await placeOrder(services, viewer, body),
  }))
  route(app, cancelOrderCall, async ({ body, viewer, services }) => ({
    order: await cancelOrder(services, viewer, body.id),
  }))
  route(app, listOrdersCall, ({ query, viewer, services }) => listOrders(services.db, viewer, query))
  route(app, readOrder, async ({ params, viewer, services }) => ({
    order: await readOwnOrder(services.db, viewer, params.id),
  }))
  route(app, listMerchandiseOrdersCall, ({ query, viewer, services }) =>
    listMerchandiseOrders(services.db, viewer, query),
  )

  route(app, listGateways, ({ services }) => ({
    gateways: [...paymentGateways(services).keys()],
    storeUrl: services.config.shop.storeUrl ?? null,
  }))
  route(app, listPlansCall, ({ viewer, services }) => listPlans(services, viewer))
  route(app, prepayCall, ({ params, body, viewer, services, request }) =>
    prepay(services, viewer, { gatewayName: params.gateway, clientAddress: request.ip, ...body }),
  )
  route(app, readPaymentStatus, ({ query, viewer, services }) => paymentStatus(services, viewer, query.orderId))

  route(app, requestRefundCall, async ({ body, viewer, services }) => ({
    refund: await requestRefund(services, viewer, { ...body, note: body.note ?? '' }),
  }))
  route(app, cancelRefundCall, async ({ body, viewer, services }) => ({
    refund: await cancelRefund(services, viewer, body.id),
  }))
}
