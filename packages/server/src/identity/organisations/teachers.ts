import { sql } from 'kysely'
import type { Db, Trx } from '#kit/sql.ts'

const mostTeachers = 200

/**
 * Who teaches a learner in an organisation: educators of their classes, and where these have none, all educators of the
 * organisation. An organisation without educators has its admins. Ids, at most 200.
 */
export async function teachersOf(db: Db | Trx, organisationId: string, learnerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with teachers as (
      select m.user_id as id, case
        when m.role = 'educator' and exists (
          select from class_members t join class_members l on l.class_id = t.class_id
          where t.user_id = m.user_id and l.user_id = ${learnerId} and t.organisation_id = ${organisationId}
        ) then 1 when m.role = 'educator' then 2 else 3 end as distance
      from memberships m
      where m.organisation_id = ${organisationId} and m.ended_at is null and m.role in ('educator', 'admin')
        and m.user_id <> ${learnerId}
    )
    select id from teachers where distance = (select min(distance) from teachers) order by id limit ${mostTeachers}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
