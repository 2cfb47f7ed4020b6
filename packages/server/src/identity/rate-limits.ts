import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

export interface RateLimit {
  /** Names what is limited: sms:phone:13800000001. */
  key: string
  windowSeconds: number
  most: number
}

/** Counts what limits nothing by itself and only tells how much there was. */
export function countMark(db: Db | Trx, limit: Omit<RateLimit, 'most'>, now: Date): Promise<void> {
  return countUse(db, { ...limit, most: countless }, now)
}

const countless = 1_000_000_000

/** In how many seconds the last of those windows is over that are full; 0 when none is. */
export async function secondsOver(db: Db | Trx, limits: readonly RateLimit[], now: Date): Promise<number> {
  const windows = limits.map((limit) => ({ ...limit, ...windowAt(limit, now) }))
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'window_start', 'hits'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('key', 'window_start'),
        'in',
        windows.map(({ key, start }) => tuple(key, start)),
      ),
    )
    .execute()
  const full = windows.filter(({ key, most }) => rows.some((row) => row.key === key && row.hits >= most))
  return Math.max(0, ...full.map(({ end }) => Math.ceil((end.getTime() - now.getTime()) / 1000)))
}

function windowAt({ windowSeconds }: Pick<RateLimit, 'windowSeconds'>, now: Date): { start: Date; end: Date } {
  const lengthMs = windowSeconds * 1000
  const start = Math.floor(now.getTime() / lengthMs) * lengthMs
  return { start: new Date(start), end: new Date(start + lengthMs) }
}

/**
 * Counts one use in a fixed window that every process shares, and refuses with the seconds that are left of it when the
 * window is full. Inside a transaction a refusal takes the count back with everything else.
 */
export async function countUse(db: Db | Trx, limit: RateLimit, now: Date): Promise<void> {
  const { start: windowStart, end } = windowAt(limit, now)
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
    const retryAfterSeconds = Math.ceil((end.getTime() - now.getTime()) / 1000)
    throw refuse('rate_limited', { retryAfterSeconds })
  }
}
