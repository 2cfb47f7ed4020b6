import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { claimCoupon } from './coupons.ts'
import { closePaymentsJob, endHad, endUnpaid, isHadBy } from './end-order.ts'
import { fulfil } from './fulfil.ts'
import type { PaymentGateway } from './gateways/payment-gateway.ts'
import { giveBackWithdrawn } from './give-back.ts'
import { post } from './ledger.ts'
import { changeOrder, type LockedOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
import { sendRefundJob } from './send-refund.ts'

/** A payment that a gateway says it has, from a callback, a question or a statement: they are all settled here. */
export interface PaidFact {
  paymentId: string
  providerId: string | null
  amountFen: number | null
  currency: string | null
  merchantId: string
}

/** `known`: settled before. `surplus`: it goes back by itself. The last two are for people to look at. */
export type Settled = 'settled' | 'known' | 'surplus' | 'mismatch' | 'unknown'

/**
 * Takes the money of one payment into the books and, where the order waits for it, grants the order's items: one
 * transaction, safe to repeat, with callback, return and query in any order. The order is locked first, so that two of
 * them at the same time come one after the other.
 */
export async function settlePaid(
  services: OrderServices,
  trx: Trx,
  gateway: Pick<PaymentGateway, 'name' | 'merchantId'>,
  paid: PaidFact,
): Promise<Settled> {
  const found = await lockPayment(trx, gateway.name, paid.paymentId)
  if (!found) return 'unknown'
  const { order, payment, owesNothing } = found
  if (payment.state === 'captured') return 'known'
  const agrees =
    paid.amountFen === payment.amount_fen &&
    paid.currency === payment.currency &&
    paid.merchantId === gateway.merchantId
  if (!agrees) return 'mismatch'
  const now = services.clock.now()
  const isFirst = !owesNothing && (await canBePaid(trx, order))
  const { rows } = await sql<{ hasOthersOpen: boolean }>`
    update payments p set state = 'captured', captured_at = ${now}, is_surplus = ${!isFirst},
      provider_id = coalesce(${paid.providerId}, p.provider_id)
    where p.id = ${payment.id}
    returning exists (select from payments q
      where q.order_id = p.order_id and q.state = 'open' and q.id <> p.id) as "hasOthersOpen"`.execute(trx)
  if (isFirst) {
    const detail = { paymentId: payment.id, gateway: payment.gateway }
    await changeOrder(services, trx, order, { act: 'pay', detail })
    const withdrawn = await fulfil(services, trx, order, { now, payment })
    if (withdrawn.length > 0) await giveBackWithdrawn(services, trx, order, withdrawn)
    await endHad(services, trx, order.user_id)
    if (rows[0]?.hasOthersOpen) await services.jobs.send(trx, closePaymentsJob, { orderId: order.id })
    return 'settled'
  }
  if (order.state === 'waiting') {
    await endUnpaid(services, trx, order, { act: 'cancel', actorId: null, detail: { had: true } })
  }
  await giveBackSurplus(services, trx, order, payment, now)
  return 'surplus'
}

interface LockedPayment {
  id: string
  gateway: string
  amount_fen: number
  currency: string
  state: string
}

interface LockedForPayment {
  order: LockedOrder
  payment: LockedPayment
  /** The buyer has got the same in the meantime, or has deleted the account. */
  owesNothing: boolean
}

/** Locks a payment with its order, and before them the buyer as `lockOrder` does. Undefined: the gateway has no such payment. */
async function lockPayment(trx: Trx, gateway: string, id: string): Promise<LockedForPayment | undefined> {
  const { rows: buyers } = await sql<{ id: string; isDeleted: boolean }>`
    select u.id, u.deleted_at is not null as "isDeleted"
    from users u join orders o on o.user_id = u.id join payments p on p.order_id = o.id
    where p.id = ${id} for no key update of u`.execute(trx)
  const [buyer] = buyers
  if (!buyer) return undefined
  const { rows } = await sql<LockedOrder & { payment: LockedPayment; isHad: boolean }>`
    select o.id, o.user_id, o.state, o.amount_fen, o.refunded_fen, o.coupon_code, o.expires_at, o.paid_at,
      json_build_object('id', p.id, 'gateway', p.gateway, 'amount_fen', p.amount_fen, 'currency', p.currency,
        'state', p.state) as payment, ${isHadBy(buyer.id)} as "isHad"
    from orders o join payments p on p.order_id = o.id
    where p.id = ${id} and p.gateway = ${gateway} for update`.execute(trx)
  if (!rows[0]) return undefined
  const { payment, isHad, ...order } = rows[0]
  return { order, payment, owesNothing: isHad || buyer.isDeleted }
}

/** Whether money makes this order paid. One that ran out or was cancelled is revived, with its coupon where a use is left. */
async function canBePaid(trx: Trx, { state, coupon_code: code, user_id: userId, id: orderId }: LockedOrder) {
  if (state === 'waiting') return true
  if (state !== 'expired' && state !== 'cancelled') return false
  return code === null || claimCoupon(trx, { code, userId, orderId })
}

/** Money for which nothing is owed goes back where it came from. */
export async function giveBackSurplus(
  services: OrderServices,
  trx: Trx,
  order: LockedOrder,
  payment: { id: string; gateway: string; amount_fen: number },
  now: Date,
): Promise<void> {
  const entries = [
    [`cash:${payment.gateway}`, payment.amount_fen],
    ['refunds', -payment.amount_fen],
  ] as const
  await post(trx, { transaction: `capture:${payment.id}`, orderId: order.id, at: now, entries })
  const id = newId('refund', now.getTime())
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_id: payment.id,
      amount_fen: payment.amount_fen,
      state: 'sending',
      is_surplus: true,
      created_at: now,
      decided_at: now,
    })
    .execute()
  const detail = { paymentId: payment.id, amountFen: payment.amount_fen, refundId: id }
  await writeOrderAudit(trx, { order, act: 'surplus', after: order.state, actorId: null, detail, now })
  services.log.warn({ orderId: order.id, paymentId: payment.id }, 'a payment too much is given back')
  await services.jobs.send(trx, sendRefundJob, { refundId: id }, { key: id })
}
