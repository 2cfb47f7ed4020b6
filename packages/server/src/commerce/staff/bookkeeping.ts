import type { AccountSum, readBookkeeping } from '@lantern/contract/commerce/bookkeeping.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { monthAtSite } from '#kit/site-time.ts'
import { chinaMonth } from '../china-time.ts'

/** Sums of a month. Those of the accounts are the ledger's own; the counts name what stands behind them. */
export async function monthOfBooks(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  asked: string | undefined,
): Promise<ResponseOf<typeof readBookkeeping>> {
  const lastMonth = monthAtSite(clock.now())
  const month = asked ?? lastMonth
  const { from, until } = chinaMonth(month)
  const { rows: accounts } = await sql<AccountSum>`
    select case when account like 'author:%' then 'author' else account end as account,
      coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::float8 as debit,
      coalesce(-sum(amount_fen) filter (where amount_fen < 0), 0)::float8 as credit
    from ledger_entries where at >= ${from} and at < ${until} group by 1 order by 1`.execute(db)
  const { rows: first } = await sql<{ at: Date | null }>`select min(at) as at from ledger_entries`.execute(db)
  const counted = async (transaction: 'capture' | 'refunded') => {
    const { rows } = await sql<{ count: number; amount: number }>`
      select count(distinct transaction)::integer as count, coalesce(sum(abs(amount_fen)), 0)::float8 as amount
      from ledger_entries
      where at >= ${from} and at < ${until} and transaction like ${`${transaction}:%`} and account like 'cash:%'`.execute(
      db,
    )
    return rows[0] ?? { count: 0, amount: 0 }
  }
  const { rows: receipts } = await sql<{ count: number; amount: number }>`
    select count(*)::integer as count, coalesce(sum(amount_fen), 0)::float8 as amount
    from receipts where state = 'issued' and issued_at >= ${from} and issued_at < ${until}`.execute(db)
  return {
    month,
    firstMonth: monthAtSite(first[0]?.at ?? clock.now()),
    lastMonth,
    paid: await counted('capture'),
    refunded: await counted('refunded'),
    receipts: receipts[0] ?? { count: 0, amount: 0 },
    accounts,
  }
}
