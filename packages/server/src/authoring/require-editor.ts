import { type Authored, mayEdit } from '@lantern/contract/authoring/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { visibleIds } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** Refuses a viewer who may not edit the item. To a viewer who may not even see it, it does not exist. */
export async function requireEditor(db: Db | Trx, viewer: SignedIn, item: Authored & { id: string }): Promise<void> {
  if (mayEdit(viewer, item)) return
  const visible = await visibleIds(db, viewer, [item.id])
  throw refuse(visible.has(item.id) ? 'forbidden' : 'not_found')
}
