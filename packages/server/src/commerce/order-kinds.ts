import { orderPaid as paid, refundEnded } from '@lantern/contract/commerce/events.ts'
import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

const common = {
  group: 'shop',
  icon: 'cart',
  channels: { site: 'now', mail: 'now', push: 'off' },
  // news of money always stands in the list on the site; its mail can be turned off
  required: ['site'],
  isUrgent: false,
} as const

const OrderId = Type.String()
const Fen = Type.Integer()

export const orderPaid = notificationKind({
  ...common,
  name: 'order_paid',
  label: 'commerce.told_paid',
  hint: 'commerce.told_paid_hint',
  payload: object({
    orderId: OrderId,
    amountFen: Fen,
    title: Type.String(),
    /** In other languages, of a bundle that has them. */
    titles: Type.Optional(Type.Record(Type.String(), Type.String())),
    lines: Type.Integer(),
  }),
  write: ({ payload: { orderId, amountFen, title, titles, lines } }, { t, language, yuan }) => ({
    title: t('commerce.told_paid_title', { amount: yuan(amountFen) }),
    body: t('commerce.told_paid_body', { title: titles?.[language] ?? title, count: lines }),
    path: `/order/${orderId}`,
  }),
})

export const refundDecided = notificationKind({
  ...common,
  name: 'refund_decided',
  label: 'commerce.told_refund',
  hint: 'commerce.told_refund_hint',
  payload: object({
    orderId: OrderId,
    amountFen: Fen,
    state: oneOf('done', 'declined'),
    answer: Type.String(),
    /** Nobody asked for it: the items were withdrawn before their payment came. */
    isWithdrawn: Type.Optional(Type.Boolean()),
  }),
  write: ({ payload: { orderId, amountFen, state, answer, isWithdrawn = false } }, { t, yuan }) => ({
    title: t(state === 'done' ? 'commerce.told_refund_done' : 'commerce.told_refund_declined', {
      amount: yuan(amountFen),
    }),
    body:
      state === 'declined'
        ? answer || null
        : t(isWithdrawn ? 'commerce.told_refund_withdrawn_body' : 'commerce.told_refund_done_body'),
    path: `/order/${orderId}`,
  }),
})

export const paymentReturned = notificationKind({
  ...common,
  name: 'payment_returned',
  label: 'commerce.told_returned',
  hint: 'commerce.told_returned_hint',
  payload: object({ orderId: OrderId, amountFen: Fen }),
  write: ({ payload: { orderId, amountFen } }, { t, yuan }) => ({
    title: t('commerce.told_returned_title', { amount: yuan(amountFen) }),
    body: t('commerce.told_returned_body'),
    path: `/order/${orderId}`,
  }),
})

/** Buyers hear of what became of their money, after the transaction that moved it. */
export function tellBuyers(services: Services): void {
  const { stream } = services
  stream.subscribe('commerce.order_paid', [paid], async (batch, trx) => {
    for (const { payload } of batch) await tellOfPayment(services, trx, payload.orderId)
  })
  stream.subscribe('commerce.refund_ended', [refundEnded], async (batch, trx) => {
    for (const { payload } of batch) await tellOfRefund(services, trx, payload.refundId)
  })
}

/** Names what can be read: where all of it went back with the payment, the news of the refund says so. */
async function tellOfPayment(services: Services, trx: Trx, orderId: string): Promise<void> {
  const { rows } = await sql<{
    userId: string
    amountFen: number
    title: string
    titles: Record<string, string>
    lines: number
  }>`
    select o.user_id as "userId", o.amount_fen as "amountFen", coalesce(t.bundle_title, t.title) as title,
      t.bundle_titles as titles,
      (select count(distinct coalesce(l.bundle_id, l.position::text))::integer from order_lines l
        where l.order_id = o.id and l.refunded_at is null) as lines
    from orders o join order_lines t on t.order_id = o.id
    where o.id = ${orderId} and t.refunded_at is null order by t.position limit 1`.execute(trx)
  const [order] = rows
  if (!order) return
  const { userId, ...payload } = order
  await notify(services, trx, orderPaid, {
    people: [userId],
    key: `order_paid:${orderId}`,
    payload: { orderId, ...payload },
  })
}

async function tellOfRefund(services: Services, trx: Trx, refundId: string): Promise<void> {
  const { rows } = await sql<{
    userId: string
    orderId: string
    amountFen: number
    state: 'done' | 'declined'
    answer: string
    isSurplus: boolean
    isWithdrawn: boolean
  }>`
    select o.user_id as "userId", o.id as "orderId", r.amount_fen as "amountFen", r.state, r.answer,
      r.is_surplus as "isSurplus", r.reason is not distinct from 'withdrawn' as "isWithdrawn"
    from refunds r join orders o on o.id = r.order_id
    where r.id = ${refundId} and r.state in ('done', 'declined')`.execute(trx)
  const [refund] = rows
  if (!refund) return
  const { userId, orderId, amountFen, isSurplus, ...outcome } = refund
  const telling = { people: [userId], key: `refund_ended:${refundId}` }
  if (isSurplus) await notify(services, trx, paymentReturned, { ...telling, payload: { orderId, amountFen } })
  else await notify(services, trx, refundDecided, { ...telling, payload: { orderId, amountFen, ...outcome } })
}
