import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { ItemStats } from '@lantern/contract/catalog/items.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem, type StatsRow, statsColumns, statsOf } from '#catalog/index.ts'
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
  const stats = await counted(
    db,
    id,
    sql`delete from collections c using items i
      where c.user_id = ${viewer.id} and c.item_id = ${id} and i.id = c.item_id and i.type = ${type} returning c.item_id`,
    sql`collect_count = greatest(0, s.collect_count - 1)`,
  )
  return { collectMap: { [id]: false }, statsMap: { [id]: stats } }
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
  const stats = await counted(
    db,
    id,
    sql`delete from likes where user_id = ${viewer.id} and target_type = ${type} and target_id = ${id}
      returning target_id as item_id`,
    sql`like_count = greatest(0, s.like_count - 1)`,
  )
  return { likeMap: { [id]: false }, statsMap: { [id]: stats } }
}

/** One statement for the entry and its counter, so that neither is ever there without the other. */
async function counted(
  db: Services['db'],
  itemId: string,
  entry: ReturnType<typeof sql>,
  change: ReturnType<typeof sql>,
): Promise<ItemStats> {
  const { rows } = await sql<StatsRow>`
    with acted as (${entry}), moved as (
      update item_stats s set ${change} from acted where s.item_id = acted.item_id returning ${statsColumns}
    ), still as (
      select ${statsColumns} from item_stats s where s.item_id = ${itemId}
    )
    select * from moved union all select * from still where not exists (select from moved)`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return statsOf(rows[0])
}
