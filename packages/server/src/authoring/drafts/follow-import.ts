import type { AnyForms, EditedType } from '@lantern/contract/authoring/forms.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { keepVersion } from '#kit/documents/keep-version.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { formsOfItem } from './forms-of-item.ts'
import { allParts, formColumns, itemDocument } from './item-documents.ts'

/**
 * Text that an import wrote into an item is the newest text of its draft, if it has one; the text before is a
 * revision that can be had back.
 */
export async function followImport(
  services: Pick<Services, 'clock' | 'topics'>,
  trx: Trx,
  itemId: string,
): Promise<void> {
  const { rows } = await sql<{ version: number; forms: AnyForms; type: EditedType }>`
    select d.version, d.forms, i.type from drafts d join items i on i.id = d.item_id
    where d.item_id = ${itemId} for update of d`.execute(trx)
  const draft = rows[0]
  if (!draft) return
  const content = await formsOfItem(trx, itemId, draft.type)
  if (sameContent(draft.forms, content)) return
  const version = draft.version + 1
  const columns = { ...formColumns(content, allParts(content, version)), published_version: version }
  const before = { version: draft.version, content: draft.forms }
  await keepVersion(services, trx, itemDocument(itemId), before, {
    content,
    kind: 'import',
    by: null,
    now: services.clock.now(),
    columns,
  })
}
