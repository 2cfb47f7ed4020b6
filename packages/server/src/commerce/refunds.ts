import { refundEnded } from '@lantern/contract/commerce/events.ts'
import { type AskedRefundReason, isPaid, refundDays } from '@lantern/contract/commerce/order-rules.ts'
import type { Refund } from '@lantern/contract/commerce/refunds.ts'
import { orderTopic } from '@lantern/contract/commerce/topics.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { giveBack, tellStaff, writeRefund } from './give-back.ts'
import { type LockedOrder, lockOrder, type OrderServices, writeOrderAudit } from './order-changes.ts'
import { refundEnd } from './order-rows.ts'
import { type RefundRow, refundColumns, refundOf } from './refund-rows.ts'

interface RefundWish {
  orderId: string
  positions: readonly number[]
  reason: AskedRefundReason | null
  note: string
}

/**
 * A learner asks for the money of some lines. Soon after payment the rule approves it, where the site has one; otherwise
 * people decide. A bundle is given back whole.
 */
export function requestRefund(services: OrderServices, viewer: SignedIn, wish: RefundWish): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, wish.orderId)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    if (!isPaid(order.state) || !order.paid_at || order.amount_fen === 0) throw refuse('conflict')
    if (services.clock.now() >= refundEnd(order.paid_at))
      throw refuse('refund_too_late', { values: { days: refundDays } })
    const isApproved = await isApprovedByRule(services, trx, order, order.paid_at)
    const id = await writeRefund(services, trx, order, { ...wish, actorId: viewer.id })
    if (isApproved) await giveBack(services, trx, order, { id, actorId: null })
    return refundNamed(trx, id)
  })
}

/** A buyer who was refunded by the rule before is decided on by staff: the rule could be used to read everything for nothing. */
const daysBetweenRuled = 90

/** Whether the rule approves what is asked for now: soon after payment, and not again and again for one person. */
async function isApprovedByRule({ config, clock }: OrderServices, trx: Trx, { user_id }: LockedOrder, paidAt: Date) {
  const now = clock.now()
  if (now.getTime() >= paidAt.getTime() + config.shop.refundByRuleHours * 3_600_000) return false
  const { rows } = await sql`
    select from refunds r join orders o on o.id = r.order_id
    where o.user_id = ${user_id} and r.requested_by = ${user_id} and r.decided_by is null and r.state in ('sending', 'done')
      and r.decided_at > ${now}::timestamptz - make_interval(days => ${daysBetweenRuled}) limit 1`.execute(trx)
  return rows.length === 0
}

/** Staff give lines of any paid order back without a request. */
export function refundByStaff(services: OrderServices, viewer: SignedIn, wish: RefundWish): Promise<Refund> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, wish.orderId)
    if (!order) throw refuse('not_found')
    if (!isPaid(order.state)) throw refuse('conflict')
    const id = await writeRefund(services, trx, order, { ...wish, actorId: viewer.id })
    await giveBack(services, trx, order, { id, actorId: viewer.id })
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
    if (isApproved) await giveBack(services, trx, order, { id, actorId: viewer.id })
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

async function refundNamed(trx: Trx, id: string): Promise<Refund> {
  const { rows } = await sql<RefundRow>`select ${refundColumns} from refunds r where r.id = ${id}`.execute(trx)
  if (!rows[0]) throw refuse('not_found')
  return refundOf(rows[0])
}
