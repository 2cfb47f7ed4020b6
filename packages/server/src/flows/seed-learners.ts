import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'

const batchSize = 20_000

/**
 * Fills the site with learners for load tests, each with records, ticked steps and study days spread over what is
 * published. Made in batches that are each one transaction: an interrupted run goes on where it was, a second run with
 * the same number adds nobody. Seeded people have no phone, so nobody can sign in as one.
 */
export async function seedLearners(
  { db, direct, clock }: Services,
  { learners }: { learners: number },
  onProgress: (done: number, total: number, what: string) => void,
): Promise<void> {
  const now = clock.now()
  const tutorials = await sql<{ id: string; steps: string }>`
    select items.id, (select coalesce(jsonb_object_agg(sections.id, '{"completed": true, "updatedTime": 0}'::jsonb), '{}')::text
      from sections where sections.item_id = items.id and sections.position < 2) as steps
    from items where status = 'published' and not hidden and type = 'tutorial' order by items.id`.execute(db)
  const itemIds = tutorials.rows.map(({ id }) => id)
  const steps = tutorials.rows.map((row) => row.steps)
  if (itemIds.length === 0)
    throw new Error('There is nothing to learn yet: start the demo site or import lessons first.')

  for (let from = 0; from < learners; from += batchSize) {
    const to = Math.min(from + batchSize, learners)
    await db.transaction().execute(async (trx) => {
      const batch = sql`generate_series(${from}::int, ${to - 1}::int) as learner`
      const user = sql`'u_seed' || lpad(learner::text, 9, '0')`
      // three tutorials each, chosen by arithmetic so that the same learner always gets the same
      const chosen = sql`
        select ${user} as user_id, (learner + k * 7919) % 200 as days_ago, k,
          1 + (learner * 31 + k * 17) % ${itemIds.length}::int as at_item
        from ${batch} cross join generate_series(0, 2) as k`
      await sql`insert into users (id, name, slug, created_at)
        select ${user}, 'Learner ' || learner, ${user}, ${now} from ${batch} on conflict do nothing`.execute(trx)
      await sql`insert into records (user_id, work_id, item_id, last_item_id, type, steps, started_at, updated_time, last_viewed_time)
        select user_id, items.work_id, items.id, items.id, 'tutorial', (${steps}::jsonb[])[at_item], at, at, at
        from (select *, ${now}::timestamptz - make_interval(days => days_ago, mins => k) as at from (${chosen}) as chosen) as record
        join items on items.id = (${itemIds}::text[])[at_item]
        on conflict do nothing`.execute(trx)
      await sql`insert into study_days (user_id, day, seconds, steps, last_act_at)
        select user_id, last_viewed_time::date, 900, 2, max(last_viewed_time) from records
        where user_id >= 'u_seed' || lpad(${from}::text, 9, '0')
          and user_id <= 'u_seed' || lpad(${to - 1}::text, 9, '0')
        group by user_id, last_viewed_time::date on conflict do nothing`.execute(trx)
    })
    onProgress(to, learners, 'learners')
  }
  await sql`update item_stats set record_count = greatest(record_count, counted.n)
    from (select item_id, count(*)::int as n from records group by item_id) as counted
    where counted.item_id = item_stats.item_id`.execute(db)
  // a bulk write is vacuumed at once, and not in the middle of the measurement that it was made for
  await direct.run('vacuum (analyze) users, records, study_days, item_stats')
}
