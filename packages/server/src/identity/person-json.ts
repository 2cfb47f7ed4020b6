import { type RawBuilder, sql } from 'kysely'
import { likeText } from '#kit/like-text.ts'

/** What a person of `users u` is called: the full name, else the name of the account. */
export const shownName = sql<string>`coalesce(nullif(u.full_name, ''), u.name)`

/** What an organisation calls a person of `users u`: the name that its own lists give, where they give one. */
export function nameInLists(listedName: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(nullif(${listedName}, ''), ${shownName})`
}

/**
 * Whether words are in the name or number that an organisation's lists give a person of `users u`, or in the account's name.
 * `row` is the alias with `listed_name` and `listed_number`.
 */
export function isCalled(words: string, row: 'm' | 'k'): RawBuilder<boolean> {
  if (words.trim() === '') return sql<boolean>`true`
  const listed = sql.ref(row)
  const has = `%${likeText(words.trim())}%`
  return sql<boolean>`(${nameInLists(sql`${listed}.listed_name`)} ilike ${has} or u.name ilike ${has}
    or ${listed}.listed_number ilike ${has})`
}

/** The person of an id, as lists of writers name them: `{ id, fullName, avatar }`; null for nobody. */
export function personJson(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('id', u.id, 'fullName', ${shownName}, 'avatar', u.avatar)
    from users u where u.id = ${id})`
}
