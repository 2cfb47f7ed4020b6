import { type OrderAct, type OrderState, orderStateAfter } from '@lantern/contract/commerce/order-rules.ts'
import { orderTopic } from '@lantern/contract/commerce/topics.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'

export type OrderServices = Pick<Services, 'db' | 'clock' | 'topics' | 'jobs' | 'events' | 'config' | 'log'>

export interface LockedOrder {
  id: string
  user_id: string
  state: OrderState
  amount_fen: number
  refunded_fen: number
  coupon_code: string | null
  expires_at: Date | null
  paid_at: Date | null
}

/**
 * Locks an order, and before it its buyer. Every change of an order does so first: the acts on one person's orders come
 * one after the other in every process, and two of them never wait for each other crosswise.
 */
export async function lockOrder(trx: Trx, id: string): Promise<LockedOrder | undefined> {
  await trx
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select('u.id')
    .where('o.id', '=', id)
    .forNoKeyUpdate('u')
    .execute()
  const row = await trx
    .selectFrom('orders')
    .select(['id', 'user_id', 'state', 'amount_fen', 'refunded_fen', 'coupon_code', 'expires_at', 'paid_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // the table allows these states and no other
  return row as LockedOrder | undefined
}

/** Thrown for an act that the order's state does not allow: the caller has looked at the state before. */
class WrongState extends Error {}

/** One step of the state machine, with its line in the audit; open pages hear of it. The order is locked. */
export async function changeOrder(
  { clock, topics }: Pick<Services, 'clock' | 'topics'>,
  trx: Trx,
  order: LockedOrder,
  { act, actorId = null, detail = {} }: { act: OrderAct; actorId?: string | null; detail?: object },
): Promise<OrderState> {
  const state = orderStateAfter(order.state, act)
  if (state === null) throw new WrongState(`The order ${order.id} is ${order.state}: ${act} is not possible`)
  const now = clock.now()
  const columns = { state, ...(act === 'pay' && { paid_at: now, expires_at: null }) }
  await trx
    .with('changed', (db) => db.updateTable('orders').set(columns).where('id', '=', order.id).returning('id'))
    .insertInto('order_audit')
    .values(auditRow({ order, act, after: state, actorId, detail, now }))
    .execute()
  await topics.publish(trx, orderTopic, { orderId: order.id }, { type: 'STATE', state })
  order.state = state
  return state
}

interface OrderAudit {
  order: LockedOrder
  act: string
  after: OrderState
  actorId: string | null
  detail: object
  now: Date
}

/** What happened to an order, also where its state stays. */
export async function writeOrderAudit(trx: Trx, audit: OrderAudit): Promise<void> {
  await trx.insertInto('order_audit').values(auditRow(audit)).execute()
}

function auditRow({ order, act, after, actorId, detail, now }: OrderAudit) {
  return {
    order_id: order.id,
    act,
    state_before: order.state,
    state_after: after,
    actor_id: actorId,
    detail: JSON.stringify(detail),
    at: now,
  }
}
