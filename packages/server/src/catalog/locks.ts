import { sightOf } from '@lantern/contract/catalog/access.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import type { WaitedFor } from '@lantern/contract/catalog/items.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { Author, Guest } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { partsOf } from './item-parts.ts'
import { madeBy, shownTo } from './visibility.ts'

interface LockRow extends Omit<WaitedFor, 'path'> {
  lockedId: string
  type: ItemType
  learnOptionType: 'campus' | 'other'
}

/**
 * Which of these items are locked for the viewer, and what opens them: the one place that says so. An assignment of a class
 * locks its item and what that holds (campus publishes what is yet to be done). Locked is nothing that the viewer began or makes,
 * that another assignment of theirs leaves open, or whose prerequisite they do not see.
 */
export async function locksOf(
  db: Db | Trx,
  viewer: Guest | Author,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, WaitedFor[]>> {
  if (viewer.kind === 'guest' || viewer.classes.length === 0 || itemIds.length === 0) return new Map()
  const { rows } = await sql<LockRow>`
    with locks as materialized (
      select l.assignment_id, l.item_id as locked_id, l.to_pass, i.id, i.title, i.language, i.type, i.learn_option_type
      from assignment_locks l join items i on i.id = l.needs_item_id
      where l.user_id = ${viewer.id} and ${shownTo(viewer)})
    select distinct o.id as "lockedId", l.id as "itemId", l.title, l.language, l.type, l.to_pass as "toPass",
      l.learn_option_type as "learnOptionType"
    from locks l cross join lateral ${partsOf(sql`l.locked_id`)} part
      join items p on p.id = part.id join items o on o.work_id = p.work_id
    where o.id in (select id from ${idRows(itemIds)} asked) and not (${madeBy(sightOf(viewer), 'o')})
      and not exists (select from learner_progress r where r.user_id = ${viewer.id} and r.item_id = o.id)
      and not exists (
        select from assigned_items free cross join lateral ${partsOf(sql`free.item_id`)} other
          join items n on n.id = other.id and n.work_id = o.work_id
        where free.user_id = ${viewer.id} and free.assignment_id not in (select assignment_id from locks))
    order by "lockedId", l.title, "itemId"`.execute(db)
  const locks = new Map<string, WaitedFor[]>()
  for (const { lockedId, type, learnOptionType, ...needed } of rows) {
    const path = itemIdLink({ id: needed.itemId, type, learnOptionType })
    locks.set(lockedId, [...(locks.get(lockedId) ?? []), { ...needed, path }])
  }
  return locks
}
