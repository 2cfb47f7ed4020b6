import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { sql } from 'kysely'
import { countsIn } from '#catalog/index.ts'

/** What an item is made of, as far as progress is concerned. */
export interface Outline {
  itemId: string
  type: ItemType
  minutes: number
  steps: OutlineStep[]
  contents: OutlineContent[]
}

export interface OutlineStep {
  id: string
  required: boolean
  title: string
  anchor: string
}

export interface OutlineContent {
  id: string
  required: boolean
  type: ItemType
  title: string
  slug: string
  language: string
  thumbnailUrl: string | null
  minutes: number
}

/** The outlines of these items as a part of a statement. Contents that are not public count for nobody. */
export function outlinesOf(itemIds: readonly string[]) {
  return sql`
    select i.id as "itemId", i.type, ${minutesOf('i')} as minutes,
      coalesce((select json_agg(json_build_object('id', s.id, 'required', s.option_type = 'required', 'title', s.title,
          'anchor', s.anchor) order by s.position)
        from sections s where s.item_id = i.id), '[]') as steps,
      coalesce((select json_agg(json_build_object('id', k.id, 'required', c.required, 'type', k.type, 'title', k.title,
          'slug', k.slug, 'language', k.language, 'thumbnailUrl', k.thumbnail_url, 'minutes', ${minutesOf('k')})
          order by c.position)
        from item_contents c join items k on k.id = c.child_id
        where c.parent_id = i.id and ${countsIn('k', sql`c.parent_id`)}), '[]') as contents
    from items i where i.id ${oneOf(itemIds)}`
}

export function minutesOf(alias: 'i' | 'k') {
  const item = sql.raw(alias)
  return sql`coalesce(${item}.manual_duration, ${item}.duration)`
}

/**
 * `in` these ids. A few are written out: how many there are is then part of the statement, and its plan serves again.
 * PostgreSQL cannot know an array's length beforehand and would plan each call anew.
 */
export function oneOf(ids: readonly string[]) {
  return isFew(ids) ? sql`in (${sql.join(ids)})` : sql`= any(${ids}::text[])`
}

/** These ids as rows of a part of a statement, written out in the same way. */
export function rowsOf(ids: readonly string[]) {
  return isFew(ids) ? sql`values ${sql.join(ids.map((id) => sql`(${id}::text)`))}` : sql`select unnest(${ids}::text[])`
}

function isFew(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.length <= 3
}
