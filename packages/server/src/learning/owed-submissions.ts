import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'

// The rule of steps that demand a submission. What was handed in is the view that community publishes.

/** A step `s` that demands a submission, for which the learner has handed in nothing in any language of the work. */
export function owesSubmission(userId: string): RawBuilder<boolean> {
  return sql<boolean>`s.type = 'submission' and s.option_type = 'required' and not exists (
    select from handed_in_steps h where h.user_id = ${userId} and h.work_step_id = s.work_step_id)`
}

/** Refuses to mark as done, the step or the whole, where a submission is missing. A tick from before stays. */
export async function requireHandedIn(db: Db, userId: string, itemId: string, stepId?: string): Promise<void> {
  const { rows } = await sql`
    select from sections s join items i on i.id = s.item_id
      left join records r on r.user_id = ${userId} and r.work_id = i.work_id
    where s.item_id = ${itemId} ${stepId === undefined ? sql`` : sql`and s.id = ${stepId}`} and ${owesSubmission(userId)}
      and not coalesce((r.steps -> s.work_step_id ->> 'completed')::boolean, false)
    limit 1`.execute(db)
  if (rows.length > 0) throw refuse('submission_required')
}
