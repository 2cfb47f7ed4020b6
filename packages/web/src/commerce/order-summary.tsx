import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { ReactNode } from 'react'
import { itemCover } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Thumb } from '#ui/image.tsx'
import { Panel } from '#ui/panel.tsx'
import { useLineName } from './line-name.ts'
import styles from './order-summary.module.css'
import { SumRow, SumTotal } from './sum-rows.tsx'

interface OrderSummaryProps {
  order: Order
  /** Cards of the order's items by id, as far as the reader finds them. */
  cards: Record<string, ItemCard>
  title: string
  /** The name of the sum: to be paid, or paid. */
  sumTitle: string
  facts: readonly { name: string; value: string }[]
  /** What can be done with it. */
  children: ReactNode
}

/** An order beside its payment: what is in it, a bundle as one line, the coupon, the sum and its facts. */
export function OrderSummary({ order, cards, title, sumTitle, facts, children }: OrderSummaryProps) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useLineName()
  const { originalAmount, couponAmount, amount } = order.amounts
  return (
    <Panel className={styles.summary}>
      <h2>{title}</h2>
      <ul className={styles.lines}>
        {soldTogether(order, nameOf).map(({ key, title: name, fen, itemId }) => {
          const card = cards[itemId ?? '']
          return (
            <li key={key}>
              {card && <Thumb image={itemCover(card)} size="default" className={styles.thumb} />}
              <span className="grow">{name}</span>
              <span className="num">{format.amount(fen)}</span>
            </li>
          )
        })}
      </ul>
      <dl>
        {couponAmount > 0 && order.coupon && (
          <SumRow name={t('commerce.sum_coupon', { code: order.coupon })} fen={-couponAmount} />
        )}
        <SumTotal name={sumTitle} saved={originalAmount - amount} fen={amount} />
      </dl>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">{children}</div>
    </Panel>
  )
}

/** The order's lines, with the lines of one bundle as one. Prices are before the coupon, in fen. */
function soldTogether({ items }: Order, nameOf: ReturnType<typeof useLineName>) {
  const wholes = new Map<string, { key: string; title: string; fen: number; itemId: string | null }>()
  for (const item of items) {
    const { position, bundleId, bundleTitle, itemId, amount, couponAmount } = item
    const key = bundleTitle === null ? String(position) : `${bundleId} ${bundleTitle}`
    const whole = wholes.get(key) ?? { key, title: bundleTitle ?? nameOf(item), fen: 0, itemId }
    whole.fen += amount + couponAmount
    wholes.set(key, whole)
  }
  return [...wholes.values()]
}
