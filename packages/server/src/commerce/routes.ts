import { getBundleMap, readBundle as readBundleCall } from '@lantern/contract/commerce/bundles.ts'
import { deleteFromCart, readCart as readCartCall, readCartIds, updateCart } from '@lantern/contract/commerce/cart.ts'
import { redeemCoupon as redeemCouponCall } from '@lantern/contract/commerce/coupons.ts'
import {
  cancelDiscount as cancelDiscountCall,
  createDiscount as createDiscountCall,
  editDiscount as editDiscountCall,
  listDiscounts,
} from '@lantern/contract/commerce/discounts.ts'
import {
  cancelOrder as cancelOrderCall,
  listMerchandiseOrders as listMerchandiseOrdersCall,
  listOrders as listOrdersCall,
  placeOrder as placeOrderCall,
  readOrder,
} from '@lantern/contract/commerce/orders.ts'
import { collectPurchasedUser } from '@lantern/contract/commerce/purchasers.ts'
import { idsOfPage } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import { bundleCards, readBundle } from './bundles.ts'
import { cartIds, putIntoCart, readCart, takeFromCart } from './cart.ts'
import { redeemCoupon } from './coupons.ts'
import { keepCoursePurchaser } from './course-purchasers.ts'
import { cancelDiscount, createDiscount, editDiscount, readDiscounts } from './discounts.ts'
import { cancelOrder } from './end-order.ts'
import { sandboxRoutes } from './gateways/sandbox/routes.ts'
import { listMerchandiseOrders, listOrders, readOwnOrder } from './orders.ts'
import { placeOrder } from './place-order.ts'

export function commerceRoutes(app: App): void {
  route(app, getBundleMap, async ({ query, services }) => {
    const { ids, pageNumber, pageSize } = idsOfPage(query)
    return { bundleMap: await bundleCards(services.db, ids), pageNumber, pageSize }
  })
  route(app, readBundleCall, ({ params, viewer, services }) => readBundle(services, viewer, params.slug))

  route(app, collectPurchasedUser, ({ body, viewer, services }) => keepCoursePurchaser(services, viewer, body))
  route(app, listDiscounts, ({ query, viewer, services }) => readDiscounts(services, viewer, query))
  route(app, createDiscountCall, ({ body, viewer, services }) => createDiscount(services, viewer, body))
  route(app, editDiscountCall, ({ body, viewer, services }) => editDiscount(services, viewer, body))
  route(app, cancelDiscountCall, ({ body, viewer, services }) => cancelDiscount(services, viewer, body.itemId))

  route(app, readCartCall, ({ query, viewer, services }) => readCart(services, viewer, query.userId))
  route(app, readCartIds, ({ viewer, services }) => cartIds(services.db, viewer))
  route(app, updateCart, async ({ body, viewer, services }) => ({
    personalCartData: await putIntoCart(services, viewer, body.itemIds),
  }))
  route(app, deleteFromCart, async ({ body, viewer, services }) => ({
    personalCartData: await takeFromCart(services, viewer, body.itemIds),
  }))
  route(app, redeemCouponCall, ({ body, viewer, services }) => redeemCoupon(services, viewer, body))
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
  sandboxRoutes(app)
}
