import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const buyerPersonalData = {
  holds: ['orders.user_id', 'bundles.owner_id'],
  read: buyerData,
  erase: { not: 'the law wants orders kept, and they name nobody once the account is empty; bundles stay as items do' },
  merge: async (trx, merge) => {
    await absorbSeller(trx, merge)
    await absorbBuyer(trx, merge)
  },
} satisfies PersonalData

/** Gives the bundles of one account to another. Of an account that is emptied they stay, as its items do. */
async function absorbSeller(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('bundles').set({ owner_id: into }).where('owner_id', '=', from).execute()
}

/**
 * Gives the orders of one account to another. Of an account that is emptied they stay: the law wants them kept, and they
 * name nobody then.
 */
async function absorbBuyer(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('orders').set({ user_id: into }).where('user_id', '=', from).execute()
}

/** What a person has ordered, with what it cost. */
async function buyerData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('orderId', o.id, 'status', o.status, 'amountFen', o.amount_fen, 'orderedAt', o.created_at,
      'items', (select jsonb_agg(jsonb_build_object('title', t.title, 'quantity', t.quantity, 'priceFen', t.price_fen)
        order by t.position) from order_items t where t.order_id = o.id)) as entry
    from orders o where o.user_id = ${userId} order by o.created_at`.execute(db)
  return { orders: rows.map(({ entry }) => entry) }
}
