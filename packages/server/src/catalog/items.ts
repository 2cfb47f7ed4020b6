import { type Guarded, isMaker, mayKnowOf } from '@lantern/contract/catalog/access.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard, ItemStats } from '@lantern/contract/catalog/items.ts'
import { parseId } from '@lantern/contract/ids.ts'
import type { Author, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import {
  type CardRow,
  cardColumns,
  cardOf,
  guardedOf,
  type PeopleRow,
  type Person,
  peopleColumns,
  type StatsRow,
  statsColumns,
  statsOf,
  userMapOf,
} from './item-row.ts'
import { visibleTo } from './visibility.ts'

/** An item the viewer may know of. */
export interface VisibleItem extends Guarded {
  type: ItemType
  slug: string
  title: string
  duration: number
  unityVersionRange: ItemCard['unityVersionRange']
  withLab: boolean
}

/**
 * The item, by id or by slug (a slug needs the type). What does not exist, is a draft or is hidden is not found,
 * except for its makers.
 */
export async function requireVisibleItem(
  db: Db | Trx,
  viewer: Viewer,
  idOrSlug: string,
  type?: ItemType,
): Promise<VisibleItem> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from items i where ${isItem(idOrSlug, type)} and ${visibleTo(viewer)}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const card = cardOf(row)
  return {
    ...guardedOf(row),
    type: card.type,
    slug: card.slug,
    title: card.title,
    duration: card.duration,
    unityVersionRange: card.unityVersionRange,
    withLab: card.withLab,
  }
}

/**
 * The condition that finds one item: by id when it looks like one, else by slug among the items of the type. What its
 * author has thrown away is found by nobody.
 */
export function isItem(idOrSlug: string, type?: ItemType) {
  const parsed = parseId(idOrSlug)
  const isId = parsed !== null && parsed.type !== 'user' && parsed.type !== 'team'
  if (isId) {
    const ofType = type ? sql`and i.type = ${type}` : sql``
    return sql`i.id = ${idOrSlug} ${ofType} and i.deleted_at is null`
  }
  return type ? sql`i.type = ${type} and i.slug = ${idOrSlug} and i.deleted_at is null` : sql`false`
}

/** The ids of those of these people who may know of the item; nobody where it does not exist. */
export async function whoMayKnowOf(db: Db | Trx, people: readonly Author[], itemId: string): Promise<Set<string>> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from items i where i.id = ${itemId} and i.deleted_at is null`.execute(db)
  const item = rows[0] && guardedOf(rows[0])
  return new Set(item ? people.filter((person) => mayKnowOf(person, item)).map(({ id }) => id) : [])
}

/** The ids of the items that the viewer may know of. */
export async function visibleIds(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select i.id from ${idRows(ids)} given join items i on i.id = given.id where ${visibleTo(viewer)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface Cards {
  /** In the order asked for; ids that are gone or not for this viewer are left out. */
  items: ItemCard[]
  itemMap: Record<string, ItemCard>
  statsMap: Record<string, ItemStats>
  userMap: Record<string, Person>
}

/** The cards of these items with their figures and people, in one statement. */
export async function itemCards(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<Cards> {
  if (ids.length === 0) return { items: [], itemMap: {}, statsMap: {}, userMap: {} }
  const { rows } = await sql<CardRow & StatsRow & PeopleRow>`
    select ${cardColumns}, ${statsColumns}, ${peopleColumns}
    from ${idRows(ids)} given join items i on i.id = given.id
    join item_stats s on s.item_id = i.id join users a on a.id = i.author_id
    where ${visibleTo(viewer)}`.execute(db)
  const order = new Map(ids.map((id, index) => [id, index]))
  rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return cardsOf(rows)
}

export function cardsOf(rows: readonly (CardRow & StatsRow & PeopleRow)[]): Cards {
  const items = rows.map(cardOf)
  return {
    items,
    itemMap: Object.fromEntries(items.map((item) => [item.id, item])),
    statsMap: Object.fromEntries(rows.map((row) => [row.id, statsOf(row)])),
    userMap: userMapOf(rows),
  }
}

/** The figures of an item at this moment, by its id. */
export async function figuresOf(db: Db | Trx, itemId: string): Promise<Record<string, ItemStats>> {
  const { rows } = await sql<StatsRow>`
    select ${statsColumns} from item_figures s where s.item_id = ${itemId}`.execute(db)
  return Object.fromEntries(rows.map((row) => [itemId, statsOf(row)]))
}

/** The figures of an item at this moment; null where the viewer may not know of it. */
export async function visibleFigures(
  db: Db | Trx,
  viewer: Viewer,
  itemId: string,
): Promise<Record<string, ItemStats> | null> {
  return (await visibleIds(db, viewer, [itemId])).has(itemId) ? figuresOf(db, itemId) : null
}

/** The editing view is for the makers of the item. */
export function requireMaker(viewer: Viewer, item: Guarded): void {
  if (!isMaker(viewer, item)) throw refuse('forbidden')
}
