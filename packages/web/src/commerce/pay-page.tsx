import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { isPaid } from '@lantern/contract/commerce/order-rules.ts'
import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { GatewayName, PaymentStatus, Prepaid, readPaymentStatus } from '@lantern/contract/commerce/payments.ts'
import type { orderTopic } from '@lantern/contract/commerce/topics.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import columns from './buying-columns.module.css'
import { BuyingSteps } from './buying-steps.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaidPage } from './paid-page.tsx'
import styles from './pay-page.module.css'
import { PayWays } from './pay-ways.tsx'
import { WithdrawnNotice } from './withdrawn-notice.tsx'

export interface PayPageProps {
  order: Order
  /** Cards of the order's items by id, as far as the reader finds them. */
  cards: Record<string, ItemCard>
  status: Pick<PaymentStatus, 'status' | 'state' | 'failed' | 'tried'>
  gateways: readonly GatewayName[]
  /** The way that was chosen, and what it gave; null: none is chosen, or the order waits for nothing. */
  by: GatewayName | null
  prepaid: Prepaid | null
  /** Why the chosen way could not begin. */
  problem: string | null
}

/** Pays an order, and says what became of it. */
export function PayPage(props: PayPageProps) {
  const { order, status } = props
  useFollowedPayment(order.id, order.state, status)
  if (isPaid(order.state)) return <PaidPage order={order} cards={props.cards} />
  if (order.state !== 'waiting') return <Over order={order} />
  return <Waiting {...props} />
}

const askEveryMs = 3_000

/** Reads the page again when the payment came further: told by the site, and asked for where nothing is told. */
function useFollowedPayment(orderId: string, state: Order['state'], shown: PayPageProps['status']): void {
  const { revalidate } = useRevalidator()
  const isWaiting = state === 'waiting'
  useTopic<typeof orderTopic>('order/:orderId', isWaiting ? { orderId } : null, {
    onMessage: () => void revalidate(),
  })
  const ask = useEffectEvent(async () => {
    if (document.visibilityState !== 'visible') return
    try {
      const now = await call<typeof readPaymentStatus>('GET /api/learn/cn/payment/status', { query: { orderId } })
      if (now.state !== shown.state || now.status !== shown.status || now.failed !== shown.failed) await revalidate()
    } catch {
      // asked again in a moment
    }
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void ask(), askEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting])
}

/** Where what is ordered was chosen, and may be chosen otherwise: a plan has never been in the cart. */
function useOrigin(order: Order) {
  const t = useMessages()
  const { user } = useSession()
  if (order.items.some(({ planId }) => planId !== null)) {
    return {
      to: '/premium',
      name: t('commerce.premium.title'),
      see: t('commerce.premium.plans'),
      edit: t('commerce.premium.plans'),
    }
  }
  const to = `/personal/cart/${user?.id ?? ''}`
  return { to, name: t('cms.nav_cart'), see: t('commerce.see_cart'), edit: t('commerce.pay_edit') }
}

function Frame({ order, children }: { order: Order; children: ReactNode }) {
  const t = useMessages()
  const origin = useOrigin(order)
  return (
    <main id="main" className="wrap page-stack">
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[
          { label: t('catalog.home'), to: '/' },
          { label: origin.name, to: origin.to },
          { label: t('commerce.pay_title') },
        ]}
      />
      <div className="page-head">
        <h1>{t('commerce.pay_title')}</h1>
        <BuyingSteps at="pay" />
      </div>
      {children}
    </main>
  )
}

function Waiting(props: PayPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { order, cards, status, by, prepaid, problem } = props
  const isChecking = status.status === 'processing'
  const origin = useOrigin(order)
  return (
    <Frame order={order}>
      <div className={columns.columns}>
        <div className={columns.main}>
          {status.failed && !isChecking && <Failed order={order} />}
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
          {isChecking ? (
            <Notice live>
              <p>{t('commerce.pay_checking')}</p>
            </Notice>
          ) : by ? (
            <Paying {...props} by={by} prepaid={prepaid} />
          ) : (
            <ChooseWay {...props} />
          )}
        </div>
        <aside className={columns.side} aria-label={t('commerce.pay_order')}>
          <OrderSummary
            order={order}
            cards={cards}
            title={t('commerce.pay_order')}
            sumTitle={t('commerce.sum_total')}
            facts={[
              { name: t('commerce.order_number'), value: orderNumber(order.id) },
              ...(order.expiresTime
                ? [{ name: t('commerce.pay_until'), value: format.dateTime(order.expiresTime) }]
                : []),
            ]}
          >
            <TextLink to={origin.to}>{origin.edit}</TextLink>
            <TextLink to={`/order/${order.id}`}>{t('commerce.see_order')}</TextLink>
          </OrderSummary>
        </aside>
      </div>
    </Frame>
  )
}

