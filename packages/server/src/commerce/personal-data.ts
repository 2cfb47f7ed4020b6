import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const buyerPersonalData = {
  holds: [
    'bundle_items.seller_id',
    'bundles.owner_id',
    'cart_entries.user_id',
    'coupon_uses.user_id',
    'course_purchasers.user_id',
    'grants.granted_by',
    'grants.revoked_by',
    'grants.user_id',
    'licences.given_by',
    'licences.revoked_by',
    'order_audit.actor_id',
    'order_lines.seller_id',
    'orders.user_id',
    'payment_differences.mended_by',
    'payouts.author_id',
    'payouts.marked_by',
    'promotions.created_by',
    'promotions.owner_id',
    'refunds.decided_by',
    'refunds.requested_by',
  ],
  read: buyerData,
  erase: eraseBuyer,
  merge: async (trx, merge) => {
    await absorbSeller(trx, merge)
    await absorbBuyer(trx, merge)
  },
} satisfies PersonalData

/**
 * Orders, payments and rights stay: the law wants them kept, and they name nobody once the account is empty. Bundles stay
 * as items do. The cart goes, and the purchaser's form.
 */
async function eraseBuyer(trx: Trx, userId: string): Promise<void> {
  for (const table of ['cart_entries', 'course_purchasers'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await trx.updateTable('orders').set({ purchaser: null }).where('user_id', '=', userId).execute()
  // the seats of a deleted account are free again, and licences do not name it any more
  await sql`
    update grants set revoked_at = now(), revoke_reason = 'left'
    where user_id = ${userId} and licence_id is not null and revoked_at is null`.execute(trx)
  for (const column of ['given_by', 'revoked_by'] as const)
    await trx.updateTable('licences').set(column, null).where(column, '=', userId).execute()
  await sql`update receipts r set title = '', email = '' from orders o
    where o.id = r.order_id and o.user_id = ${userId} and r.kind = 'personal'`.execute(trx)
}

/** What one account sells, and what it did as staff, is the other's. */
async function absorbSeller(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  for (const [table, column] of columnsThatMove) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
      trx,
    )
  }
  await sql`
    insert into payouts as p (author_id, month, amount_fen, marked_by, marked_at)
    select ${into}, month, amount_fen, marked_by, marked_at from payouts where author_id = ${from}
    on conflict (author_id, month) do update set amount_fen = p.amount_fen + excluded.amount_fen`.execute(trx)
  await trx.deleteFrom('payouts').where('author_id', '=', from).execute()
  // one order may have held items of both
  await sql`
    insert into ledger_entries as l (transaction, account, amount_fen, order_id, at)
    select transaction, ${`author:${into}`}, amount_fen, order_id, at from ledger_entries
    where account = ${`author:${from}`}
    on conflict (transaction, account) do update set amount_fen = l.amount_fen + excluded.amount_fen`.execute(trx)
  await trx.deleteFrom('ledger_entries').where('account', '=', `author:${from}`).execute()
}

const columnsThatMove = [
  ['bundle_items', 'seller_id'],
  ['bundles', 'owner_id'],
  ['grants', 'granted_by'],
  ['grants', 'revoked_by'],
  ['licences', 'given_by'],
  ['licences', 'revoked_by'],
  ['order_audit', 'actor_id'],
  ['order_lines', 'seller_id'],
  ['payment_differences', 'mended_by'],
  ['payouts', 'marked_by'],
  ['promotions', 'created_by'],
  ['promotions', 'owner_id'],
  ['refunds', 'decided_by'],
  ['refunds', 'requested_by'],
] as const

/** Orders, rights, uses of coupons and the cart of one account are the other's; what both had is there once. */
async function absorbBuyer(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  // one waiting order of each wish is enough: the brought one goes on as an order of its own
  await trx.updateTable('orders').set({ user_id: into, wish_key: null }).where('user_id', '=', from).execute()
  // of two seats of one licence one is enough, and the other is free again
  await sql`
    update grants g set revoked_at = now(), revoke_reason = 'merged'
    where g.user_id = ${from} and g.licence_id is not null and g.revoked_at is null and exists (
      select from grants k where k.user_id = ${into} and k.licence_id = g.licence_id and k.revoked_at is null)`.execute(
    trx,
  )
  await trx.updateTable('grants').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`
    update coupon_uses u set user_id = ${into}, nth = nth + (
      select coalesce(max(nth), 0) from coupon_uses k where k.promotion_id = u.promotion_id and k.user_id = ${into})
    where user_id = ${from}`.execute(trx)
  for (const table of ['cart_entries', 'course_purchasers'] as const) {
    const key = table === 'cart_entries' ? sql`target_id` : sql`course_id`
    await sql`
      delete from ${sql.table(table)} c where c.user_id = ${from}
        and exists (select from ${sql.table(table)} k where k.user_id = ${into} and k.${key} = c.${key})`.execute(trx)
    await trx.updateTable(table).set({ user_id: into }).where('user_id', '=', from).execute()
  }
}

/** What a person has ordered, with what it cost, what they may read because of it, and what is in their cart. */
async function buyerData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const kinds = {
    orders: sql`
      select jsonb_build_object('orderId', o.id, 'state', o.state, 'amountFen', o.amount_fen, 'orderedAt', o.created_at,
        'purchaser', o.purchaser, 'coupon', o.coupon_code,
        'items', (select jsonb_agg(jsonb_build_object('title', t.title, 'quantity', t.quantity, 'priceFen', t.price_fen,
          'paidFen', t.paid_fen) order by t.position) from order_lines t where t.order_id = o.id),
        'payments', (select jsonb_agg(jsonb_build_object('gateway', p.gateway, 'state', p.state, 'amountFen', p.amount_fen)
          order by p.created_at) from payments p where p.order_id = o.id),
        'refunds', (select jsonb_agg(jsonb_build_object('state', r.state, 'amountFen', r.amount_fen, 'note', r.note)
          order by r.created_at) from refunds r where r.order_id = o.id),
        'receipts', (select jsonb_agg(jsonb_build_object('title', c.title, 'taxNumber', c.tax_number, 'email', c.email)
          order by c.created_at) from receipts c where c.order_id = o.id)) as entry, o.created_at as at
      from orders o where o.user_id = ${userId}`,
    purchases: sql`
      select jsonb_build_object('itemId', i.id, 'type', i.type, 'title', i.title, 'planId', g.plan_id, 'source', g.source,
        'grantedAt', g.starts_at, 'until', g.ends_at, 'takenBackAt', g.revoked_at) as entry, g.starts_at as at
      from grants g left join items i on i.id = g.item_id where g.user_id = ${userId}`,
    cart: sql`
      select jsonb_build_object('title', title, 'priceFen', price_fen, 'addedAt', added_at) as entry, added_at as at
      from cart_entries where user_id = ${userId}`,
    courseInterest: sql`
      select to_jsonb(c) - 'user_id' as entry, asked_at as at from course_purchasers c where user_id = ${userId}`,
  }
  const data: Record<string, unknown[]> = {}
  for (const [kind, entries] of Object.entries(kinds)) {
    const { rows } = await sql<{ entry: unknown }>`select entry from (${entries}) e order by at`.execute(db)
    data[kind] = rows.map(({ entry }) => entry)
  }
  return data
}
