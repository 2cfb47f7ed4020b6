import { refundEnded } from '@lantern/contract/commerce/events.ts'
import { isPaid, type RefundReason, refundDays } from '@lantern/contract/commerce/order-rules.ts'
import type { Refund } from '@lantern/contract/commerce/refunds.ts'
import { orderTopic, rightsTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shortenPremium } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { sharesOf } from './fulfil.ts'
import { post } from './ledger.ts'
import { changeOrder, type LockedOrder, lockOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
import { refundEnd } from './order-rows.ts'
import { followWithReceipt } from './receipts/receipts.ts'
import { type RefundRow, refundColumns, refundOf } from './refund-rows.ts'
import { sendRefundJob } from './send-refund.ts'

interface RefundWish {
  orderId: string
  positions: readonly number[]
  reason: RefundReason | null
  note: string
}

/** A learner asks for the money of some lines; people decide. A bundle is given back whole. */
export function requestRefund(services: OrderServices, viewer: SignedIn, wish: RefundWish): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, wish.orderId)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    if (!isPaid(order.state) || !order.paid_at || order.amount_fen === 0) throw refuse('conflict')
    if (services.clock.now() >= refundEnd(order.paid_at))
      throw refuse('refund_too_late', { values: { days: refundDays } })
    return refundNamed(trx, await writeRequest(services, trx, viewer, order, wish))
  })
}

/** Staff give lines of any paid order back without a request. */
export function refundByStaff(services: OrderServices, viewer: SignedIn, wish: RefundWish): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, wish.orderId)
    if (!order) throw refuse('not_found')
    if (!isPaid(order.state)) throw refuse('conflict')
    const id = await writeRequest(services, trx, viewer, order, wish)
    await approve(services, trx, viewer, order, id)
    return refundNamed(trx, id)
  })
}

interface RefundDecision {
  id: string
  approve: boolean
  /** Lines to approve; all of the request without it. */
  positions?: readonly number[]
  answer?: string
}

/** Decides on a request. Of two at the same time the first decides; for the second it is decided. */
export function decideRefund(
  services: OrderServices,
  viewer: SignedIn,
  { id, approve: isApproved, positions, answer = '' }: RefundDecision,
): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockRequest(trx, id, null)
    const dropped = isApproved && positions ? await dropOtherLines(trx, order.id, id, positions) : !isApproved
    if (dropped && answer.trim() === '') {
      throw refuse('bad_request', { details: [{ field: 'answer', message: 'shop_error.refund_answer' }] })
    }
    await trx.updateTable('refunds').set({ answer: answer.trim() }).where('id', '=', id).execute()
    if (isApproved) await approve(services, trx, viewer, order, id)
    else await endRequest(services, trx, viewer, order, { id, state: 'declined' })
    return refundNamed(trx, id)
  })
}

/** Withdraws an own request that was not decided on. */
export function cancelRefund(services: OrderServices, viewer: SignedIn, id: string): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockRequest(trx, id, viewer.id)
    await endRequest(services, trx, viewer, order, { id, state: 'cancelled' })
    return refundNamed(trx, id)
  })
}

async function writeRequest(
  services: OrderServices,
  trx: Trx,
  viewer: SignedIn,
  order: LockedOrder,
  { positions, reason, note }: RefundWish,
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
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      payment_id: payment?.id ?? null,
      amount_fen: wanted.reduce((sum, { paid_fen }) => sum + paid_fen, 0),
      state: 'requested',
      reason,
      note,
      requested_by: viewer.id,
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
  const detail = { refundId: id, positions: wanted.map(({ position }) => position) }
  await writeOrderAudit(trx, { order, act: 'ask_refund', after: order.state, actorId: viewer.id, detail, now })
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

/** Takes all but these lines out of a request; true when there were others. A bundle stays whole or goes whole. */
async function dropOtherLines(trx: Trx, orderId: string, id: string, positions: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ position: number; bundle_id: string | null }>`
    select l.position, t.bundle_id from refund_lines l
    join order_lines t on t.order_id = l.order_id and t.position = l.position
    where l.refund_id = ${id} and l.order_id = ${orderId}`.execute(trx)
  const isKept = (position: number) => positions.includes(position)
  const kept = rows.filter(({ position }) => isKept(position))
  const others = rows.filter(({ position }) => !isKept(position))
  const isSplit = others.some(
    ({ bundle_id }) => bundle_id !== null && kept.some((line) => line.bundle_id === bundle_id),
  )
  if (isSplit || kept.length !== new Set(positions).size) {
    throw refuse('bad_request', { details: [{ field: 'positions', message: 'shop_error.lines' }] })
  }
  if (others.length === 0) return false
  await trx
    .updateTable('refund_lines')
    .set({ is_live: false })
    .where('refund_id', '=', id)
    .where('position', 'not in', [...positions])
    .execute()
  await sql`
    update refunds set amount_fen = (select sum(amount_fen) from refund_lines where refund_id = ${id} and is_live)
    where id = ${id}`.execute(trx)
  return true
}

/** The order of a request that waits for a decision, locked; `ofUser` null: of anybody. */
async function lockRequest(trx: Trx, id: string, ofUser: string | null): Promise<LockedOrder> {
  const found = await trx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
  const order = found && (await lockOrder(trx, found.order_id))
  if (!order || (ofUser !== null && order.user_id !== ofUser)) throw refuse('not_found')
  // read under the lock: two staff at once come one after the other
  const { state } = await trx.selectFrom('refunds').select('state').where('id', '=', id).executeTakeFirstOrThrow()
  if (state !== 'requested') throw refuse('conflict')
  return order
}

/** Open queues of staff read again, and the page of the order. */
async function tellStaff({ topics }: OrderServices, trx: Trx): Promise<void> {
  await topics.publish(trx, shopStaffTopic, {}, { type: 'REFUNDS' })
}

async function endRequest(
  services: OrderServices,
  trx: Trx,
  viewer: SignedIn,
  order: LockedOrder,
  { id, state }: { id: string; state: 'declined' | 'cancelled' },
): Promise<void> {
  const now = services.clock.now()
  await trx.updateTable('refunds').set({ state, decided_by: viewer.id, decided_at: now }).where('id', '=', id).execute()
  await trx.updateTable('refund_lines').set({ is_live: false }).where('refund_id', '=', id).execute()
  await writeOrderAudit(trx, {
    order,
    act: state,
    after: order.state,
    actorId: viewer.id,
    detail: { refundId: id },
    now,
  })
  if (state === 'declined') await services.events.emit(trx, refundEnded, { orderId: order.id, refundId: id })
  await tellStaff(services, trx)
  await services.topics.publish(trx, orderTopic, { orderId: order.id }, { type: 'STATE', state: order.state })
}

interface RefundedLine {
  position: number
  paid_fen: number
  seller_id: string | null
  seller_fen: number
}

/** Grants a refund: its lines' rights end, the books owe the payer the money, and the gateway is asked for it. */
async function approve(
  services: OrderServices,
  trx: Trx,
  viewer: SignedIn,
  order: LockedOrder,
  id: string,
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
      decided_by: viewer.id,
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
  await changeOrder(services, trx, order, { act, actorId: viewer.id, detail: { refundId: id, amount } })
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

async function refundNamed(trx: Trx, id: string): Promise<Refund> {
  const { rows } = await sql<RefundRow>`select ${refundColumns} from refunds r where r.id = ${id}`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return refundOf(rows[0])
}
