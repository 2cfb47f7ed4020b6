import type { OrderStatus } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderList } from '@lantern/contract/commerce/orders.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './merchandise-orders.module.css'
import { ShopPages } from './shop-pages.tsx'

type MerchandiseOrdersProps = { orders: OrderList; personId: string }

/** The orders of merchandise of the person who looks, newest first. */
export function MerchandiseOrders({ orders, personId }: MerchandiseOrdersProps) {
  const t = useMessages()
  const { results, orderMap, total, page, pageSize } = orders
  const toOf = (at: number) => `/u/${personId}?tab=periphery_order${at > 1 ? `&page=${at - 1}` : ''}`
  if (results.length === 0 && total > 0) {
    return (
      <EmptyState
        title={t('commerce.orders_beyond_title')}
        actions={
          <LinkButton theme="primary" to={toOf(1)}>
            {t('commerce.orders_first_page')}
          </LinkButton>
        }
      />
    )
  }
  if (total === 0) {
    return (
      <EmptyState title={t('commerce.orders_empty_title')}>
        <p>{t('commerce.orders_empty_text')}</p>
      </EmptyState>
    )
  }
  return (
    <section className={styles.orders} aria-label={t('commerce.orders')}>
      {results
        .flatMap((id) => orderMap[id] ?? [])
        .map((order) => (
          <OrderPanel key={order.id} order={order} />
        ))}
      <ShopPages page={page} pageCount={Math.ceil(total / pageSize)} toOf={toOf} />
    </section>
  )
}

const toneOf: Record<OrderStatus, BadgeTone> = { waiting: 'warn', processing: 'accent', finished: 'good' }

function OrderPanel({ order: { id, status, items, amount, createdTime } }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  const titleId = `order-${id}`
  return (
    <Panel as="article" padded={false} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            <time dateTime={createdTime}>{t('commerce.order_placed', { time: format.dateTime(createdTime) })}</time>
          </h2>
          <p className={`muted small ${styles.number}`}>{t('commerce.order', { number: id })}</p>
        </div>
        <Badge tone={toneOf[status]}>{t(`commerce.order_status.${status}`)}</Badge>
      </header>
      <ul className={styles.lines}>
        {items.map(({ title, quantity, price }) => (
          <li key={`${title} ${price}`} className={styles.line}>
            <span className={styles.article}>{title}</span>
            <span className="muted small num">
              {t('commerce.order_line', { price: format.price(price), quantity })}
            </span>
            <span className={`num ${styles.sum}`}>{format.price(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        {t('commerce.order_total')} <strong className="num">{format.price(amount)}</strong>
      </p>
    </Panel>
  )
}
