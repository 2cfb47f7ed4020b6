import type { FeaturedListName } from '@lantern/contract/catalog/rankings.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { foundByAll } from './visibility.ts'

/** One of the lists that editors order by hand, in one content language. */
export interface FeaturedList {
  list: FeaturedListName
  language: string
}

/** What comes first there, in order. */
export async function featuredIds(db: Db | Trx, { list, language }: FeaturedList): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item_id as id from featured_items
    where list = ${list} and language = ${language} order by position`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Makes these what comes first. Answers those of them that visitors of that language cannot find, or that a ranking does
 * not take as they are no tutorials, and writes nothing then.
 */
export async function putFeatured(
  trx: Trx,
  { list, language }: FeaturedList,
  itemIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from ${idRows(itemIds)} given join items i on i.id = given.id
    where i.language = ${language} and ${foundByAll()}
      and (${list} = 'home' or i.type = 'tutorial')
    for key share of i`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  const missing = itemIds.filter((id) => !found.has(id))
  if (missing.length > 0) return missing
  await sql`delete from featured_items where list = ${list} and language = ${language}`.execute(trx)
  await sql`
    insert into featured_items (list, language, item_id, position)
    select ${list}, ${language}, id, place from json_array_elements_text(${JSON.stringify(itemIds)}::json)
      with ordinality as given (id, place)`.execute(trx)
  return []
}
