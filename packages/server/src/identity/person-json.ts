import { type RawBuilder, sql } from 'kysely'

/** The person of an id, as lists of writers name them: `{ id, fullName, avatar }`; null for nobody. */
export function personJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('id', u.id, 'fullName', coalesce(nullif(u.full_name, ''), u.name),
    'avatar', u.avatar) from users u where u.id = ${id})`
}
