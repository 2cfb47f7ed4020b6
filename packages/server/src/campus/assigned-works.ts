import { type RawBuilder, sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'

/** The item, what it holds, and what that holds: a lesson of a project of a course was assigned with the course. */
export function partsOf(item: RawBuilder<unknown>) {
  return sql`(select ${item} as id
    union all select c.child_id from item_contents c where c.parent_id = ${item}
    union all select g.child_id from item_contents c join item_contents g on g.parent_id = c.child_id
      where c.parent_id = ${item})`
}

/** Assignments with the works that they hold, as the part `works` of a statement. */
export function worksOf(assignmentIds: readonly string[]) {
  return sql`works as materialized (
    select distinct a.id as assignment_id, xi.work_id
    from assignments a cross join lateral ${partsOf(sql`a.item_id`)} x join items xi on xi.id = x.id
    where a.id in (select id from ${idRows(assignmentIds)} asked))`
}
