import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { figuresOf, requireVisibleItem, visibleFigures } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

export interface ToggledItem {
  id: string
  type: ItemType
}

/** Collecting twice keeps one entry; the counter moves only when an entry really appeared. */
export async function collectItem({ db, clock }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  await requireVisibleItem(db, viewer, id, type)
  const entry = sql`insert into collections (user_id, item_id, collected_at) values (${viewer.id}, ${id}, ${clock.now()})
    on conflict do nothing returning item_id`
  await countEntry(db, entry, sql`(item_id, collects) select item_id, 1`)
  return { collectMap: { [id]: true }, statsMap: await figuresOf(db, id) }
}

export async function uncollectItem({ db }: Services, viewer: SignedIn, { id, type }: ToggledItem) {
  const entry = sql`delete from collections c using items i
    where c.user_id = ${viewer.id} and c.item_id = ${id} and i.id = c.item_id and i.type = ${type} returning c.item_id`
  const isCounted = await countEntry(db, entry, sql`(item_id, collects) select item_id, -1`)
  return { collectMap: { [id]: false }, statsMap: await figuresAfter(db, viewer, id, isCounted) }
}

/** One statement for the entry and its counter, so that neither is ever there without the other. Says whether there was one. */
async function countEntry(db: Db, entry: RawBuilder<unknown>, change: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    with acted as (${entry}) insert into item_stat_changes ${change} from acted returning item_id`.execute(db)
  return rows.length > 0
}

/**
 * The figures after an entry was taken back, which is possible for an item that the person may not see any more: no
 * figures then. Without an entry, an item that they may not see does not exist.
 */
async function figuresAfter(db: Db, viewer: SignedIn, itemId: string, isCounted: boolean) {
  const figures = await visibleFigures(db, viewer, itemId)
  if (!figures && !isCounted) throw refuse('not_found')
  return figures ?? {}
}
