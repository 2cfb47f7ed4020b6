import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { freeCoupon } from './coupons.ts'
import { changeOrder, type LockedOrder, lockOrder, type OrderServices } from './order-changes.ts'
import { readOwnOrder } from './orders.ts'
import { closePaymentsJob } from './settle.ts'

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
export function cancelOrder(services: OrderServices, viewer: SignedIn, id: string): Promise<Order> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order || order.user_id !== viewer.id) throw refuse('not_found')
    if (order.state === 'waiting') await endUnpaid(services, trx, order, { act: 'cancel', actorId: viewer.id })
    else if (order.state !== 'cancelled' && order.state !== 'expired') throw refuse('conflict')
    return readOwnOrder(trx, viewer, id)
  })
}

const expiredAtOnce = 200

/** Ends orders whose time is over. Each by itself: one that is being paid holds up no other. */
export async function expireOrders(services: OrderServices): Promise<void> {
  const { db, clock } = services
  for (let count = expiredAtOnce; count === expiredAtOnce; ) {
    const due = await db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(expiredAtOnce)
      .execute()
    count = due.length
    for (const { id } of due) {
      await inTransaction(db, async (trx) => {
        const order = await lockOrder(trx, id)
        if (order?.state === 'waiting') await endUnpaid(services, trx, order, { act: 'expire', actorId: null })
      })
    }
  }
}
