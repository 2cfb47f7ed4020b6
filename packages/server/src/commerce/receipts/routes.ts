import { listReceipts, requestReceipt as requestReceiptCall } from '@lantern/contract/commerce/receipts.ts'
import { type App, route } from '#kit/route.ts'
import { listOwnReceipts, requestReceipt } from './receipts.ts'

/** Receipts of the own orders; their files are drawn in flows/receipt-file.ts. */
export function receiptRoutes(app: App): void {
  route(app, listReceipts, ({ query, viewer, services }) => listOwnReceipts(services.db, viewer, query.userId))
  route(app, requestReceiptCall, async ({ body, viewer, services }) => ({
    receipt: await requestReceipt(services, viewer, body),
  }))
}
