import type { Fault } from '@lantern/contract/authoring/fault-rules.ts'
import { mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { idRows } from '#kit/id-lists.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { DraftState } from '../drafts/draft-state.ts'

/**
 * Files and videos of people who have nothing to do with this work. To name one would hand it to everybody who may read
 * the work, so for its author it is not there. What a publication has named before, as by an editor, may stay.
 */
export async function foreignMedia(trx: Trx, viewer: SignedIn, { id, forms }: DraftState): Promise<Fault[]> {
  const named = mediaNamedIn(forms)
  const foreign = await foreignIds(trx, viewer, id, [...named.keys()])
  return foreign.map((one) => ({ field: named.get(one) ?? '', message: 'authoring.fault_unknown' }))
}

/** The given files and videos that this viewer may not use in the item. */
export async function foreignIds(
  db: Db | Trx,
  viewer: SignedIn,
  itemId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0 || mayAccess(viewer, 'adminOrEditor')) return []
  const { rows } = await sql<{ id: string }>`
    select m.id from ${idRows(ids)} given
      join (select id, owner_id from attachments union all select id, owner_id from videos) m on m.id = given.id
      left join items i on i.id = ${itemId} left join drafts d on d.item_id = i.id
    where m.owner_id <> ${viewer.id} and m.owner_id is distinct from i.owner_id
      and m.owner_id is distinct from i.author_id and not exists (
        select from draft_revisions r where r.item_id = i.id
          and (r.saved_by = m.owner_id or (r.kind = 'publish' and r.version <= coalesce(d.published_version, 0)
            and position(m.id in r.forms::text) > 0)))`.execute(db)
  return rows.map((row) => row.id)
}

/** The ids of files and videos with the field that names them first, as in `steps.sections.se_1.body`. */
function mediaNamedIn(forms: object): Map<string, string> {
  const found = new Map<string, string>()
  collect(forms, '', found)
  return found
}

// A text is one field, and so is a list whose entries have no ids: what is deeper in it is called as it is.
function collect(value: unknown, field: string, found: Map<string, string>, isOneField = false): void {
  if (typeof value === 'string' && /^(at|vd)_\w{1,100}$/.test(value) && !found.has(value)) found.set(value, field)
  if (typeof value !== 'object' || value === null) return
  const isText = 'type' in value && value.type === 'doc'
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? (inner as { id?: unknown } | null)?.id : key
    const isNamed = !isOneField && !isText && typeof name === 'string'
    collect(inner, isNamed ? [field, name].filter(Boolean).join('.') : field, found, !isNamed)
  }
}
