import { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
import {
  cancelDiscount as cancelDiscountCall,
  createDiscount as createDiscountCall,
  editDiscount as editDiscountCall,
  listDiscounts,
} from '@lantern/contract/commerce/discounts.ts'
import {
  listMerchandiseOrders as listMerchandiseOrdersCall,
  listOrders as listOrdersCall,
  readOrder,
} from '@lantern/contract/commerce/orders.ts'
import { idsOfPage } from '#kit/id-lists.ts'
import { type App, route } from '#kit/route.ts'
import { bundleCards } from './bundles.ts'
import { cancelDiscount, createDiscount, editDiscount, readDiscounts } from './discounts.ts'
import { listMerchandiseOrders, listOrders, readOwnOrder } from './orders.ts'

export function commerceRoutes(app: App): void {
  route(app, getBundleMap, async ({ query, services }) => {
    const { ids, pageNumber, pageSize } = idsOfPage(query)
    return { bundleMap: await bundleCards(services.db, ids), pageNumber, pageSize }
  })
  route(app, listDiscounts, ({ query, viewer, services }) => readDiscounts(services, viewer, query))
  route(app, createDiscountCall, ({ body, viewer, services }) => createDiscount(services, viewer, body))
  route(app, editDiscountCall, ({ body, viewer, services }) => editDiscount(services, viewer, body))
  route(app, cancelDiscountCall, ({ body, viewer, services }) => cancelDiscount(services, viewer, body.itemId))

  route(app, listOrdersCall, ({ query, viewer, services }) => listOrders(services.db, viewer, query))
  route(app, readOrder, async ({ params, viewer, services }) => ({
    order: await readOwnOrder(services.db, viewer, params.id),
  }))
  route(app, listMerchandiseOrdersCall, ({ query, viewer, services }) =>
    listMerchandiseOrders(services.db, viewer, query),
  )
}
