import { readBookkeeping } from '@lantern/contract/commerce/bookkeeping.ts'
import { listDifferences, mendDifference as mendDifferenceCall } from '@lantern/contract/commerce/differences.ts'
import { giveGrant, listStaffGrants, revokeGrant } from '@lantern/contract/commerce/grants.ts'
import { giveLicence, listStaffLicences, revokeLicence } from '@lantern/contract/commerce/licences.ts'
import {
  decideRefund as decideRefundCall,
  listRefundRequests,
  refundLines,
} from '@lantern/contract/commerce/refunds.ts'
import { listAllOrders, readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { type App, route } from '#kit/route.ts'
import { decideRefund, refundByStaff } from '../refunds.ts'
import { findDifferences } from '../statements/list-differences.ts'
import { mendDifference } from '../statements/mend.ts'
import { monthOfBooks } from './bookkeeping.ts'
import { bookkeepingFileRoute } from './bookkeeping-files.ts'
import { findOrders } from './find-orders.ts'
import { findStaffGrants, giveStaffGrant, revokeStaffGrant } from './grants.ts'
import { findStaffLicences, giveStaffLicence, revokeStaffLicence } from './licences.ts'
import { readOrderForStaff } from './read-any-order.ts'
import { readRefundQueue } from './refund-queue.ts'

/** What learning admins do in the shop. */
export function shopStaffRoutes(app: App): void {
  route(app, listDifferences, ({ query, services }) => findDifferences(services.db, query))
  route(app, mendDifferenceCall, async ({ body, viewer, services }) => ({
    difference: await mendDifference(services, viewer, body),
  }))

  route(app, listStaffGrants, ({ query, services }) => findStaffGrants(services, query))
  route(app, giveGrant, async ({ body, viewer, services }) => ({
    grant: await giveStaffGrant(services, viewer, body),
  }))
  route(app, revokeGrant, async ({ body, viewer, services }) => ({
    grant: await revokeStaffGrant(services, viewer, body),
  }))

  route(app, listStaffLicences, ({ query, services, viewer }) => findStaffLicences(services, viewer, query))
  route(app, giveLicence, ({ body, viewer, services }) => giveStaffLicence(services, viewer, body))
  route(app, revokeLicence, async ({ body, viewer, services }) => {
    await revokeStaffLicence(services, viewer, body)
    return { success: true }
  })

  route(app, readBookkeeping, ({ query, services }) => monthOfBooks(services, query.month))
  bookkeepingFileRoute(app)

  route(app, listAllOrders, ({ query, locale, services }) => findOrders(services.db, query, contentLanguage(locale)))
  route(app, readAnyOrder, ({ params, viewer, locale, services }) =>
    readOrderForStaff(services, viewer, { id: params.id, language: contentLanguage(locale) }),
  )

  route(app, listRefundRequests, ({ query, locale, services }) =>
    readRefundQueue(services.db, query, contentLanguage(locale)),
  )
  route(app, decideRefundCall, async ({ body, viewer, services }) => ({
    refund: await decideRefund(services, viewer, body),
  }))
  route(app, refundLines, async ({ body, viewer, services }) => ({
    refund: await refundByStaff(services, viewer, { ...body, reason: null }),
  }))
}
