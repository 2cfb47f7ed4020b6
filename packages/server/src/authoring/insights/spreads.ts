import { leastGroup, protectCount, protectCounts } from '@lantern/contract/authoring/insight-rules.ts'
import type { Insights } from '@lantern/contract/authoring/insights.ts'
import { sql } from 'kysely'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'

const shownWeeks = 26

/** Ratings from 0 to 10; null while nobody has rated it. */
export async function readRatings(db: Db, itemId: string): Promise<Insights['ratings']> {
  const { rows } = await sql<{ rating: number; n: number }>`
    select rating, count(*) as n from ratings where item_id = ${itemId} group by rating`.execute(db)
  const count = rows.reduce((sum, { n }) => sum + n, 0)
  if (count === 0) return null
  if (count < leastGroup) return { count, average: null, spread: [] }
  const sum = rows.reduce((total, { rating, n }) => total + rating * n, 0)
  const spread = Array.from({ length: 11 }, (_, rating) => rows.find((row) => row.rating === rating)?.n ?? 0)
  return { count, average: Math.round((sum / count) * 100) / 100, spread: protectCounts(spread) }
}

/** By the weeks of the site's time; a week without anybody is there with 0. */
export async function readWeeks(db: Db, itemId: string, now: Date): Promise<Insights['weeks']> {
  const weekOf = (moment: string) => sql`date_trunc('week', ${sql.ref(moment)} at time zone ${siteTimeZone})::date`
  const thisWeek = sql`date_trunc('week', ${now}::timestamptz at time zone ${siteTimeZone})::date`
  const first = sql`(${thisWeek} - ${(shownWeeks - 1) * 7}::int)`
  const { rows } = await sql<{ monday: string; started: number; finished: number }>`
    with begun as (select ${weekOf('started_at')} as week, count(*) as n from records
        where item_id = ${itemId} and started_at >= (${first}::timestamp at time zone ${siteTimeZone}) group by 1),
      done as (select ${weekOf('completed_time')} as week, count(*) as n from records
        where item_id = ${itemId} and completed_time >= (${first}::timestamp at time zone ${siteTimeZone}) group by 1)
    select to_char(${first} + series.at * 7, 'YYYY-MM-DD') as monday, coalesce(begun.n, 0) as started, coalesce(done.n, 0) as finished
    from generate_series(0, ${shownWeeks - 1}::int) as series (at)
    left join begun on begun.week = ${first} + series.at * 7 left join done on done.week = ${first} + series.at * 7
    order by series.at`.execute(db)
  const started = protectCounts(rows.map((row) => row.started))
  const finished = protectCounts(rows.map((row) => row.finished))
  return rows.map(({ monday }, index) => ({
    monday,
    started: started[index] ?? null,
    finished: finished[index] ?? null,
  }))
}

const spreadMinutes = [5, 15, 30, 60, 120] as const

/** Time in front of the item and of each step; null while nothing has been measured. */
export async function readTime(db: Db, itemId: string): Promise<Insights['time']> {
  const { rows } = await sql<{ learners: number; median: number | null; spread: number[] }>`
    with whole as (
      -- where only the steps were measured, their sum is the time of the whole
      select user_id, greatest(sum(seconds) filter (where section_id <> ''), max(seconds) filter (where section_id = '')) as seconds
      from time_spent where item_id = ${itemId} group by user_id having sum(seconds) > 0)
    select count(*) as learners, percentile_cont(0.5) within group (order by seconds) as median,
      array[${sql.join(
        [...spreadMinutes, null].map((under, index) => {
          const from = (spreadMinutes[index - 1] ?? 0) * 60
          const below = under === null ? sql`` : sql` and seconds < ${under * 60}`
          return sql`count(*) filter (where seconds >= ${from}${below})::int`
        }),
      )}] as spread from whole`.execute(db)
  const row = rows[0]
  if (!row || row.learners === 0) return null
  if (row.learners < leastGroup) return { learners: row.learners, medianSeconds: null, spread: [], steps: [] }
  const steps = await sql<{ id: string; title: string; median: number | null; learners: number }>`
    select s.id, s.title, count(t.user_id) as learners, percentile_cont(0.5) within group (order by t.seconds) as median
    from sections s left join time_spent t on t.item_id = s.item_id and t.section_id = s.id and t.seconds > 0
    where s.item_id = ${itemId} group by s.id, s.title, s.position order by s.position`.execute(db)
  const spread = protectCounts(row.spread)
  return {
    learners: row.learners,
    medianSeconds: Math.round(row.median ?? 0),
    spread: [...spreadMinutes, null].map((under, index) => ({ under, learners: spread[index] ?? null })),
    steps: steps.rows.map(({ id, title, median, learners }) => ({
      id,
      title,
      medianSeconds: protectCount(learners) === null || median === null ? null : Math.round(median),
    })),
  }
}