/** The chosen way: a code to scan or the way to its page; where it could not begin, to try again. The others beside it. */
function Paying({ order, gateways, by, prepaid }: PayPageProps & { by: GatewayName }) {
  const t = useMessages()
  const format = useFormat()
  const toBy = (gateway: GatewayName) => `/pay/${order.id}?gateway=${gateway}`
  const name = t(`commerce.gateway_${by}`)
  const again = { to: toBy(by), size: 'l', preventScrollReset: true } as const
  return (
    <Panel as="section" aria-labelledby="pay-by" className={styles.pay}>
      <div className={styles.words}>
        <div>
          <h2 id="pay-by" className="small muted">
            {name}
          </h2>
          <p className={styles.amount}>{format.amount(order.amount)}</p>
        </div>
        {prepaid?.codeUrl && (
          <ol className={`${styles.how} small`}>
            <li>{t('commerce.scan_open')}</li>
            <li>{t('commerce.scan_check')}</li>
            <li>{t('commerce.scan_wait')}</li>
          </ol>
        )}
      </div>
      {prepaid?.codeUrl && (
        <div className={styles.code}>
          <QrCode
            text={prepaid.codeUrl}
            label={t('commerce.qr_label', { gateway: name, amount: format.amount(order.amount) })}
          />
        </div>
      )}
      <div className={styles.acts}>
        {prepaid?.payUrl && (
          <LinkButton theme="primary" size="l" to={prepaid.payUrl} leaves>
            {t('commerce.pay_open', { gateway: name })}
          </LinkButton>
        )}
        {prepaid ? (
          <LinkButton {...again} theme={prepaid.payUrl ? 'secondary' : 'primary'}>
            {t('commerce.pay_look')}
          </LinkButton>
        ) : (
          <LinkButton {...again} theme="primary">
            {t('commerce.pay_retry')}
          </LinkButton>
        )}
        {gateways
          .filter((gateway) => gateway !== by)
          .map((gateway) => (
            <LinkButton key={gateway} to={toBy(gateway)} size="l" preventScrollReset>
              {t('commerce.pay_switch', { gateway: t(`commerce.gateway_${gateway}`) })}
            </LinkButton>
          ))}
      </div>
    </Panel>
  )
}

/** Whoever comes back unpaid from a gateway's page finds the way that they chose still chosen. */
function ChooseWay({ order, gateways, status }: PayPageProps) {
  const t = useMessages()
  return (
    <form method="get" action={`/pay/${order.id}`} className={styles.words}>
      <PayWays gateways={gateways} chosen={status.tried} />
      {gateways.length > 0 && (
        <p>
          <Button type="submit" theme="primary" size="l">
            {t('commerce.pay_with_this')}
          </Button>
        </p>
      )}
    </form>
  )
}

/** A payment failed: nothing was charged, and what stays as it was. */
function Failed({ order }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <div className={styles.words}>
      <Notice tone="bad" live>
        <p>{t('commerce.payment_failed')}</p>
        <ul className={styles.kept}>
          {order.expiresTime && <li>{t('commerce.pay_kept_price', { time: format.dateTime(order.expiresTime) })}</li>}
          {order.coupon && <li>{t('commerce.pay_kept_coupon', { code: order.coupon })}</li>}
        </ul>
      </Notice>
      <Disclosure summary={t('commerce.pay_doubt')}>
        <p className="small muted">{t('commerce.pay_doubt_text')}</p>
      </Disclosure>
    </div>
  )
}

function Over({ order }: { order: Order }) {
  const t = useMessages()
  const origin = useOrigin(order)
  const title =
    order.state === 'refunded'
      ? t('commerce.order_state.refunded')
      : order.state === 'cancelled'
        ? t('commerce.order_cancelled_title')
        : t('commerce.order_expired_title')
  return (
    <Frame order={order}>
      <EmptyState
        bare
        title={title}
        actions={
          <>
            <LinkButton theme="primary" to={origin.to}>
              {origin.see}
            </LinkButton>
            <LinkButton to={`/order/${order.id}`}>{t('commerce.see_order')}</LinkButton>
          </>
        }
      >
        {order.state === 'refunded' ? <WithdrawnNotice order={order} /> : <p>{t('commerce.order_over_text')}</p>}
      </EmptyState>
    </Frame>
  )
}
