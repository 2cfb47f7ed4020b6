import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './sql.ts'

/** Two accounts of one person: what `from` has goes to `into`. */
export interface PersonMerge {
  from: string
  into: string
}

/**
 * What one domain holds of a person. Each column that references `users` is in one domain's list, and a test fails for one
 * that is in none. What is not done says why.
 */
export interface PersonalData {
  /** `table.column` */
  holds: readonly string[]
  /** As a person may take it away, by file. */
  read: ((db: Db, userId: string) => Promise<Record<string, unknown>>) | { not: string }
  /** For an emptied account: deletes the rows, or removes the name from them. */
  erase: ((trx: Trx, userId: string) => Promise<void>) | { not: string }
  merge: ((trx: Trx, merge: PersonMerge, now: Date) => Promise<void>) | { not: string }
}

/** A list in JSON whose entries name people by `userId`: both accounts are one, which stands where either stood first. */
export function mergedInList(list: RawBuilder<unknown>, { from, into }: PersonMerge): RawBuilder<unknown> {
  const isPerson = sql`e ->> 'userId' in (${from}, ${into})`
  return sql`(
    select jsonb_agg(case when ${isPerson} then e || jsonb_build_object('userId', ${into}::text) else e end order by place)
    from (
      select e, place, ${isPerson} and 1 < row_number() over (partition by ${isPerson} order by place) as is_second
      from jsonb_array_elements(${list}) with ordinality as people (e, place)
    ) people where is_second is not true)`
}
