import { getBundleMap, readBundle as readBundleCall } from '@lantern/contract/commerce/bundles.ts'
import {
  deleteFromCart,
  putOrderIntoCart,
  readCart as readCartCall,
  readCartIds,
  updateCart,
} from '@lantern/contract/commerce/cart.ts'
import { redeemCoupon as redeemCouponCall } from '@lantern/contract/commerce/coupons.ts'
import {
  cancelDiscount as cancelDiscountCall,
  createDiscount as createDiscountCall,
  editDiscount as editDiscountCall,
  listDiscounts,
} from '@lantern/contract/commerce/discounts.ts'
import { collectPurchasedUser } from '@lantern/contract/commerce/purchasers.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { idsOfPage } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import { bundleCards, readBundle } from './bundles.ts'
import { callbackRoutes } from './callbacks.ts'
import { cartIds, putIntoCart, readCart, takeFromCart } from './cart.ts'
import { cartFromOrder } from './cart-from-order.ts'
import { redeemCoupon } from './coupons.ts'
import { keepCoursePurchaser } from './course-purchasers.ts'
import { cancelDiscount, createDiscount, editDiscount, readDiscounts } from './discounts.ts'
import { sandboxRoutes } from './gateways/sandbox/routes.ts'
import { licenceRoutes } from './licences/routes.ts'
import { orderRoutes } from './order-routes.ts'
import { promotionRoutes } from './promotion-routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { salesRoutes } from './sales-routes.ts'
import { shopStaffRoutes } from './staff/routes.ts'

export async function commerceRoutes(app: App): Promise<void> {
  route(app, getBundleMap, async ({ query, locale, services }) => {
    const { ids, pageNumber, pageSize } = idsOfPage(query)
    return { bundleMap: await bundleCards(services, ids, contentLanguage(locale)), pageNumber, pageSize }
  })
  route(app, readBundleCall, ({ params, viewer, locale, services }) =>
    readBundle(services, viewer, params.slug, locale),
  )

  route(app, collectPurchasedUser, ({ body, viewer, services }) => keepCoursePurchaser(services, viewer, body))
  route(app, listDiscounts, ({ query, viewer, services }) => readDiscounts(services, viewer, query))
  route(app, createDiscountCall, ({ body, viewer, services }) => createDiscount(services, viewer, body))
  route(app, editDiscountCall, ({ body, viewer, services }) => editDiscount(services, viewer, body))
  route(app, cancelDiscountCall, ({ body, viewer, services }) => cancelDiscount(services, viewer, body.itemId))

  route(app, readCartCall, ({ query, viewer, locale, services }) =>
    readCart(services, viewer, { ...query, language: contentLanguage(locale) }),
  )
  route(app, readCartIds, ({ viewer, services }) => cartIds(services.db, viewer))
  route(app, updateCart, async ({ body, viewer, locale, services }) => ({
    personalCartData: await putIntoCart(services, viewer, body.itemIds, contentLanguage(locale)),
  }))
  route(app, putOrderIntoCart, ({ body, viewer, locale, services }) =>
    cartFromOrder(services, viewer, { id: body.id, language: contentLanguage(locale) }),
  )
  route(app, deleteFromCart, async ({ body, viewer, services }) => ({
    personalCartData: await takeFromCart(services, viewer, body.itemIds),
  }))
  route(app, redeemCouponCall, ({ body, viewer, services }) => redeemCoupon(services, viewer, body))
  orderRoutes(app)
  promotionRoutes(app)
  salesRoutes(app)
  receiptRoutes(app)
  licenceRoutes(app)
  shopStaffRoutes(app)
  await callbackRoutes(app)
  sandboxRoutes(app)
}
