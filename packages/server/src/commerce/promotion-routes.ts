import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import {
  createPromotion as createPromotionCall,
  disablePromotion as disablePromotionCall,
  editPromotion as editPromotionCall,
  listPromotions as listPromotionsCall,
  makeCoupons as makeCouponsCall,
  readPromotion as readPromotionCall,
} from '@lantern/contract/commerce/promotions.ts'
import { type App, requireAccess, route } from '#kit/route.ts'
import { writeCsv } from '#kit/write-csv.ts'
import { couponRows, makeCoupons } from './coupon-batches.ts'
import { promotionNamed } from './promotion-rows.ts'
import { createPromotion, disablePromotion, editPromotion, listPromotions, readPromotion } from './promotions.ts'

/** Promotions and their coupons, for learning admins. */
export function promotionRoutes(app: App): void {
  route(app, listPromotionsCall, ({ query, services }) => listPromotions(services, query))
  route(app, readPromotionCall, ({ params, query, services }) => readPromotion(services, params.id, query))
  route(app, createPromotionCall, async ({ body, viewer, services }) => ({
    promotion: await createPromotion(services, viewer, body),
  }))
  route(app, editPromotionCall, async ({ body, viewer, services }) => ({
    promotion: await editPromotion(services, viewer, body),
  }))
  route(app, disablePromotionCall, async ({ body, services }) => ({
    promotion: await disablePromotion(services, body),
  }))
  route(app, makeCouponsCall, ({ body, services }) => makeCoupons(services, body))

  // a file and not a call
  app.get<{ Params: { id: string } }>(
    '/api/learn/finance/promotion/:id/coupons.csv',
    { schema: { hide: true } },
    async ({ params, viewer, locale }, reply) => {
      requireAccess(viewer, 'learnAdmin')
      const { db, text } = app.services
      const { id, title } = await promotionNamed(db, params.id)
      const t = (key: string) => text(locale, `commerce.promo.${key}`)
      const rows = await couponRows(db, id)
      reply.header('content-disposition', `attachment; filename="${id}.csv"`)
      return reply
        .type('text/csv; charset=utf-8')
        .send(
          writeCsv([
            [text(locale, 'commerce.coupon'), t('name'), t('for'), t('made'), t('uses'), t('order')],
            ...rows.map(({ code, isSingle, createdAt, uses, orderId }) => [
              code,
              title,
              t(isSingle ? 'for_one' : 'for_many'),
              createdAt.toISOString(),
              uses,
              isSingle && orderId !== null ? orderNumber(orderId) : null,
            ]),
          ]),
        )
    },
  )
}
