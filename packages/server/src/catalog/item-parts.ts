import { type RawBuilder, sql } from 'kysely'

/** The item, what it holds, and what that holds: a lesson of a project of a course was assigned with the course. */
export function partsOf(item: RawBuilder<unknown>) {
  return sql`(select ${item} as id
    union all select c.child_id from item_contents c where c.parent_id = ${item}
    union all select g.child_id from item_contents c join item_contents g on g.parent_id = c.child_id
      where c.parent_id = ${item})`
}
