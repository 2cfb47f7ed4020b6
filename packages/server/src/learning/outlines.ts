import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { sql } from 'kysely'
import { countsIn } from '#catalog/index.ts'
import { idRows } from '#kit/id-lists.ts'

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
  /** The same step in all languages of the work. */
  workStepId: string
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

/**
 * The outlines of these items as a part of a statement; with a learner, of those that the learner has begun. Contents that
 * are not public count for nobody.
 */
export function outlinesOf(itemIds: readonly string[], begunBy: string | null) {
  return sql`
    select i.id as "itemId", i.type, ${minutesOf('i')} as minutes,
      coalesce((select json_agg(json_build_object('id', s.id, 'required', s.option_type = 'required', 'title', s.title,
          'anchor', s.anchor, 'workStepId', s.work_step_id) order by s.position)
        from sections s where s.item_id = i.id), '[]') as steps,
      coalesce((select json_agg(json_build_object('id', k.id, 'required', c.required, 'type', k.type, 'title', k.title,
          'slug', k.slug, 'language', k.language, 'thumbnailUrl', k.thumbnail_url, 'minutes', ${minutesOf('k')})
          order by c.position)
        from item_contents c join items k on k.id = c.child_id
        where c.parent_id = i.id and ${countsIn('k', sql`c.parent_id`)}), '[]') as contents
    from items i where i.id ${oneOf(itemIds)} ${
      begunBy === null
        ? sql``
        : sql`and exists (select from records r where r.user_id = ${begunBy} and r.work_id = i.work_id)`
    }`
}

export function minutesOf(alias: 'i' | 'k') {
  const item = sql.raw(alias)
  return sql`coalesce(${item}.manual_duration, ${item}.duration)`
}

/**
 * `in` these ids. A few are written out: how many there are is then part of the statement, and its plan serves again.
 */
export function oneOf(ids: readonly string[]) {
  return isFew(ids) ? sql`in (${sql.join(ids)})` : sql`in (select id from ${idRows(ids)} listed)`
}

/** These ids as rows of a part of a statement, written out in the same way. */
export function rowsOf(ids: readonly string[]) {
  return isFew(ids)
    ? sql`values ${sql.join(ids.map((id) => sql`(${id}::text)`))}`
    : sql`select id from ${idRows(ids)} listed`
}

function isFew(ids: readonly string[]): boolean {
  return ids.length > 0 && ids.length <= 3
}
