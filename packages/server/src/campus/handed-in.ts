import { sql } from 'kysely'

/**
 * When a learner was done with an item, of the row `p` of `learner_progress`: a quiz whose texts wait for their marks has been
 * handed in. Null: not yet.
 */
export const handedInAt = sql`coalesce(p.completed_time, (
  select min(w.submitted_at) from quiz_attempts w
  where w.user_id = p.user_id and w.item_id = p.item_id and w.waiting > 0))`
