import { everybody, type Sight, sightOf } from '@lantern/contract/catalog/access.ts'
import type { Author, Guest } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'

// Who may see what, as conditions on items: the one place of the server that spells it. The sets that columns are
// compared with come from the contract, which has the same rule for one item in TypeScript (catalog/access.ts).

type Alias = 'i' | 'c' | 'k' | 'o'

/** Whether the viewer may know of an item: published for an audience of theirs, or theirs to make. */
export function visibleTo(viewer: Guest | Author, alias: Alias = 'i'): RawBuilder<boolean> {
  const item = sql.raw(alias)
  return sql`${item}.deleted_at is null and (${shownTo(viewer, alias)} or ${madeBy(sightOf(viewer), alias)})`
}

/** Published for an audience of the viewer. Unlike `visibleTo`, drafts and hidden items of their own are left out. */
export function shownTo(viewer: Guest | Author, alias: Alias = 'i'): RawBuilder<boolean> {
  const item = sql.raw(alias)
  const { audiences, teaches } = sightOf(viewer)
  const teaching = teaches.length > 0 ? sql`or ${item}.organisation_id = any(${teaches}::text[])` : sql``
  return sql`${published(alias)} and (${isOneOf(sql`${item}.audience`, audiences)} ${teaching})`
}

/** What a viewer comes upon by looking around, in lists, rankings and search: what is open to all may stay out of them. */
export function foundBy(viewer: Guest | Author, alias: Alias = 'i'): RawBuilder<boolean> {
  const item = sql.raw(alias)
  const { audiences, teaches } = sightOf(viewer)
  const teaching = teaches.length > 0 ? sql`or ${item}.organisation_id = any(${teaches}::text[])` : sql``
  return sql`${published(alias)} and (${isOneOf(sql`${item}.found_by`, audiences)} ${teaching})`
}

/**
 * What a guest comes upon by looking around. The condition of everything that is the same for all: rankings, feeds, the
 * site's map, share pictures.
 */
export function foundByAll(alias: Alias = 'i'): RawBuilder<boolean> {
  return foundBy({ kind: 'guest' }, alias)
}

/** Whether an item counts in the project or course that holds it: as published, and for nobody less than its holder is. */
export function countsIn(alias: Alias, parentId: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${published(alias)} and exists (
    select from items holder where holder.id = ${parentId} and ${isForAllOf(alias, 'holder')})`
}

/** Published, and for everybody whom the other item is for: it may be named on the other's page. */
export function namedOn(alias: Alias, page: Alias): RawBuilder<boolean> {
  return sql`${published(alias)} and ${isForAllOf(alias, page)}`
}

function isForAllOf(alias: Alias, other: Alias | 'holder'): RawBuilder<boolean> {
  const item = sql.raw(alias)
  const page = sql.raw(other)
  return sql`(${item}.audience = ${everybody} or ${item}.audience = ${page}.audience
    or ${page}.audience <> ${everybody} and ${item}.audience = ${page}.organisation_id)`
}

/** Items that the viewer makes or looks after: `isMaker` of the contract. */
export function madeBy(sight: Sight, alias: Alias = 'i'): RawBuilder<boolean> {
  const { userId, belongsTo, leads, leadsAll, editsAll, edits } = sight
  if (userId === null) return sql`false`
  const item = sql.raw(alias)
  const isOwn = sql`${userId} in (${item}.owner_id, ${item}.author_id)`
  const ofSite = editsAll ? sql`true` : sql`(${isOwn} or ${item}.language = any(${edits}::text[]))`
  if (leadsAll) return sql`(${item}.organisation_id is not null or ${ofSite})`
  return sql`case when ${item}.organisation_id is null then ${ofSite}
    else ${isOwn} and ${item}.organisation_id = any(${belongsTo}::text[])
      or ${item}.organisation_id = any(${leads}::text[]) end`
}

function published(alias: Alias): RawBuilder<boolean> {
  const item = sql.raw(alias)
  return sql`${item}.status = 'published' and not ${item}.hidden and ${item}.deleted_at is null`
}

/** An equality where there is one value: the planner knows how common it is. */
function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`
}
