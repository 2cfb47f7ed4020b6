import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ItemStats } from '@lantern/contract/catalog/items.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireVisibleItem, type StatsRow, statsColumns, statsOf, visibleIds } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

export interface ToggledItem {
  id: string
  type: ItemType
}

/** Collecting twice keeps one entry; the counter moves only when an entry really appeared. */
export async function collectItem({ db, clock }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  await requireVisibleItem(db, viewer, id, type)
  const stats = await counted(
    db,
    id,
    sql`insert into collections (user_id, item_id, collected_at) values (${viewer.id}, ${id}, ${clock.now()})
      on conflict do nothing returning item_id`,
    sql`collect_count = s.collect_count + 1`,
  )
  return { collectMap: { [id]: true }, statsMap: { [id]: stats } }
}

export async function uncollectItem({ db }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  const stats = await uncounted(
    db,
    viewer,
    id,
    sql`delete from collections c using items i
      where c.user_id = ${viewer.id} and c.item_id = ${id} and i.id = c.item_id and i.type = ${type} returning c.item_id`,
    sql`collect_count = greatest(0, s.collect_count - 1)`,
  )
  return { collectMap: { [id]: false }, statsMap: stats ? { [id]: stats } : {} }
}

export async function likeItem({ db, clock }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  await requireVisibleItem(db, viewer, id, type)
  const stats = await counted(
    db,
    id,
    sql`insert into likes (user_id, target_type, target_id, liked_at)
      values (${viewer.id}, ${type}, ${id}, ${clock.now()}) on conflict do nothing returning target_id as item_id`,
    sql`like_count = s.like_count + 1`,
  )
  return { likeMap: { [id]: true }, statsMap: { [id]: stats } }
}

export async function unlikeItem({ db }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  const stats = await uncounted(
    db,
    viewer,
    id,
    sql`delete from likes where user_id = ${viewer.id} and target_type = ${type} and target_id = ${id}
      returning target_id as item_id`,
    sql`like_count = greatest(0, s.like_count - 1)`,
  )
  return { likeMap: { [id]: false }, statsMap: stats ? { [id]: stats } : {} }
}

async function counted(
  db: Services['db'],
  itemId: string,
  entry: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<ItemStats> {
  const [row] = await countEntry(db, itemId, entry, change)
  if (!row) throw refuse('not_found')
  return statsOf(row)
}

/**
 * Takes an entry back, also one of an item that the person may not see any more: null instead of its figures. Without an
 * entry, an item that they may not see does not exist.
 */
async function uncounted(
  db: Services['db'],
  viewer: SignedIn,
  itemId: string,
  entry: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<ItemStats | null> {
  const [row] = await countEntry(db, itemId, entry, change)
  const isVisible = (await visibleIds(db, viewer, [itemId])).has(itemId)
  if (!row || (!isVisible && !row.acted)) throw refuse('not_found')
  return isVisible ? statsOf(row) : null
}

/** One statement for the entry and its counter, so that neither is ever there without the other. */
async function countEntry(
  db: Services['db'],
  itemId: string,
  entry: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): Promise<(StatsRow & { acted: boolean })[]> {
  const { rows } = await sql<StatsRow & { acted: boolean }>`
    with acted as (${entry}), moved as (
      update item_stats s set ${change} from acted where s.item_id = acted.item_id returning ${statsColumns}
    ), still as (
      select ${statsColumns} from item_stats s where s.item_id = ${itemId}
    )
    select *, true as acted from moved
    union all select *, false from still where not exists (select from moved)`.execute(db)
  return rows
}
