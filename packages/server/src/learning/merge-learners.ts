import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { ratingChange } from './feedback.ts'
import { completeAround, lockLearner, lockRecords, readLineage, setCompletion, worksOf } from './lineage.ts'
import { type MergeableRecord, mergedRecord } from './merged-record.ts'

export interface LearnerMerge {
  from: string
  into: string
}

/**
 * Gives everything that one learner did to another, by the rules of docs/decisions/012-merging-accounts.md. Nothing is
 * lost and nothing is counted twice; a second run finds nothing left to do. Both learners are locked here.
 */
export async function absorbLearner(trx: Trx, { from, into }: LearnerMerge, now: Date): Promise<void> {
  for (const id of [from, into].sort()) await lockLearner(trx, id)
  await absorbRecords(trx, { from, into }, now)
  await absorbEntries(trx, { from, into })
  await absorbRatings(trx, { from, into })
  await sql`
    insert into feedback (user_id, item_id, content, given_at)
    select ${into}, item_id, content, given_at from feedback where user_id = ${from}
    on conflict (user_id, item_id) do update set content = excluded.content, given_at = excluded.given_at
      where feedback.given_at < excluded.given_at`.execute(trx)
  await sql`
    insert into saved_tags (user_id, tag_id, type, saved_at)
    select ${into}, tag_id, type, saved_at from saved_tags where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into study_days as d (user_id, day, seconds, steps, last_act_at)
    select ${into}, day, seconds, steps, last_act_at from study_days where user_id = ${from}
    on conflict (user_id, day) do update set seconds = least(86400, d.seconds + excluded.seconds),
      steps = d.steps + excluded.steps, last_act_at = greatest(d.last_act_at, excluded.last_act_at)`.execute(trx)
  await sql`update record_events set user_id = ${into} where user_id = ${from}`.execute(trx)
  for (const table of ['feedback', 'saved_tags', 'study_days'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', from).execute()
  }
}

async function absorbRecords(trx: Trx, { from, into }: LearnerMerge, now: Date): Promise<void> {
  const brought = await readRecords(trx, from)
  if (brought.size === 0) return
  const ids = [...brought.values()].map(({ item_id }) => item_id).sort()
  await lockRecords(trx, from, ids)
  await lockRecords(trx, into, ids)
  const own = await readRecords(trx, into)
  const both: string[] = []
  const uncounted: string[] = []
  for (const [work, other] of brought) {
    const kept = own.get(work)
    if (!kept) continue
    const merged = mergedRecord(kept, other)
    await writeRecord(trx, into, merged)
    both.push(work)
    uncounted.push(merged.item_id === kept.item_id ? other.item_id : kept.item_id)
  }
  await sql`delete from records where user_id = ${from} and work_id = any(${both}::text[])`.execute(trx)
  await sql`update records set user_id = ${into} where user_id = ${from}`.execute(trx)
  await sql`
    insert into item_stat_changes (item_id, learners) select id, -1 from unnest(${uncounted.sort()}::text[]) x (id)`.execute(
    trx,
  )
  await completeWhatIsWhole(trx, into, ids, now)
}

/** Steps of both may make a whole tutorial, and tutorials of both a whole course. */
async function completeWhatIsWhole(trx: Trx, userId: string, itemIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ item_id: string }>`
    select r.item_id from records r
    where r.user_id = ${userId} and r.work_id in ${worksOf(itemIds)} and r.type = 'tutorial' and not r.completed
      and exists (select from sections s where s.item_id = r.last_item_id)
      and not exists (
        select from sections s
        where s.item_id = r.last_item_id and not coalesce((r.steps -> s.work_step_id ->> 'completed')::boolean, false)
          and (s.option_type = 'required'
            or not exists (select from sections o where o.item_id = r.last_item_id and o.option_type = 'required')))
    order by r.item_id`.execute(trx)
  const whole = rows.map((row) => row.item_id)
  await setCompletion(trx, { userId, itemIds: whole, completed: true, act: 'completed', now })
  for (const id of itemIds) await completeAround(trx, userId, await readLineage(trx, userId, id), now)
}

/** By work. */
async function readRecords(trx: Trx, userId: string): Promise<Map<string, MergeableRecord>> {
  const { rows } = await sql<MergeableRecord>`
    select work_id, item_id, last_item_id, completed, completed_time, last_completed_time, with_all, version_id, versions, steps, answers,
      frozen_until, started_at, updated_time, last_viewed_time, last_section_id, last_act, home_hidden, feedback_given,
      parent_ids
    from records where user_id = ${userId} order by work_id for update`.execute(trx)
  return new Map(rows.map((row) => [row.work_id, row]))
}

async function writeRecord(trx: Trx, userId: string, record: MergeableRecord): Promise<void> {
  const { work_id, versions, steps, answers, ...rest } = record
  await trx
    .updateTable('records')
    .set({
      ...rest,
      versions: JSON.stringify(versions),
      steps: JSON.stringify(steps),
      answers: answers && JSON.stringify(answers),
    })
    .where('user_id', '=', userId)
    .where('work_id', '=', work_id)
    .execute()
}

/** Collected items: the earlier entry stays, and an item that both had is counted once. */
async function absorbEntries(trx: Trx, { from, into }: LearnerMerge): Promise<void> {
  await sql`
    with moved as (
      insert into collections as c (user_id, item_id, collected_at)
      select ${into}, item_id, collected_at from collections where user_id = ${from} order by item_id
      on conflict (user_id, item_id) do update set collected_at = least(c.collected_at, excluded.collected_at)
      returning c.item_id, c.xmax <> 0 as had
    )
    insert into item_stat_changes (item_id, collects) select item_id, -1 from moved where had`.execute(trx)
  await trx.deleteFrom('collections').where('user_id', '=', from).execute()
}

/** Of two ratings of one item the newer stays; the older leaves the average. */
async function absorbRatings(trx: Trx, { from, into }: LearnerMerge): Promise<void> {
  await sql`
    with pairs as (
      select o.item_id, case when o.rated_at > k.rated_at then k.rating else o.rating end as dropped
      from ratings o join ratings k on k.item_id = o.item_id and k.user_id = ${into}
      where o.user_id = ${from}
    )
    insert into item_stat_changes ${ratingChange({ left: sql`dropped` })} from pairs`.execute(trx)
  await sql`
    insert into ratings as r (user_id, item_id, rating, replaced, rated_at)
    select ${into}, item_id, rating, replaced, rated_at from ratings where user_id = ${from}
    on conflict (user_id, item_id) do update
      set rating = excluded.rating, replaced = excluded.replaced, rated_at = excluded.rated_at
      where r.rated_at < excluded.rated_at`.execute(trx)
  await trx.deleteFrom('ratings').where('user_id', '=', from).execute()
}
