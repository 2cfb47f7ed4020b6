import { partsOfOrderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { OrderState } from '@lantern/contract/commerce/order-rules.ts'
import type { listAllOrders, OrderRow } from '@lantern/contract/commerce/staff-orders.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { type RawBuilder, sql } from 'kysely'
import { likeText } from '#kit/like-text.ts'
import type { Db } from '#kit/sql.ts'
import { orderedBundleTitle } from '../bundle-text.ts'
import { chinaDay } from '../china-time.ts'

interface Row {
  id: string
  state: OrderState
  amount_fen: number
  refunded_fen: number
  created_at: Date
  gateway: string | null
  goods: OrderRow['goods'] | null
  buyer: OrderRow['buyer']
}

/** Orders of all people that fit the search, with bundles called as in the reader's language. */
export async function findOrders(
  db: Db,
  { q, state, from, until, page = 0, pageSize = 50 }: QueryOf<typeof listAllOrders>,
  language: string,
): Promise<ResponseOf<typeof listAllOrders>> {
  const conditions = [
    sql`true`,
    ...(state ? [sql`o.state = ${state}`] : []),
    ...(from ? [sql`o.created_at >= ${chinaDay(from).from}`] : []),
    ...(until ? [sql`o.created_at < ${chinaDay(until).until}`] : []),
    ...(q?.trim() ? [matching(q.trim())] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const { rows } = await sql<Row>`
    select o.id, o.state, o.amount_fen, o.refunded_fen, o.created_at,
      (select p.gateway from payments p where p.order_id = o.id and p.state = 'captured' and not p.is_surplus) as gateway,
      (select json_agg(json_build_object('title', title, 'planMonths', months) order by first) from (
        select coalesce(${orderedBundleTitle(language)}, t.title) as title, p.months, min(t.position) as first
        from order_lines t left join plans p on p.id = t.plan_id where t.order_id = o.id group by 1, 2) named) as goods,
      (select json_build_object('id', u.id, 'name', u.name, 'phone', u.phone)
        from users u where u.id = o.user_id and u.deleted_at is null) as buyer
    from (select * from orders o where ${where}
      order by o.created_at desc, o.id desc limit ${pageSize} offset ${page * pageSize}) o
    order by o.created_at desc, o.id desc`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from orders o where ${where}`.execute(db)
  const results = rows.map((row) => ({
    id: row.id,
    state: row.state,
    goods: row.goods ?? [],
    amount: row.amount_fen,
    refundedAmount: row.refunded_fen,
    createdTime: row.created_at.toISOString(),
    gateway: row.gateway,
    buyer: row.buyer,
  }))
  return { results, page, pageSize, total: counted[0]?.total ?? 0 }
}

/**
 * Numbers are compared whole, names by their beginning. Each part is a list of ids by an index of its own: one `or` over
 * the tables would read all orders.
 */
function matching(q: string): RawBuilder<unknown> {
  const beginning = `${likeText(q.toLowerCase())}%`
  return sql`o.id in (
    select id from orders where id = ${q}${numbered(q)}
    union all select order_id from payments where id = ${q}
    union all select order_id from payments where provider_id = ${q}
    union all select order_id from refunds where id = ${q} or provider_id = ${q}
    union all select order_id from receipts where number = ${q}
    union all select b.id from orders b join users u on u.id = b.user_id
      where u.id = ${q} or u.phone = ${normalizePhone(q)} or lower(u.email) = ${q.toLowerCase()}
        or lower(u.name) like ${beginning} or lower(u.full_name) like ${beginning})`
}

/** The order that people call so: the few of its day are looked through. */
function numbered(q: string): RawBuilder<unknown> {
  const number = partsOfOrderNumber(q)
  if (!number) return sql``
  const { from, until } = chinaDay(number.day)
  return sql` union all select id from orders
    where created_at >= ${from} and created_at < ${until} and right(id, 8) = ${number.idEnd}`
}
