import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { OrderState } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderItem } from '@lantern/contract/commerce/orders.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import type { ReactNode } from 'react'
import { itemPicture } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { FileTextIcon, UndoIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { useLineName } from './line-name.ts'
import styles from './order-panel.module.css'

export const orderTone: Record<OrderState, BadgeTone> = {
  waiting: 'warn',
  processing: 'accent',
  finished: 'good',
  expired: 'plain',
  cancelled: 'plain',
  partly_refunded: 'plain',
  refunded: 'plain',
}

interface OrderPanelProps {
  order: Order
  /** False on the order's own page, whose title is the number. */
  showsNumber?: boolean
  /** What can be done with it now. */
  acts?: ReactNode
}

/** One order: when it was made, how far it is, what is in it, what came back, its receipts and what it costs. */
export function OrderPanel({ order, showsNumber = true, acts }: OrderPanelProps) {
  const t = useMessages()
  const format = useFormat()
  const { id, state, items, createdTime } = order
  const titleId = `order-${id}`
  return (
    <Panel as="article" padded={false} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <time dateTime={createdTime}>{t('commerce.order_placed', { time: format.dateTime(createdTime) })}</time>
        </h2>
        {showsNumber && <span className={styles.number}>{t('commerce.order', { number: orderNumber(id) })}</span>}
        <Badge tone={orderTone[state]} className={styles.state}>
          {t(`commerce.order_state.${state}`)}
        </Badge>
      </header>
      <ul className={styles.lines}>
        {items.map((item) => (
          <Line key={item.position} item={item} coupon={order.coupon} />
        ))}
      </ul>
      <Refunds order={order} />
      <Receipts order={order} />
      <div className={styles.total}>
        <p className={styles.sumLine}>
          {t(state === 'waiting' ? 'commerce.sum_total' : 'commerce.order_total')}{' '}
          <strong className="num">{format.amount(order.amount - order.refundedAmount)}</strong>
          {order.refundedAmount > 0 && (
            <span className="muted small num">
              {' '}
              {t('commerce.order_was', {
                amount: format.amount(order.amount),
                back: format.amount(order.refundedAmount),
              })}
            </span>
          )}
          {order.amounts.couponAmount > 0 && (
            <span className="muted small num">
              {' '}
              {t('commerce.coupon_taken', { amount: format.amount(order.amounts.couponAmount) })}
            </span>
          )}
          {state === 'waiting' && order.expiresTime && (
            <span className="muted small num">
              {' '}
              {t('commerce.order_kept_until', { time: format.time(order.expiresTime) })}
            </span>
          )}
        </p>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
    </Panel>
  )
}

function Line({ item, coupon }: { item: OrderItem; coupon: string | null }) {
  const t = useMessages()
  const format = useFormat()
  const { title, quantity, price, itemId, isThere, picture, bundleTitle, refund, amount } = item
  const name = useLineName()(item)
  const reductions = [
    { name: t('commerce.sum_discount'), fen: item.discountAmount },
    { name: t('commerce.sum_bundle'), fen: item.bundleAmount },
    { name: t('commerce.sum_coupon', { code: coupon ?? '' }), fen: item.couponAmount },
  ].filter(({ fen }) => fen > 0)
  return (
    <li className={styles.line}>
      {picture && <Thumb image={itemPicture(picture)} size="sticker" className={styles.thumb} />}
      <div className={styles.article}>
        <p className={styles.name}>
          {itemId && isThere ? <PageLink to={`/${typeOfId(itemId) ?? 'tutorial'}/${itemId}`}>{title}</PageLink> : name}
        </p>
        <p className={`meta ${styles.why}`}>
          {itemId && !isThere && <span>{t('commerce.not_there')}</span>}
          {bundleTitle && <span>{t('commerce.in_bundle', { title: bundleTitle })}</span>}
          {quantity > 1 && <span>{t('commerce.order_line', { price: format.price(price), quantity })}</span>}
          {reductions.length > 0 && (
            <span>
              {t('commerce.sum_goods')} {format.amount(price * quantity)}
            </span>
          )}
          {reductions.map(({ name, fen }) => (
            <span key={name}>
              {name} {format.amount(-fen)}
            </span>
          ))}
          {refund && <span>{t(`commerce.refund_state.${refund}`)}</span>}
        </p>
      </div>
      <span className={classNames('num', styles.sum)}>
        {refund === 'done' ? <s>{format.amount(amount)}</s> : format.amount(amount)}
      </span>
    </li>
  )
}

function Refunds({ order: { refunds } }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  if (refunds.length === 0) return null
  return (
    <ul className={styles.extra} aria-label={t('commerce.refunds')}>
      {refunds.map((refund) => (
        <li key={refund.id} className={styles.line}>
          <UndoIcon className="icon-s" />
          <div className={styles.article}>
            <p>
              {t('commerce.refund_of', {
                amount: format.amount(refund.amount),
                time: format.dateTime(refund.doneTime ?? refund.createdTime),
              })}
            </p>
            {refund.reason === 'withdrawn' && <p className="muted small">{t('commerce.refund_reason_withdrawn')}</p>}
            {refund.answer && <p className="muted small">{refund.answer}</p>}
          </div>
          <Badge tone={refund.state === 'done' ? 'good' : 'plain'}>{t(`commerce.refund_state.${refund.state}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** A receipt that was taken back keeps its number, struck through. */
function Receipts({ order: { receipts } }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  if (receipts.length === 0) return null
  return (
    <ul className={styles.extra} aria-label={t('commerce.receipts')}>
      {receipts.map(({ id, number, title, amount, state, url }) => (
        <li key={id} className={styles.line}>
          <FileTextIcon className="icon-s" />
          <div className={styles.article}>
            <p>
              {t('commerce.receipt')}{' '}
              {number &&
                (state === 'reversed' ? <s className="num">{number}</s> : <span className="num">{number}</span>)}
            </p>
            <p className="muted small num">
              {title} · {format.amount(amount)}
            </p>
          </div>
          {url && state === 'issued' && (
            <TextLink to={url} leaves>
              {t('commerce.receipt_pdf')}
            </TextLink>
          )}
          <Badge tone={state === 'issued' ? 'good' : 'plain'}>{t(`commerce.receipt_state.${state}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
