import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { entitlementOf } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { freeCoupon } from './coupons.ts'
import { changeOrder, type LockedOrder, lockOrder, type OrderServices } from './order-changes.ts'
import { readOwnOrder } from './orders.ts'

/** Closes at the gateways what is still open of an order that is paid or over: nobody shall pay it any more. */
export const closePaymentsJob = 'commerce.close_payments'

/** An order that waits ends without payment: its coupon is free again. Money that comes all the same is settle.ts's. */
export async function endUnpaid(
  services: OrderServices,
  trx: Trx,
  order: LockedOrder,
  { act, actorId, detail }: { act: 'expire' | 'cancel'; actorId: string | null; detail?: object },
): Promise<void> {
  await changeOrder(services, trx, order, { act, actorId, ...(detail && { detail }) })
  await freeCoupon(trx, order.id)
  await services.jobs.send(trx, closePaymentsJob, { orderId: order.id })
}

/** Cancels an own order; one that is cancelled or ran out stays so. */
export function cancelOrder(services: OrderServices, viewer: SignedIn, id: string, language?: string): Promise<Order> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    if (order.state === 'waiting') await endUnpaid(services, trx, order, { act: 'cancel', actorId: viewer.id })
    else if (order.state !== 'cancelled' && order.state !== 'expired') throw refuse('conflict')
    return readOwnOrder(services, trx, viewer, { id, language })
  })
}

/**
 * True when the person may read what the order `o` holds already: one of its single items, or all of one of its bundles.
 * The cart calls the same things bought.
 */
export function isHadBy(userId: string): RawBuilder<boolean> {
  return sql`exists (
    select from order_lines t where t.order_id = o.id and t.item_id is not null
    group by coalesce(t.bundle_id, t.item_id) having bool_and(${entitlementOf(userId, sql`t.item_id`)}))`
}

/** Ends the waiting orders of a person who has just got what they hold: it is not to be paid twice. */
export function endHad(services: OrderServices, trx: Trx, userId: string): Promise<void> {
  return endWaiting(services, trx, userId, { which: isHadBy(userId), detail: { had: true } })
}

/** Ends all that a person has not paid whose account is being deleted. */
export function endAllWaiting(services: OrderServices, trx: Trx, userId: string): Promise<void> {
  return endWaiting(services, trx, userId, { which: sql`true`, detail: { left: true } })
}

async function endWaiting(
  services: OrderServices,
  trx: Trx,
  userId: string,
  { which, detail }: { which: RawBuilder<boolean>; detail: object },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where o.user_id = ${userId} and o.state = 'waiting' and ${which} order by o.id`.execute(
    trx,
  )
  for (const { id } of rows) {
    const order = await lockOrder(trx, id)
    if (order?.state === 'waiting') await endUnpaid(services, trx, order, { act: 'cancel', actorId: null, detail })
  }
}

const expiredAtOnce = 200

/** Ends orders whose time is over. Each by itself: one that is being paid holds up no other. */
export async function expireOrders(services: OrderServices): Promise<void> {
  const { db, clock } = services
  for (let count = expiredAtOnce; count === expiredAtOnce; ) {
    const due = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', sql.lit('waiting'))
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(expiredAtOnce)
      .execute()
    count = due.length
    for (const { id } of due) await expireOrder(services, id)
  }
}

/**
 * Ends one order for which nobody paid in time.
 * @testing
 */
export function expireOrder(services: OrderServices, id: string): Promise<void> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, id)
    if (order?.state === 'waiting') await endUnpaid(services, trx, order, { act: 'expire', actorId: null })
  })
}
