import {
  decideRefund as decideRefundCall,
  listRefundRequests,
  refundLines,
} from '@lantern/contract/commerce/refunds.ts'
import { listAllOrders, readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { type App, route } from '#kit/route.ts'
import { decideRefund, refundByStaff } from '../refunds.ts'
import { findOrders } from './find-orders.ts'
import { readOrderForStaff } from './read-any-order.ts'
import { readRefundQueue } from './refund-queue.ts'

/** What learning admins do in the shop. */
export function shopStaffRoutes(app: App): void {
  route(app, listAllOrders, ({ query, services }) => findOrders(services.db, query))
  route(app, readAnyOrder, ({ params, services }) => readOrderForStaff(services.db, params.id))

  route(app, listRefundRequests, ({ query, services }) => readRefundQueue(services.db, query))
  route(app, decideRefundCall, async ({ body, viewer, services }) => ({
    refund: await decideRefund(services, viewer, body),
  }))
  route(app, refundLines, async ({ body, viewer, services }) => ({
    refund: await refundByStaff(services, viewer, { ...body, reason: null }),
  }))
}
