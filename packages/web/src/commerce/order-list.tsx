import { isPaid } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderList } from '@lantern/contract/commerce/orders.ts'
import { Form, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import styles from './order-list.module.css'
import { OrderPanel } from './order-panel.tsx'
import { ShopPages } from './shop-pages.tsx'

interface OrdersProps {
  orders: OrderList
  personId: string
  /** All orders, or those that hold merchandise. */
  tab: 'orders' | 'periphery_order'
}

/** The orders of the person who looks, newest first. */
export function Orders({ orders, personId, tab }: OrdersProps) {
  const t = useMessages()
  const { results, orderMap, total, page, pageSize } = orders
  const toOf = (at: number) => `/u/${personId}?tab=${tab}${at > 1 ? `&page=${at - 1}` : ''}`
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
    return tab === 'orders' ? (
      <EmptyState
        title={t('commerce.all_orders_empty_title')}
        actions={<LinkButton to="/courses">{t('commerce.cart_browse')}</LinkButton>}
      >
        <p>{t('commerce.all_orders_empty_text')}</p>
      </EmptyState>
    ) : (
      <EmptyState title={t('commerce.orders_empty_title')}>
        <p>{t('commerce.orders_empty_text')}</p>
      </EmptyState>
    )
  }
  return (
    <section className={styles.orders} aria-label={t(tab === 'orders' ? 'learning.all_orders' : 'commerce.orders')}>
      {results
        .flatMap((id) => orderMap[id] ?? [])
        .map((order) => (
          <OrderPanel key={order.id} order={order} acts={<OrderActs order={order} />} />
        ))}
      <ShopPages page={page} pageCount={Math.ceil(total / pageSize)} toOf={toOf} />
    </section>
  )
}

/** Pay or cancel what waits; refund and receipt are asked for on the page of the order. */
export function OrderActs({ order }: { order: Order }) {
  const t = useMessages()
  const { formData } = useNavigation()
  const to = `/order/${order.id}`
  if (order.state === 'waiting') {
    return (
      <>
        <Form method="post" action={to} preventScrollReset>
          <input type="hidden" name="act" value="cancel" />
          <input type="hidden" name="id" value={order.id} />
          <Button type="submit" theme="quiet" busy={formData?.get('id') === order.id}>
            {t('commerce.order_cancel')}
          </Button>
        </Form>
        <LinkButton theme="primary" to={`/pay/${order.id}`}>
          {t('commerce.order_pay')}
        </LinkButton>
      </>
    )
  }
  if (!isPaid(order.state) || order.amount <= order.refundedAmount) return null
  return (
    <>
      {order.refundableUntil && (
        <LinkButton theme="quiet" to={`${to}#refund`}>
          {t('commerce.refund_ask')}
        </LinkButton>
      )}
      {!order.receipts.some(({ state }) => state !== 'reversed') && (
        <LinkButton to={`${to}#receipt`}>{t('commerce.receipt_ask')}</LinkButton>
      )}
    </>
  )
}
