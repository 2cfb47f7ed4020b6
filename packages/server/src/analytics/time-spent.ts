import { sql } from 'kysely'
import { type Db, inTransaction, runSql } from '#kit/sql.ts'

export interface Spent {
  itemId: string
  /** Empty for the item as a whole. */
  sectionId: string
  seconds: number
}

/** Upper bound for a visitor's first report. */
const firstReportSeconds = 60
const longestReportSeconds = 3_600

/**
 * Adds the time that a learner spent on items and their sections. Its sum is never more than the time since their last
 * report, however many pages report at once; unknown items and sections are left out.
 */
export async function addTimeSpent(db: Db, userId: string, spent: readonly Spent[], now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    // two pages of one person that tell at once would both be given the same time
    await runSql(trx, 'select pg_advisory_xact_lock(727003, hashtext($1))', [userId])
    const { last } = await trx
      .selectFrom('time_spent')
      .select(({ fn }) => fn.max('updated_at').as('last'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const given = share(spent, passedSeconds(last, now))
    if (given.length === 0) return
    const rows = given.flatMap(({ itemId, sectionId, seconds }) => [
      { item_id: itemId, section_id: '', seconds },
      ...(sectionId === '' ? [] : [{ item_id: itemId, section_id: sectionId, seconds }]),
    ])
    await sql`
      insert into time_spent (user_id, item_id, section_id, seconds, updated_at)
      select ${userId}, given.item_id, given.section_id, sum(given.seconds)::int, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}) as given (item_id text, section_id text, seconds int)
      join items on items.id = given.item_id
      left join sections s on s.id = given.section_id and s.item_id = given.item_id
      where given.section_id = '' or s.id is not null
      group by given.item_id, given.section_id
      on conflict (user_id, item_id, section_id) do update
        set seconds = time_spent.seconds + excluded.seconds, updated_at = excluded.updated_at`.execute(trx)
  })
}

function passedSeconds(last: Date | null, now: Date): number {
  if (!last) return firstReportSeconds
  // a whole second is not lost because a report was a moment faster than the one before
  const passed = Math.ceil((now.getTime() - last.getTime()) / 1000)
  return Math.min(Math.max(0, passed), longestReportSeconds)
}

/** Gives out the seconds in order until there are none left. */
function share(spent: readonly Spent[], most: number): Spent[] {
  let left = most
  return spent.flatMap((one) => {
    const seconds = Math.min(Math.max(0, Math.floor(one.seconds)), left)
    left -= seconds
    return seconds > 0 ? [{ ...one, seconds }] : []
  })
}
