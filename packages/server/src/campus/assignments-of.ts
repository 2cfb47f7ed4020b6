import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { isFor } from './recipients.ts'

/** Something that a learner did with an item, at the position of the event that tells of it. */
export interface Done {
  position: number
  userId: string
  itemId: string
}

export interface AssignmentOf {
  position: number
  userId: string
  organisationId: string
  assignmentId: string
  classId: string
  /** As it was assigned: it may have been done in another language. */
  itemId: string
}

/** To which open assignments of their classes it belongs what learners did; to none what they learn besides. */
export async function assignmentsOf(trx: Trx, done: readonly Done[], now: Date): Promise<AssignmentOf[]> {
  if (done.length === 0) return []
  const { rows } = await sql<AssignmentOf>`
    select e.position, e."userId", c.organisation_id as "organisationId", a.id as "assignmentId",
      a.class_id as "classId", a.item_id as "itemId"
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as e (position integer, "userId" text, "itemId" text)
      join items done on done.id = e."itemId"
      join items i on i.work_id = done.work_id
      join assignments a on a.item_id = i.id
      join classes c on c.id = a.class_id and c.archived_at is null
      join class_members k on k.class_id = c.id and k.user_id = e."userId"
      join memberships m on m.organisation_id = c.organisation_id and m.user_id = k.user_id and m.ended_at is null
        and m.role = 'learner'
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = e."userId"
    where coalesce(d.opens_at, a.opens_at) <= ${now} and ${isFor(sql`e."userId"`)}
    order by e.position, a.id`.execute(trx)
  return rows
}
