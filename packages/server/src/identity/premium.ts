import { sql } from 'kysely'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Trx } from '#kit/sql.ts'

/**
 * Adds months of membership after what the person has already; answers the period that was added. A month ends on the same
 * day and at the same time at the site, or with a shorter month.
 */
export async function extendPremium(
  trx: Trx,
  userId: string,
  { months, now }: { months: number; now: Date },
): Promise<{ from: Date; until: Date }> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    update users u set premium_until =
      (before.from at time zone ${siteTimeZone} + make_interval(months => ${months})) at time zone ${siteTimeZone}
    from (select id, greatest(coalesce(premium_until, ${now}), ${now}) as "from" from users where id = ${userId}) before
    where u.id = before.id returning before."from", u.premium_until as until`.execute(trx)
  const period = rows[0]
  if (!period) throw new Error(`No account ${userId} to be made a member`)
  return period
}

/** Takes a period of membership away, as far as it is not over: later periods move up. */
export async function shortenPremium(
  trx: Trx,
  userId: string,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<void> {
  const left = until.getTime() - Math.max(from.getTime(), now.getTime())
  if (left <= 0) return
  await sql`update users set premium_until = premium_until - ${left} * interval '1 millisecond'
    where id = ${userId}`.execute(trx)
}
