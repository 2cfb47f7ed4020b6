import type { listPayouts as listPayoutsCall, Payout } from '@lantern/contract/commerce/sales.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { lockBuyer } from './cart.ts'
import { chinaMonth } from './china-time.ts'
import { post } from './ledger.ts'
import { monthsUpTo } from './sales.ts'

const monthsToChoose = 36

interface DueRow {
  id: string
  name: string
  due: number
  amount_fen: number | null
  marked_at: Date | null
  left_at: Date | null
}

/** What is due to each author at the end of a month, and what was paid out for it. */
export async function listPayouts(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  asked: string | undefined,
): Promise<ResponseOf<typeof listPayoutsCall>> {
  const now = clock.now()
  const months = monthsUpTo(now, monthsToChoose).reverse()
  const month = asked ?? months[1] ?? ''
  const rows = await dueRows(db, month, sql`l.account like 'author:%'`)
  return {
    month,
    months,
    payouts: rows.filter(({ due, marked_at }) => due > 0 || marked_at).map(payoutOf),
    isOver: isOver(month, now),
  }
}

/** Marks what is due as paid out and enters it in the ledger. */
export function markPaidOut(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { authorId, month, amount }: { authorId: string; month: string; amount: number },
): Promise<Payout> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    // two staff at once come one after the other
    await lockBuyer(trx, authorId)
    const [row] = await dueRows(trx, month, sql`l.account = ${`author:${authorId}`}`)
    if (!row) throw refuse('not_found')
    if (row.amount_fen === amount) return payoutOf(row)
    if (!isOver(month, now)) {
      throw refuse('bad_request', { details: [{ field: 'month', message: 'shop_error.month_not_over' }] })
    }
    if (row.marked_at || row.due !== amount) throw refuse('conflict')
    await trx
      .insertInto('payouts')
      .values({ author_id: authorId, month, amount_fen: amount, marked_by: viewer.id, marked_at: now })
      .execute()
    await post(trx, {
      transaction: `payout:${authorId}:${month}`,
      orderId: null,
      at: now,
      entries: [
        [`author:${authorId}`, amount],
        ['bank', -amount],
      ],
    })
    return payoutOf({ ...row, amount_fen: amount, marked_at: now })
  })
}

function payoutOf({ id, name, due, amount_fen, marked_at, left_at }: DueRow): Payout {
  return {
    authorId: id,
    authorName: name,
    leftTime: left_at?.toISOString() ?? null,
    amount: amount_fen ?? due,
    paidTime: marked_at?.toISOString() ?? null,
  }
}

/**
 * Per author: earnings up to the end of the month less all payouts, also of other months. A month without a payout is due
 * with the next one, and a refund after a payout reduces the next.
 */
async function dueRows(db: Db | Trx, month: string, condition: RawBuilder<unknown>): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select u.id, u.name, sums.due, p.amount_fen, p.marked_at, u.deleted_at as left_at
    from (select substr(l.account, 8) as author_id, -sum(l.amount_fen)::integer as due from ledger_entries l
      where ${condition} and (l.at < ${chinaMonth(month).until} or l.transaction like 'payout:%') group by l.account) sums
    join users u on u.id = sums.author_id
    left join payouts p on p.author_id = u.id and p.month = ${month}
    order by sums.due desc, u.id`.execute(db)
  return rows
}

function isOver(month: string, now: Date): boolean {
  return chinaMonth(month).until <= now
}
