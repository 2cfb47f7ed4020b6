import { type RawBuilder, sql } from 'kysely'

/** What a person of `users u` is called: the full name, else the name of the account. */
export const shownName = sql<string>`coalesce(nullif(u.full_name, ''), u.name)`

/** The same as the organisation of `memberships m` knows them: the name of its own lists, where they have one. */
export const listedName = sql<string>`coalesce(nullif(m.listed_name, ''), ${shownName})`

/** The person of an id, as lists of writers name them: `{ id, fullName, avatar }`; null for nobody. */
export function personJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('id', u.id, 'fullName', ${shownName}, 'avatar', u.avatar)
    from users u where u.id = ${id})`
}
