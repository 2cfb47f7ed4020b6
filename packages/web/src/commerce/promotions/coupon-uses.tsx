import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { ShopPages } from '../shop-pages.tsx'
import type { PromotionPageProps } from './promotion-page.tsx'

/** The orders that hold or used a coupon of the promotion. */
export function CouponUses({ found, path }: Pick<PromotionPageProps, 'found'> & { path: string }) {
  const t = useMessages()
  const format = useFormat()
  const { uses, page, pageSize, total } = found
  return (
    <section aria-labelledby="uses">
      <div className="section-head">
        <h2 id="uses">{t('commerce.promo.uses')}</h2>
      </div>
      {uses.length === 0 && total > 0 ? (
        <BeyondLastPage to={path} />
      ) : uses.length === 0 ? (
        <p className="muted">{t('commerce.promo.no_uses')}</p>
      ) : (
        <Table label={t('authoring.insights.table_of', { name: t('commerce.promo.uses') })}>
          <thead>
            <tr>
              <th scope="col">{t('commerce.coupon')}</th>
              <th scope="col">{t('commerce.promo.order')}</th>
              <th scope="col">{t('commerce.promo.who')}</th>
              <th scope="col">{t('commerce.promo.when')}</th>
              <th scope="col">{t('commerce.promo.state')}</th>
              <th scope="col" className={endCell}>
                {t('commerce.promo.taken_off')}
              </th>
              <th scope="col" className={endCell}>
                {t('commerce.promo.paid')}
              </th>
            </tr>
          </thead>
          <tbody>
            {uses.map((use) => (
              <tr key={use.orderId}>
                <th scope="row">{use.code}</th>
                <td>{orderNumber(use.orderId)}</td>
                <td>{use.userName}</td>
                <td>{format.dateTime(use.createdTime)}</td>
                <td>{t(`commerce.order_state.${use.state}`)}</td>
                <td className={endCell}>{format.amount(-use.couponAmount)}</td>
                <td className={endCell}>{format.amount(use.amount)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShopPages
        page={page}
        pageCount={Math.ceil(total / pageSize)}
        toOf={(at) => (at > 1 ? `${path}?page=${at - 1}` : path)}
      />
    </section>
  )
}
