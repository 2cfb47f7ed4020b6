import { isPaid } from '@lantern/contract/commerce/order-rules.ts'
import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { GatewayName, PaymentStatus, Prepaid, readPaymentStatus } from '@lantern/contract/commerce/payments.ts'
import type { orderTopic } from '@lantern/contract/commerce/topics.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { BuyingSteps } from './buying-steps.tsx'
import styles from './pay-page.module.css'
import { PayWays } from './pay-ways.tsx'
import { QrCode } from './qr-code.tsx'

export interface PayPageProps {
  order: Order
  status: Pick<PaymentStatus, 'status' | 'state' | 'failed'>
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
  if (isPaid(order.state)) return <Paid order={order} />
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

function Frame({ at, children }: { at: 'pay' | 'learn'; children: ReactNode }) {
  const t = useMessages()
  return (
    <main id="main" className="wrap page-stack">
      <div className="page-head">
        <h1>{t('commerce.pay_title')}</h1>
        <BuyingSteps at={at} />
      </div>
      {children}
    </main>
  )
}

function Waiting({ order, status, gateways, by, prepaid, problem }: PayPageProps) {
  const t = useMessages()
  const format = useFormat()
  const path = `/pay/${order.id}`
  const isChecking = status.status === 'processing'
  return (
    <Frame at="pay">
      {status.failed && !isChecking && (
        <Notice tone="bad" live>
          <p>{t('commerce.payment_failed')}</p>
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {isChecking && (
        <Notice live>
          <p>{t('commerce.pay_checking')}</p>
        </Notice>
      )}
      {by && prepaid && !isChecking && (
        <Panel as="section" aria-labelledby="pay-by" className={styles.pay}>
          <div>
            <h2 id="pay-by" className="small muted">
              {t(`commerce.gateway_${by}`)}
            </h2>
            <p className={styles.amount}>{format.amount(order.amount)}</p>
            {prepaid.codeUrl && (
              <ol className={`${styles.how} small`}>
                <li>{t('commerce.scan_open')}</li>
                <li>{t('commerce.scan_check')}</li>
                <li>{t('commerce.scan_wait')}</li>
              </ol>
            )}
            {order.expiresTime && (
              <p className="small muted num">
                {t('commerce.order_kept_until', { time: format.time(order.expiresTime) })}
              </p>
            )}
          </div>
          {prepaid.codeUrl ? (
            <QrCode
              text={prepaid.codeUrl}
              label={t('commerce.qr_label', {
                gateway: t(`commerce.gateway_${by}`),
                amount: format.amount(order.amount),
              })}
            />
          ) : (
            prepaid.payUrl && (
              <LinkButton theme="primary" size="l" to={prepaid.payUrl} leaves>
                {t('commerce.pay_open', { gateway: t(`commerce.gateway_${by}`) })}
              </LinkButton>
            )
          )}
        </Panel>
      )}
      <form method="get" action={path} className={styles.other}>
        <PayWays gateways={by ? gateways.filter((gateway) => gateway !== by || problem !== null) : gateways} />
        <div className="row">
          <Button type="submit" theme={by && prepaid ? 'secondary' : 'primary'} size="l">
            {t('commerce.pay_with_this')}
          </Button>
          {by && (
            <LinkButton to={`${path}?gateway=${by}`} size="l" theme="quiet" preventScrollReset>
              {t('commerce.pay_look')}
            </LinkButton>
          )}
        </div>
      </form>
      <p className="small muted">
        <PageLink to={`/order/${order.id}`}>{t('commerce.see_order')}</PageLink>
      </p>
    </Frame>
  )
}

function Paid({ order }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  const first = order.items.find(({ itemId }) => itemId !== null)
  return (
    <Frame at="learn">
      <EmptyState
        bare
        title={t('commerce.payment_success')}
        actions={
          <>
            {first ? (
              <LinkButton
                theme="primary"
                size="l"
                to={`/${typeOfId(first.itemId ?? '') ?? 'tutorial'}/${first.itemId}`}
              >
                {t('commerce.start_learning')}
              </LinkButton>
            ) : (
              <LinkButton theme="primary" size="l" to="/">
                {t('commerce.to_home')}
              </LinkButton>
            )}
            <LinkButton size="l" to={`/order/${order.id}`}>
              {t('commerce.see_order')}
            </LinkButton>
          </>
        }
      >
        <p className="num" role="status">
          {t('commerce.paid_amount', { amount: format.amount(order.amount) })}
        </p>
        {first && <p>{first.bundleTitle ?? first.title}</p>}
      </EmptyState>
    </Frame>
  )
}

function Over({ order }: { order: Order }) {
  const t = useMessages()
  const { user } = useSession()
  const title =
    order.state === 'refunded'
      ? t('commerce.order_state.refunded')
      : order.state === 'cancelled'
        ? t('commerce.order_cancelled_title')
        : t('commerce.order_expired_title')
  return (
    <Frame at="pay">
      <EmptyState
        bare
        title={title}
        actions={
          <>
            <LinkButton theme="primary" to={`/personal/cart/${user?.id ?? ''}`}>
              {t('commerce.see_cart')}
            </LinkButton>
            <LinkButton to={`/order/${order.id}`}>{t('commerce.see_order')}</LinkButton>
          </>
        }
      >
        {order.state !== 'refunded' && <p>{t('commerce.order_over_text')}</p>}
      </EmptyState>
    </Frame>
  )
}
