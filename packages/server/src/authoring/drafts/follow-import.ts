import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { formsOfItem } from './forms-of-item.ts'
import type { AnyForms } from './part-forms.ts'

/**
 * What was written into an item from outside is the newest text of its draft, if it has one; the text before is a
 * revision that can be had back.
 */
export async function followImport(trx: Trx, itemId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ version: number; forms: AnyForms; type: EditedType }>`
    select d.version, d.forms, i.type from drafts d join items i on i.id = d.item_id
    where d.item_id = ${itemId} for update of d`.execute(trx)
  const draft = rows[0]
  if (!draft) return
  const forms = await formsOfItem(trx, itemId, draft.type)
  if (sameContent(draft.forms, forms)) return
  const version = draft.version + 1
  const parts = JSON.stringify(Object.fromEntries(Object.keys(forms).map((part) => [part, version])))
  const { title, language } = forms.general
  const json = JSON.stringify(forms)
  await trx
    .updateTable('drafts')
    .set({
      version,
      published_version: version,
      part_versions: parts,
      forms: json,
      title,
      language,
      saved_at: now,
      saved_by: null,
    })
    .where('item_id', '=', itemId)
    .execute()
  await trx
    .insertInto('draft_revisions')
    .values({ item_id: itemId, version, kind: 'import', forms: json, begun_at: now, saved_at: now })
    .execute()
}
