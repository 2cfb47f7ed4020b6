import type { OrderState, OrderStatus } from '@lantern/contract/commerce/order-rules.ts'
import type { Order, OrderList } from '@lantern/contract/commerce/orders.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { readOrders } from './order-rows.ts'

type Reading = Pick<Services, 'db' | 'config'>

interface OrderQuery {
  /** Of the reader; absent: bundles are called as in their own. */
  language?: string
  userId?: string
  page?: number
  pageSize?: number
}

/** A person's own orders, newest first; nobody else finds them. */
export function listOrders(
  services: Reading,
  viewer: SignedIn,
  { status, ...query }: OrderQuery & { status?: OrderStatus | 'paid' | 'refund' },
): Promise<OrderList> {
  const states: Record<NonNullable<typeof status>, OrderState[]> = {
    waiting: ['waiting'],
    processing: ['processing'],
    finished: ['finished', 'expired', 'cancelled', 'partly_refunded', 'refunded'],
    paid: ['processing', 'finished', 'partly_refunded'],
    refund: ['partly_refunded', 'refunded'],
  }
  const asked = sql`exists (select from refunds r where r.order_id = o.id and r.state in ('requested', 'sending'))`
  const condition = status
    ? sql`(o.state = any(${states[status]}::text[]) ${status === 'refund' ? sql`or ${asked}` : sql``})`
    : sql`true`
  return listOwn(services, viewer, query, condition)
}

/** The given orders that hold merchandise, with all lines. */
export function listMerchandiseOrders(services: Reading, viewer: SignedIn, query: OrderQuery): Promise<OrderList> {
  return listOwn(
    services,
    viewer,
    query,
    sql`exists (select from order_lines t where t.order_id = o.id and t.is_merchandise)`,
  )
}

async function listOwn(
  services: Reading,
  viewer: SignedIn,
  { userId = viewer.id, page = 0, pageSize = 10, language }: OrderQuery,
  condition: RawBuilder<unknown>,
): Promise<OrderList> {
  if (userId !== viewer.id) throw refuse('not_found')
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with own as (select o.id, o.created_at from orders o where o.user_id = ${userId} and ${condition}),
    paged as (select * from own order by created_at desc, id desc limit ${pageSize} offset ${page * pageSize})
    select (select count(*) from own)::integer as total,
      coalesce((select array_agg(id order by created_at desc, id desc) from paged), '{}') as ids`.execute(services.db)
  const { ids, total } = rows[0] ?? { ids: [], total: 0 }
  return {
    orderMap: await readOrders(services, services.db, viewer, { ids, language }),
    results: ids,
    page,
    pageSize,
    total,
  }
}

/** One of the own orders; of another person nothing is found. */
export async function readOwnOrder(
  services: Pick<Services, 'config'>,
  db: Db | Trx,
  viewer: SignedIn,
  { id, language }: { id: string; language?: string | undefined },
): Promise<Order> {
  const own = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  const order = own && (await readOrders(services, db, viewer, { ids: [id], language }))[id]
  if (!order) throw refuse('not_found')
  return order
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
        state: draft.status,
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
    await trx.insertInto('order_lines').values(items).execute()
  })
}
