import type { listRefundRequests, RefundRequest } from '@lantern/contract/commerce/refunds.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { orderedBundleTitle } from '../bundle-text.ts'
import { type RefundRow, refundColumns, refundOf } from '../refund-rows.ts'

type Row = RefundRow & { person: RefundRequest['person']; paid_at: Date | null; lines: RefundRequest['lines'] | null }

/** Refunds with what staff need to decide: requests that wait first, the longest wait at the top. */
export async function readRefundQueue(
  db: Db,
  { state, page = 0, pageSize = 20 }: QueryOf<typeof listRefundRequests>,
  language: string,
): Promise<ResponseOf<typeof listRefundRequests>> {
  const condition = state ? sql`r.state = ${state}` : sql`true`
  const { rows } = await sql<Row>`
    select ${refundColumns}, o.paid_at,
      (select json_build_object('id', u.id, 'name', u.name)
        from users u where u.id = o.user_id and u.deleted_at is null) as person,
      (select json_agg(json_build_object('position', t.position, 'title', t.title,
          'planMonths', (select p.months from plans p where p.id = t.plan_id), 'bundleTitle', ${orderedBundleTitle(language)},
          'amount', l.amount_fen, 'isStanding', l.is_live) order by t.position)
        from refund_lines l join order_lines t on t.order_id = l.order_id and t.position = l.position
        where l.refund_id = r.id) as lines
    from refunds r join orders o on o.id = r.order_id where ${condition}
    order by (r.state = 'requested') desc, case when r.state = 'requested' then r.created_at end, r.created_at desc, r.id
    limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from refunds r where ${condition}`.execute(db)
  const results = rows.map((row) => ({
    refund: refundOf(row),
    person: row.person,
    paidTime: row.paid_at?.toISOString() ?? null,
    lines: row.lines ?? [],
  }))
  return { results, page, pageSize, total: counted[0]?.total ?? 0 }
}
