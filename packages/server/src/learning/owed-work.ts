import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'

// The rule of steps that demand more than a tick: a submission, or that an outside tool says that they are done. What was
// handed in, and what tools said, are views that community and lti publish.

const submissionIsMissing = (userId: string) => sql<boolean>`(s.type = 'submission' and not exists (
    select from handed_in_steps h where h.user_id = ${userId} and h.work_step_id = s.work_step_id))`

// a tool that gives no marks, or is gone, would leave everybody stuck
const toolIsMissing = (userId: string) => sql<boolean>`(s.type = 'tool'
    and exists (select from marking_tool_links g where g.tool_link_id = s.tool_link_id)
    and not exists (
      select from step_tool_marks m where m.user_id = ${userId} and m.tool_link_id = s.tool_link_id and m.is_done))`

/** A step `s` that demands work of the learner, who has done none of it in any language of the lesson. */
export function owesWork(userId: string): RawBuilder<boolean> {
  return sql<boolean>`s.option_type = 'required' and (${submissionIsMissing(userId)} or ${toolIsMissing(userId)})`
}

/** Refuses to mark as done, the step or the whole, where work is missing. A tick from before stays. */
export async function requireWork(db: Db, userId: string, itemId: string, stepId?: string): Promise<void> {
  const { rows } = await sql<{ type: string }>`
    select s.type from sections s join items i on i.id = s.item_id
      left join records r on r.user_id = ${userId} and r.work_id = i.work_id
    where s.item_id = ${itemId} ${stepId === undefined ? sql`` : sql`and s.id = ${stepId}`} and ${owesWork(userId)}
      and not coalesce((r.steps -> s.work_step_id ->> 'completed')::boolean, false)
    order by s.position limit 1`.execute(db)
  const [missing] = rows
  if (missing) throw refuse(missing.type === 'tool' ? 'tool_required' : 'submission_required')
}
