import type { Amounts } from '@lantern/contract/commerce/amounts.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './order-sum.module.css'
import { SumRow, SumTotal } from './sum-rows.tsx'

interface OrderSumProps {
  amounts: Amounts
  /** Entries that are counted, and those that are not: they cannot be bought now, or a bundle beside them includes them. */
  count: number
  left: number
  coupon: { code: string } | null
  /** The act that this leads to. */
  children: ReactNode
}

/** The sum to pay; every reduction is a row of its own. */
export function OrderSum({ amounts, count, left, coupon, children }: OrderSumProps) {
  const t = useMessages()
  const { originalAmount, discountAmount, bundleAmount, couponAmount, amount } = amounts
  return (
    <Panel className={styles.sum}>
      <h2>{t('commerce.sum')}</h2>
      <dl>
        <SumRow
          name={t('commerce.sum_goods')}
          why={left > 0 ? t('commerce.sum_count_without', { count, left }) : t('commerce.cart_count', { count })}
          fen={originalAmount}
        />
        {discountAmount > 0 && <SumRow name={t('commerce.sum_discount')} fen={-discountAmount} />}
        {bundleAmount > 0 && (
          <SumRow name={t('commerce.sum_bundle')} why={t('commerce.sum_bundle_why')} fen={-bundleAmount} />
        )}
        {couponAmount > 0 && coupon && (
          <SumRow name={t('commerce.sum_coupon', { code: coupon.code.toUpperCase() })} fen={-couponAmount} />
        )}
        <SumTotal name={t('commerce.sum_total')} saved={originalAmount - amount} fen={amount} />
      </dl>
      <div className={styles.act}>{children}</div>
      <p className={styles.foot}>
        <LockIcon className="icon-s" />
        <span>{t('commerce.price_lock')}</span>
      </p>
    </Panel>
  )
}
