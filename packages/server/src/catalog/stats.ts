import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'

export interface StatsChange {
  recordCount?: number
  commentCount?: number
  collectCount?: number
  likeCount?: number
  /** Ratings are 0 to 10. */
  ratingSum?: number
  ratingCount?: number
}

const columns = {
  recordCount: 'record_count',
  commentCount: 'comment_count',
  collectCount: 'collect_count',
  likeCount: 'like_count',
  ratingSum: 'rating_sum',
  ratingCount: 'rating_count',
} as const satisfies Record<keyof StatsChange, string>

/**
 * Adds to an item's counters in one statement, so that any number of people acting at once are all counted. No counter
 * falls below 0. Call it in the transaction of the act that is counted.
 */
export async function addToStats(db: Db | Trx, itemId: string, change: StatsChange): Promise<void> {
  const parts: RawBuilder<unknown>[] = []
  for (const [name, column] of Object.entries(columns)) {
    const by = change[name as keyof StatsChange]
    if (by) parts.push(sql`${sql.ref(column)} = greatest(0, ${sql.ref(column)} + ${by}::integer)`)
  }
  if (parts.length === 0) return
  await sql`update item_stats set ${sql.join(parts)} where item_id = ${itemId}`.execute(db)
}
