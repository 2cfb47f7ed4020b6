import { sql } from 'kysely'
import { partsOf } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'

/** Assignments with the works that they hold, as the part `works` of a statement. */
export function worksOf(assignmentIds: readonly string[]) {
  return sql`works as materialized (
    select distinct a.id as assignment_id, xi.work_id
    from assignments a cross join lateral ${partsOf(sql`a.item_id`)} x join items xi on xi.id = x.id
    where a.id in (select id from ${idRows(assignmentIds)} asked))`
}
