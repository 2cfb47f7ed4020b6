import type { Amounts } from '@lantern/contract/commerce/amounts.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './order-sum.module.css'

interface OrderSumProps {
  amounts: Amounts
  /** Entries that are counted, and those that cannot be bought now. */
  count: number
  left: number
  coupon: { code: string } | null
  /** The act that this leads to. */
  children: ReactNode
}

/** The sum to pay; every reduction is a row of its own. */
export function OrderSum({ amounts, count, left, coupon, children }: OrderSumProps) {
  const t = useMessages()
  const format = useFormat()
  const { originalAmount, discountAmount, bundleAmount, couponAmount, amount } = amounts
  const saved = originalAmount - amount
  return (
    <Panel className={styles.sum}>
      <h2>{t('commerce.sum')}</h2>
      <dl>
        <Row
          name={t('commerce.sum_goods')}
          why={left > 0 ? t('commerce.sum_count_without', { count, left }) : t('commerce.cart_count', { count })}
          fen={originalAmount}
        />
        {discountAmount > 0 && <Row name={t('commerce.sum_discount')} fen={-discountAmount} />}
        {bundleAmount > 0 && (
          <Row name={t('commerce.sum_bundle')} why={t('commerce.sum_bundle_why')} fen={-bundleAmount} />
        )}
        {couponAmount > 0 && coupon && (
          <Row name={t('commerce.sum_coupon', { code: coupon.code.toUpperCase() })} fen={-couponAmount} />
        )}
        <div className={`${styles.row} ${styles.total}`}>
          <dt>
            {t('commerce.sum_total')}
            {saved > 0 && (
              <small>
                <Badge tone="sale">{t('commerce.sum_saved', { amount: format.amount(saved) })}</Badge>
              </small>
            )}
          </dt>
          <dd>{format.amount(amount)}</dd>
        </div>
      </dl>
      <div className={styles.act}>{children}</div>
      <p className={styles.foot}>
        <LockIcon className="icon-s" />
        <span>{t('commerce.price_lock')}</span>
      </p>
    </Panel>
  )
}

function Row({ name, why, fen }: { name: string; why?: string; fen: number }) {
  const format = useFormat()
  return (
    <div className={styles.row}>
      <dt>
        {name}
        {why && <small>{why}</small>}
      </dt>
      <dd>{format.amount(fen)}</dd>
    </div>
  )
}
