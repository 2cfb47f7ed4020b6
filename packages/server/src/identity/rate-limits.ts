import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

export interface RateLimit {
  /** Names what is limited: sms:phone:13800000001. */
  key: string
  windowSeconds: number
  most: number
}

/**
 * Counts one use in a fixed window that every process shares, and refuses with the seconds that are left of it when the
 * window is full. Inside a transaction a refusal takes the count back with everything else.
 */
export async function countUse(db: Db | Trx, limit: RateLimit, now: Date): Promise<void> {
  const windowMs = limit.windowSeconds * 1000
  const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limits (key, window_start, hits) values (${limit.key}, ${windowStart}, 1)
    on conflict (key, window_start) do update set hits = least(rate_limits.hits + 1, ${limit.most + 1})
    returning hits`.execute(db)
  const hits = rows[0]?.hits ?? 1
  // the first use in a window forgets the windows before it, so a key never has more than a few rows
  if (hits === 1) {
    await sql`delete from rate_limits where key = ${limit.key} and window_start < ${windowStart}`.execute(db)
  }
  if (hits > limit.most) {
    const retryAfterSeconds = Math.ceil((windowStart.getTime() + windowMs - now.getTime()) / 1000)
    throw refuse('rate_limited', { retryAfterSeconds })
  }
}
