import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { ratingChange } from './feedback.ts'
import { absorbLearner } from './merge-learners.ts'

export const learnerPersonalData = {
  holds: [
    'records.user_id',
    'study_days.user_id',
    'collections.user_id',
    'ratings.user_id',
    'feedback.user_id',
    'saved_tags.user_id',
  ],
  read: learnerData,
  erase: eraseLearner,
  merge: absorbLearner,
} satisfies PersonalData

/** Everything that is kept about what a learner did, as they may take it away: one list for each kind, with titles. */
async function learnerData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const item = sql`jsonb_build_object('itemId', i.id, 'type', i.type, 'title', i.title)`
  const kinds = {
    records: sql`
      select ${item} || (to_jsonb(r) - array['user_id', 'item_id', 'type', 'last_act']) as entry, r.started_at as at
      from records r join items i on i.id = r.item_id where r.user_id = ${userId}`,
    history: sql`
      select (to_jsonb(e) - array['user_id', 'id']) || jsonb_build_object('title', i.title) as entry, e.happened_at as at
      from record_events e left join items i on i.id = e.item_id where e.user_id = ${userId}`,
    collected: sql`
      select ${item} || jsonb_build_object('collectedAt', c.collected_at) as entry, c.collected_at as at
      from collections c join items i on i.id = c.item_id where c.user_id = ${userId}`,
    ratings: sql`
      select ${item} || jsonb_build_object('rating', t.rating, 'ratedAt', t.rated_at) as entry, t.rated_at as at
      from ratings t join items i on i.id = t.item_id where t.user_id = ${userId}`,
    feedback: sql`
      select ${item} || jsonb_build_object('content', f.content, 'givenAt', f.given_at) as entry, f.given_at as at
      from feedback f join items i on i.id = f.item_id where f.user_id = ${userId}`,
    tags: sql`
      select jsonb_build_object('names', t.names, 'type', s.type, 'savedAt', s.saved_at) as entry, s.saved_at as at
      from saved_tags s join tags t on t.id = s.tag_id where s.user_id = ${userId}`,
    studyDays: sql`
      select jsonb_build_object('day', day, 'seconds', seconds, 'steps', steps) as entry, last_act_at as at
      from study_days where user_id = ${userId}`,
  }
  const data: Record<string, unknown[]> = {}
  for (const [kind, entries] of Object.entries(kinds)) {
    const { rows } = await sql<{ entry: unknown }>`select entry from (${entries}) e order by at`.execute(db)
    data[kind] = rows.map(({ entry }) => entry)
  }
  return data
}

/**
 * Forgets everything a learner did, and takes it out of what is counted.
 */
async function eraseLearner(trx: Trx, userId: string): Promise<void> {
  const counted = [
    { table: sql`records`, change: sql`(item_id, learners) select item_id, -1` },
    { table: sql`collections`, change: sql`(item_id, collects) select item_id, -1` },
    { table: sql`ratings`, change: ratingChange({ left: sql`rating` }) },
  ]
  for (const { table, change } of counted) {
    await sql`
      with gone as (delete from ${table} where user_id = ${userId} returning *)
      insert into item_stat_changes ${change} from gone`.execute(trx)
  }
  for (const table of ['record_events', 'study_days', 'feedback', 'saved_tags'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
