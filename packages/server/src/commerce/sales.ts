import type { readSales as readSalesCall, SalesEntry } from '@lantern/contract/commerce/sales.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { monthAtSite, siteTimeZone } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'

/** What a person's items sold in the months up to this one. Its shares are those that were entered in the ledger. */
export async function readSales(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  sellerId: string,
  { months: count = 12 }: { months?: number },
): Promise<ResponseOf<typeof readSalesCall>> {
  const now = clock.now()
  const months = monthsUpTo(now, count)
  const payouts = await db
    .selectFrom('payouts')
    .select(['month', 'amount_fen', 'marked_at'])
    .where('author_id', '=', sellerId)
    .orderBy('month')
    .execute()
  const { rows } = await sql<{ fen: number }>`
    select coalesce(-sum(amount_fen), 0)::integer as fen from ledger_entries
    where account = ${`author:${sellerId}`}`.execute(db)
  return {
    months,
    entries: await salesOf(db, sellerId, months[0] ?? ''),
    payouts: payouts.map((row) => ({
      month: row.month,
      amount: row.amount_fen,
      paidTime: row.marked_at.toISOString(),
    })),
    balance: rows[0]?.fen ?? 0,
    share: config.shop.authorShare,
    asOf: now.toISOString(),
  }
}

/** Sales count in the month of the payment, refunds in the month in which they were granted, as in the ledger. */
async function salesOf(db: Db, sellerId: string, firstMonth: string): Promise<SalesEntry[]> {
  const month = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${sql.lit(siteTimeZone)}, 'YYYY-MM')`
  const { rows } = await sql<SalesEntry>`
    with lines as (
      select t.item_id, coalesce(i.title, t.title) as title, t.quantity, t.price_fen * t.quantity as original_fen,
        t.paid_fen, t.seller_fen, o.paid_at, t.refunded_at
      from order_lines t join orders o on o.id = t.order_id left join items i on i.id = t.item_id
      where t.seller_id = ${sellerId} and o.paid_at is not null
    ), moves as (
      select ${month('paid_at')} as month, item_id, title, quantity as count, original_fen, paid_fen as sold_fen,
        0 as refunded_count, 0 as refunded_fen, seller_fen as earned_fen from lines
      union all
      select ${month('refunded_at')}, item_id, title, 0, 0, 0, quantity, paid_fen, -seller_fen
      from lines where refunded_at is not null
    )
    select month, item_id as "itemId", title, sum(count)::integer as count, sum(original_fen)::integer as original,
      sum(sold_fen)::integer as sold, sum(refunded_count)::integer as "refundedCount",
      sum(refunded_fen)::integer as refunded, sum(earned_fen)::integer as earned
    from moves where month >= ${firstMonth} group by month, item_id, title order by month, title, item_id`.execute(db)
  return rows
}

/** Months at the site up to the one of `now`, the oldest first. */
export function monthsUpTo(now: Date, count: number): string[] {
  const [year = 0, month = 0] = monthAtSite(now).split('-').map(Number)
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(year, month - count + at, 1)).toISOString().slice(0, 7),
  )
}
