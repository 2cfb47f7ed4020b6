import { canReadSteps, type Guarded } from '@lantern/contract/catalog/access.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Refusal, refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { listIn } from './local-figures.ts'
import { locksOf } from './locks.ts'

/**
 * True when the learner has bought the item, or the project or course that holds it, or the course that holds that
 * project.
 */
export function entitlementOf(userId: string, itemId: RawBuilder<unknown>) {
  return entitlementAmong(sql`(select item_id from item_grants where user_id = ${userId})`, itemId)
}

/** The same where the ids that a learner was granted are at hand, as rows with a column `item_id`: for many items at once. */
export function entitlementAmong(granted: RawBuilder<unknown>, itemId: RawBuilder<unknown>) {
  return sql`exists (
    select from ${granted} e where (
      e.item_id = ${itemId}
      or e.item_id in (select h.parent_id from item_contents h where h.child_id = ${itemId})
      or e.item_id in (select g.parent_id from item_contents h join item_contents g on g.child_id = h.parent_id
        where h.child_id = ${itemId})))`
}

/** Which of these items the viewer may open because they were bought. */
export async function entitledIds(db: Db | Trx, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (viewer.kind === 'guest' || ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select x.id from unnest(${ids}::text[]) x (id) where ${entitlementOf(viewer.id, sql`x.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Read = Parameters<typeof canReadSteps>[1]

/** Those of these items of which the viewer may read the text of steps. */
export async function readableIds(db: Db | Trx, viewer: Viewer, items: readonly Read[]): Promise<Set<string>> {
  const ids = await openIds(db, viewer, items)
  const locks = await locksOf(db, viewer, ids)
  return new Set(ids.filter((id) => !locks.has(id)))
}

/** What keeps the viewer from the text of the item's steps; null: nothing does. */
export async function readingRefusal(db: Db | Trx, viewer: Viewer, item: Guarded): Promise<Refusal | null> {
  if ((await openIds(db, viewer, [item])).length === 0)
    return refuse(item.withPay ? 'purchase_required' : 'premium_required')
  const waitsFor = (await locksOf(db, viewer, [item.id])).get(item.id)
  if (!waitsFor) return null
  return refuse('item_locked', {
    values: {
      titles: (locale) =>
        listIn(
          locale,
          waitsFor.map(({ title }) => title),
        ),
    },
  })
}

/** Those that are free to the viewer, or bought; locks are not asked for. Looks purchases up only where they matter. */
async function openIds(db: Db | Trx, viewer: Viewer, items: readonly Read[]): Promise<string[]> {
  const openWith = (entitled: ReadonlySet<string>) =>
    items.filter((item) => canReadSteps(viewer, item, entitled)).map(({ id }) => id)
  const free = openWith(new Set())
  if (viewer.kind === 'guest' || free.length === items.length) return free
  const ids = items.map(({ id }) => id)
  return openWith(await entitledIds(db, viewer, ids))
}

/** Whether the viewer may read the text of the item's steps. */
export async function mayReadSteps(db: Db | Trx, viewer: Viewer, item: Guarded): Promise<boolean> {
  return (await readingRefusal(db, viewer, item)) === null
}

export async function requireReadable(db: Db | Trx, viewer: Viewer, item: Guarded): Promise<void> {
  const refusal = await readingRefusal(db, viewer, item)
  if (refusal) throw refusal
}
