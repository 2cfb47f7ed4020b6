import type { Assignment } from '@lantern/contract/campus/assignments.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { learnersOf } from './class-rights.ts'
import { handedInAt } from './handed-in.ts'
import { isFor } from './recipients.ts'

interface ProgressCounts {
  learners: number
  byAssignment: Map<string, NonNullable<Assignment['counts']>>
}

/** How many learners of a class are how far with each of its assignments, in one statement. */
export async function countProgress(db: Db, classId: string, now: Date): Promise<ProgressCounts> {
  const { rows } = await sql<{
    id: string | null
    learners: number
    recipients: number
    done: number
    begun: number
    late: number
    marked: number
  }>`
    with learners as materialized (select u.id from ${learnersOf(classId)})
    select a.id, (select count(*)::integer from learners) as learners, count(l.id)::integer as recipients,
      count(*) filter (where p.completed_time is not null)::integer as done,
      count(*) filter (where p.user_id is not null and p.completed_time is null)::integer as begun,
      count(*) filter (where l.id is not null
        and coalesce(${handedInAt}, ${now}) > coalesce(d.due_at, a.due_at))::integer as late,
      count(m.user_id)::integer as marked
    from (select 1) one left join assignments a on a.class_id = ${classId}
      left join learners l on ${isFor(sql`l.id`)}
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = l.id
      left join assignment_marks m on m.assignment_id = a.id and m.user_id = l.id
      left join learner_progress p on p.user_id = l.id and p.item_id = a.item_id
    group by a.id`.execute(db)
  return {
    learners: rows[0]?.learners ?? 0,
    byAssignment: new Map(
      rows.map(({ id, recipients, done, begun, late, marked }) => [
        id ?? '',
        { learners: recipients, done, begun, late, marked },
      ]),
    ),
  }
}
