import {
  findBundleItems as findBundleItemsCall,
  listOwnBundles as listOwnBundlesCall,
  readOwnBundle as readOwnBundleCall,
  saveOwnBundle as saveOwnBundleCall,
} from '@lantern/contract/commerce/own-bundles.ts'
import {
  listPayouts as listPayoutsCall,
  markPaidOut as markPaidOutCall,
  readSales as readSalesCall,
} from '@lantern/contract/commerce/sales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { writeCsv } from '#kit/write-csv.ts'
import { findBundleItems, listOwnBundles, readOwnBundle } from './own-bundles.ts'
import { listPayouts, markPaidOut } from './payouts.ts'
import { readSales } from './sales.ts'
import { saveOwnBundle } from './save-bundle.ts'

/** Calls about authors' own bundles, their sales, and payouts to them. */
export function salesRoutes(app: App): void {
  route(app, listOwnBundlesCall, ({ query, viewer, services }) => listOwnBundles(services, viewer, query))
  route(app, findBundleItemsCall, async ({ query, viewer, services }) => ({
    results: await findBundleItems(services, viewer, query.q ?? ''),
  }))
  route(app, readOwnBundleCall, ({ params, viewer, services }) => readOwnBundle(services, viewer, params.id))
  route(app, saveOwnBundleCall, ({ body, viewer, services }) => saveOwnBundle(services, viewer, body))

  route(app, readSalesCall, ({ query, viewer, services }) => readSales(services, viewer.id, query))
  route(app, listPayoutsCall, ({ query, services }) => listPayouts(services, query.month))
  route(app, markPaidOutCall, async ({ body, viewer, services }) => ({
    payout: await markPaidOut(services, viewer, body),
  }))

  // a file and not a call
  app.get<{ Querystring: { months?: string } }>(
    '/api/learn/creator/sales.csv',
    { schema: { hide: true } },
    async ({ query, viewer, locale }, reply) => {
      requireAccess(viewer, 'author')
      const months = Math.min(Math.max(1, Math.trunc(Number(query.months ?? 12)) || 12), 60)
      const { entries } = await readSales(app.services, (viewer as SignedIn).id, { months })
      const t = (key: string) => app.services.text(locale, `commerce.sales.${key}`)
      const yuan = (fen: number) => Number((fen / 100).toFixed(2))
      reply.header('content-disposition', 'attachment; filename="sales.csv"')
      return reply
        .type('text/csv; charset=utf-8')
        .send(
          writeCsv([
            [
              t('month'),
              t('item'),
              t('sold'),
              t('original'),
              t('takings'),
              t('refunded_count'),
              t('refunded'),
              t('earned'),
            ],
            ...entries.map((entry) => [
              entry.month,
              entry.title,
              entry.count,
              yuan(entry.original),
              yuan(entry.sold),
              entry.refundedCount,
              yuan(entry.refunded),
              yuan(entry.earned),
            ]),
          ]),
        )
    },
  )
}
