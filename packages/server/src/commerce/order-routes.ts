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
import { contentLanguage } from '@lantern/contract/locales.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { cancelOrder } from './end-order.ts'
import { paymentGateways } from './gateways/payment-gateways.ts'
import { listMerchandiseOrders, listOrders, readOwnOrder } from './orders.ts'
import { paymentStatus, prepay } from './payments.ts'
import { placeOrder } from './place-order.ts'
import { listPlans } from './plans.ts'
import { cancelRefund, requestRefund } from './refunds.ts'

/** Orders, how they are paid, and how money goes back. */
export function orderRoutes(app: App): void {
  route(app, placeOrderCall, async ({ body, viewer, locale, services }) => ({
    order: await placeOrder(services, viewer, body, contentLanguage(locale)),
  }))
  route(app, cancelOrderCall, async ({ body, viewer, locale, services }) => ({
    order: await cancelOrder(services, viewer, body.id, contentLanguage(locale)),
  }))
  route(app, listOrdersCall, ({ query, viewer, locale, services }) =>
    listOrders(services, viewer, { ...query, language: contentLanguage(locale) }),
  )
  route(app, readOrder, async ({ params, viewer, locale, services }) => ({
    order: await readOwnOrder(services, services.db, viewer, { id: params.id, language: contentLanguage(locale) }),
  }))
  route(app, listMerchandiseOrdersCall, ({ query, viewer, locale, services }) =>
    listMerchandiseOrders(services, viewer, { ...query, language: contentLanguage(locale) }),
  )

  route(app, listGateways, ({ services }) => ({
    gateways: [...paymentGateways(services).keys()],
    storeUrl: services.config.shop.storeUrl ?? null,
  }))
  route(app, listPlansCall, ({ viewer, services }) => listPlans(services, viewer))
  httpRoute(app, prepayCall, ({ params, body, viewer, locale, services, request }) =>
    prepay(services, viewer, {
      gatewayName: params.gateway,
      clientAddress: request.ip,
      language: contentLanguage(locale),
      ...body,
    }),
  )
  route(app, readPaymentStatus, ({ query, viewer, services }) => paymentStatus(services, viewer, query.orderId))

  route(app, requestRefundCall, async ({ body, viewer, services }) => ({
    refund: await requestRefund(services, viewer, { ...body, note: body.note ?? '' }),
  }))
  route(app, cancelRefundCall, async ({ body, viewer, services }) => ({
    refund: await cancelRefund(services, viewer, body.id),
  }))
}
