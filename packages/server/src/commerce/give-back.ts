import { refundEnded } from '@lantern/contract/commerce/events.ts'
import type { RefundReason } from '@lantern/contract/commerce/order-rules.ts'
import { rightsTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import { shortenPremium } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Trx } from '#kit/sql.ts'
import { sharesOf } from './fulfil.ts'
import { post } from './ledger.ts'
import { changeOrder, type LockedOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
import { followWithReceipt } from './receipts/receipts.ts'
import { sendRefundJob } from './send-refund.ts'

/** What was withdrawn before its payment came is not kept from the payer: these lines go back with the payment. */
export async function giveBackWithdrawn(
  services: OrderServices,
  trx: Trx,
  order: LockedOrder,
  positions: readonly number[],
): Promise<void> {
  const id = await writeRefund(services, trx, order, { positions, reason: 'withdrawn', note: '', actorId: null })
  await giveBack(services, trx, order, { id, actorId: null })
}

interface NewRefund {
  positions: readonly number[]
  reason: RefundReason | null
  note: string
  /** Null: the site itself. */
  actorId: string | null
}

/** Writes the refund of some lines, which waits for a decision. The order is locked. Answers the refund's id. */
export async function writeRefund(
  services: OrderServices,
  trx: Trx,
  order: LockedOrder,
  { positions, reason, note, actorId }: NewRefund,
): Promise<string> {
  const wanted = await linesToRefund(trx, order.id, positions)
  const now = services.clock.now()
  const id = newId('refund', now.getTime())
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'captured')
    .where('is_surplus', '=', false)
    .executeTakeFirst()
  const amount = wanted.reduce((sum, { paid_fen }) => sum + paid_fen, 0)
  // an order that came with the site was paid elsewhere: there is no money here that could go back
  if (amount > 0 && !payment) throw refuse('conflict')
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_id: payment?.id ?? null,
      amount_fen: amount,
      state: 'requested',
      reason,
      note,
      requested_by: actorId,
      created_at: now,
    })
    .execute()
  const rows = wanted.map(({ position, paid_fen }) => ({
    refund_id: id,
    order_id: order.id,
    position,
    amount_fen: paid_fen,
  }))
  await trx.insertInto('refund_lines').values(rows).execute()
  const detail = { refundId: id, positions: wanted.map(({ position }) => position), reason }
  await writeOrderAudit(trx, { order, act: 'ask_refund', after: order.state, actorId, detail, now })
  await tellStaff(services, trx)
  return id
}

/** The lines that are named, and with one line of a bundle all of it. One that is given back or asked for is refused. */
async function linesToRefund(trx: Trx, orderId: string, positions: readonly number[]) {
  const { rows } = await sql<{ position: number; paid_fen: number; isTaken: boolean }>`
    select t.position, t.paid_fen, t.refunded_at is not null or exists (
      select from refund_lines l where l.order_id = t.order_id and l.position = t.position and l.is_live) as "isTaken"
    from order_lines t
    where t.order_id = ${orderId} and (t.position = any(${positions}::integer[]) or t.bundle_id in (
      select b.bundle_id from order_lines b where b.order_id = ${orderId} and b.position = any(${positions}::integer[])))
    order by t.position`.execute(trx)
  const isKnown = positions.every((position) => rows.some((row) => row.position === position))
  if (!isKnown || rows.length === 0 || rows.some(({ isTaken }) => isTaken)) {
    throw refuse('bad_request', { details: [{ field: 'positions', message: 'shop_error.lines' }] })
  }
  return rows
}

interface RefundedLine {
  position: number
  paid_fen: number
  seller_id: string | null
  seller_fen: number
}

/** Grants a refund: its lines' rights end, the books owe the payer the money, and the gateway is asked for it. */
export async function giveBack(
  services: OrderServices,
  trx: Trx,
  order: LockedOrder,
  { id, actorId }: { id: string; actorId: string | null },
): Promise<void> {
  const now = services.clock.now()
  const { rows: lines } = await sql<RefundedLine>`
    update order_lines t set refunded_at = ${now} from refund_lines l
    where l.refund_id = ${id} and l.is_live and t.order_id = l.order_id and t.position = l.position
    returning t.position, t.paid_fen, t.seller_id, t.seller_fen`.execute(trx)
  const amount = lines.reduce((sum, { paid_fen }) => sum + paid_fen, 0)
  await takeBackRights(trx, order, { positions: lines.map(({ position }) => position), now })
  await trx
    .updateTable('orders')
    .set({ refunded_fen: order.refunded_fen + amount })
    .where('id', '=', order.id)
    .execute()
  const entries = [...sharesOf(lines, 1), ['refunds', -amount] as const]
  await post(trx, { transaction: `refund:${id}`, orderId: order.id, at: now, entries })
  await trx
    .updateTable('refunds')
    .set({
      decided_by: actorId,
      decided_at: now,
      ...(amount === 0 ? { state: 'done', done_at: now } : { state: 'sending' }),
    })
    .where('id', '=', id)
    .execute()
  const rest = await trx
    .selectFrom('order_lines')
    .select('position')
    .where('order_id', '=', order.id)
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
  const act = rest ? 'refund_part' : 'refund_rest'
  await changeOrder(services, trx, order, { act, actorId, detail: { refundId: id, amount } })
  await services.topics.publish(trx, rightsTopic, { userId: order.user_id }, { type: 'RIGHTS' })
  await tellStaff(services, trx)
  await followWithReceipt(services, trx, order.id)
  if (amount > 0) await services.jobs.send(trx, sendRefundJob, { refundId: id }, { key: id })
  else await services.events.emit(trx, refundEnded, { orderId: order.id, refundId: id })
}

/** Ends the grants of these lines and no other: the same item from another line or source stays readable. */
async function takeBackRights(
  trx: Trx,
  order: LockedOrder,
  { positions, now }: { positions: number[]; now: Date },
): Promise<void> {
  const ended = await trx
    .updateTable('grants')
    .set({ revoked_at: now })
    .where('order_id', '=', order.id)
    .where('position', 'in', positions)
    .where('revoked_at', 'is', null)
    .returning(['plan_id', 'user_id', 'starts_at', 'ends_at'])
    .execute()
  for (const { plan_id, user_id, starts_at, ends_at } of ended) {
    if (plan_id !== null && user_id !== null && ends_at !== null) {
      await shortenPremium(trx, user_id, { from: starts_at, until: ends_at, now })
    }
  }
}

/** Open queues of staff read again, and the page of the order. */
export async function tellStaff({ topics }: OrderServices, trx: Trx): Promise<void> {
  await topics.publish(trx, shopStaffTopic, {}, { type: 'REFUNDS' })
}
