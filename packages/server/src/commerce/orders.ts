import type { Order, OrderList, OrderStatus } from '@lantern/contract/commerce/orders.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'

interface OrderQuery {
  userId?: string
  page?: number
  pageSize?: number
}

type OrderRow = Omit<Order, 'createdTime'> & { created_at: Date }

/** A person's own orders that hold merchandise, whole; nobody else finds them. */
export async function listMerchandiseOrders(
  db: Db,
  viewer: SignedIn,
  { userId = viewer.id, page = 0, pageSize = 10 }: OrderQuery,
): Promise<OrderList> {
  if (userId !== viewer.id) throw refuse('not_found')
  const merchandise = sql`o.user_id = ${userId}
    and exists (select from order_items t where t.order_id = o.id and t.is_merchandise)`
  const { rows: counted } = await sql<{ total: number }>`
    select (select count(*) from orders o where ${merchandise})::integer as total`.execute(db)
  const { rows } = await sql<OrderRow>`
    select o.id, o.status, o.amount_fen as amount, o.created_at,
      (select json_agg(json_build_object('title', t.title, 'quantity', t.quantity, 'price', t.price_fen,
        'itemId', t.item_id) order by t.position) from order_items t where t.order_id = o.id) as items
    from orders o where ${merchandise}
    order by o.created_at desc, o.id desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  return {
    orderMap: Object.fromEntries(rows.map((row) => [row.id, orderOf(row)])),
    results: rows.map(({ id }) => id),
    page,
    pageSize,
    total: counted[0]?.total ?? 0,
  }
}

function orderOf({ created_at, ...order }: OrderRow): Order {
  return { ...order, createdTime: created_at.toISOString() }
}

export interface OrderDraft {
  /** Where it comes from: the same again is the same order. */
  sourceKey: string
  userId: string
  status: OrderStatus
  createdAt: Date
  items: readonly { title: string; quantity: number; priceFen: number; isMerchandise: boolean; itemId?: string }[]
}

/** Writes an order that comes with the site. One that is there already stays as it is. */
export async function saveOrder(db: Db | Trx, draft: OrderDraft): Promise<void> {
  await inTransaction(db, async (trx) => {
    const order = await trx
      .insertInto('orders')
      .values({
        id: newId('order', draft.createdAt.getTime()),
        user_id: draft.userId,
        status: draft.status,
        amount_fen: draft.items.reduce((sum, { quantity, priceFen }) => sum + quantity * priceFen, 0),
        created_at: draft.createdAt,
        source_key: draft.sourceKey,
      })
      .onConflict((conflict) => conflict.column('source_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!order) return
    const items = draft.items.map(({ title, quantity, priceFen, isMerchandise, itemId }, position) => ({
      order_id: order.id,
      position,
      title,
      quantity,
      price_fen: priceFen,
      item_id: itemId ?? null,
      is_merchandise: isMerchandise,
    }))
    await trx.insertInto('order_items').values(items).execute()
  })
}
