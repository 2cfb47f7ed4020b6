import { isPaid, type OrderView, orderViews } from '@lantern/contract/commerce/order-rules.ts'
import type { OrderList as List, Order } from '@lantern/contract/commerce/orders.ts'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import type { OrderFormAct } from './order-act.ts'
import styles from './order-list.module.css'
import { OrderPanel } from './order-panel.tsx'
import { ShopPages } from './shop-pages.tsx'

interface OrdersProps {
  orders: List
  personId: string
  /** All orders, or those that hold merchandise. */
  tab: 'orders' | 'periphery_order'
  /** Which of all orders are shown; null: every one. */
  view: OrderView | null
}

/** The orders of the person who looks, newest first. */
export function Orders(props: OrdersProps) {
  const t = useMessages()
  const { orders, personId, tab, view } = props
  const isEmpty = orders.total === 0 && view === null
  if (tab === 'periphery_order' || isEmpty) return <OrderList {...props} />
  const names = {
    waiting: t('commerce.order_state.waiting'),
    paid: t('commerce.orders_view_paid'),
    refund: t('commerce.refunds'),
  }
  return (
    <div className={styles.orders}>
      <SegmentedLinks
        className={styles.views}
        label={t('commerce.orders_views')}
        links={[null, ...orderViews].map((one) => ({
          to: addressOf(personId, { tab, view: one }),
          label: one === null ? t('commerce.orders_view_all') : names[one],
          current: one === view,
        }))}
      />
      <OrderList {...props} />
    </div>
  )
}

function addressOf(personId: string, { tab, view }: Pick<OrdersProps, 'tab' | 'view'>, page = 1): string {
  return `/u/${personId}?tab=${tab}${view ? `&status=${view}` : ''}${page > 1 ? `&page=${page - 1}` : ''}`
}

function OrderList({ orders, personId, tab, view }: OrdersProps) {
  const t = useMessages()
  const { results, orderMap, total, page, pageSize } = orders
  const toOf = (at: number) => addressOf(personId, { tab, view }, at)
  if (results.length === 0 && total > 0) return <BeyondLastPage to={toOf(1)} />
  if (total === 0) return <NoOrders tab={tab} view={view} />
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

function NoOrders({ tab, view }: Pick<OrdersProps, 'tab' | 'view'>) {
  const t = useMessages()
  if (view !== null) return <EmptyState title={t('commerce.orders_view_none')} />
  if (tab === 'periphery_order') {
    return (
      <EmptyState title={t('commerce.orders_empty_title')}>
        <p>{t('commerce.orders_empty_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('commerce.all_orders_empty_title')}
      actions={<LinkButton to="/courses">{t('commerce.cart_browse')}</LinkButton>}
    >
      <p>{t('commerce.all_orders_empty_text')}</p>
    </EmptyState>
  )
}

/** Pays or cancels what waits, puts what ended unpaid into the cart again; refund and receipt are forms of the order's page. */
export function OrderActs({ order }: { order: Order }) {
  const t = useMessages()
  const to = `/order/${order.id}`
  if (order.state === 'waiting') {
    return (
      <>
        <ActForm orderId={order.id} act="cancel" theme="quiet">
          {t('commerce.order_cancel')}
        </ActForm>
        <LinkButton theme="primary" to={`/pay/${order.id}`}>
          {t('commerce.order_pay')}
        </LinkButton>
      </>
    )
  }
  if (order.state === 'cancelled' || order.state === 'expired') {
    if (order.items.every(({ itemId }) => itemId === null)) return null
    return (
      <ActForm orderId={order.id} act="again">
        {t('commerce.order_again')}
      </ActForm>
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
      {order.canRequestReceipt && <LinkButton to={`${to}#receipt`}>{t('commerce.receipt_ask')}</LinkButton>}
    </>
  )
}

interface ActFormProps {
  orderId: string
  act: OrderFormAct
  theme?: 'quiet' | 'secondary'
  children: ReactNode
}

function ActForm({ orderId, act, theme, children }: ActFormProps) {
  const { formData } = useNavigation()
  return (
    <Form method="post" action={`/order/${orderId}`} preventScrollReset>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="id" value={orderId} />
      <Button type="submit" theme={theme} busy={formData?.get('act') === act && formData.get('id') === orderId}>
        {children}
      </Button>
    </Form>
  )
}
