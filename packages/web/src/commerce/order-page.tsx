import type { Order } from '@lantern/contract/commerce/orders.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OrderFormAnswer } from './order-act.ts'
import { OrderActs } from './order-list.tsx'
import styles from './order-page.module.css'
import { OrderPanel } from './order-panel.tsx'

interface OrderPageProps {
  order: Order
  answer: OrderFormAnswer | undefined
}

/** One order with what is in it, what came back and its receipts. */
export function OrderPage({ order, answer }: OrderPageProps) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[
          { label: t('commerce.all_orders'), to: `/u/${user?.id ?? ''}?tab=orders` },
          { label: t('commerce.order', { number: order.id }) },
        ]}
      />
      <h1 className={styles.title}>{t('commerce.order', { number: order.id })}</h1>
      {answer?.done && (
        <Notice tone="good" live>
          {t(`commerce.order_done.${answer.act}`)}
        </Notice>
      )}
      {answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <OrderPanel order={order} acts={order.state === 'waiting' && <OrderActs order={order} />} />
    </main>
  )
}
