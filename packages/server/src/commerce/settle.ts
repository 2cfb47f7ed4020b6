import { newId } from '@lantern/contract/ids.ts'
import type { Trx } from '#kit/sql.ts'
import { claimCoupon } from './coupons.ts'
import { closePaymentsJob, endHad, isHadAlready } from './end-order.ts'
import { fulfil } from './fulfil.ts'
import type { PaymentGateway } from './gateways/payment-gateway.ts'
import { post } from './ledger.ts'
import { changeOrder, type LockedOrder, lockOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
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
  const found = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', paid.paymentId)
    .where('gateway', '=', gateway.name)
    .executeTakeFirst()
  const order = found && (await lockOrder(trx, found.order_id))
  if (!order) return 'unknown'
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'gateway', 'amount_fen', 'currency', 'state'])
    .where('id', '=', paid.paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (payment.state === 'captured') return 'known'
  const agrees =
    paid.amountFen === payment.amount_fen &&
    paid.currency === payment.currency &&
    paid.merchantId === gateway.merchantId
  if (!agrees) return 'mismatch'
  const now = services.clock.now()
  const isFirst = await canBePaid(trx, order)
  await trx
    .updateTable('payments')
    .set({
      state: 'captured',
      captured_at: now,
      is_surplus: !isFirst,
      ...(paid.providerId && { provider_id: paid.providerId }),
    })
    .where('id', '=', payment.id)
    .execute()
  if (isFirst) {
    const detail = { paymentId: payment.id, gateway: payment.gateway }
    await changeOrder(services, trx, order, { act: 'pay', detail })
    await fulfil(services, trx, order, { now, payment })
    await endHad(services, trx, order.user_id)
    await services.jobs.send(trx, closePaymentsJob, { orderId: order.id })
    return 'settled'
  }
  await giveBackSurplus(services, trx, order, payment, now)
  return 'surplus'
}

/**
 * Whether money makes this order paid. An order that ran out or was cancelled is revived, with its coupon where a use is
 * left, unless the person has got the same in the meantime.
 */
async function canBePaid(trx: Trx, order: LockedOrder): Promise<boolean> {
  if (order.state === 'waiting') return true
  if (order.state !== 'expired' && order.state !== 'cancelled') return false
  if (await isHadAlready(trx, order)) return false
  const { coupon_code: code, user_id: userId, id: orderId } = order
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
