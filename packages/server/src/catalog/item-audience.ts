import type { ItemAudience } from '@lantern/contract/catalog/audiences.ts'
import { itemPublished } from '@lantern/contract/catalog/events.ts'
import type { Trx } from '#kit/sql.ts'
import { audienceColumns, type SaveServices, withNear } from './save-item.ts'

/** Says whom an organisation's item is for. What shows, finds or counts it is told as if it were published anew. */
export async function setItemAudience(
  { events }: Pick<SaveServices, 'events'>,
  trx: Trx,
  itemId: string,
  audience: ItemAudience,
): Promise<void> {
  const { status, hidden, translation_group } = await trx
    .updateTable('items')
    .set(audienceColumns(audience))
    .where('id', '=', itemId)
    .where('organisation_id', 'is not', null)
    .returning(['status', 'hidden', 'translation_group'])
    .executeTakeFirstOrThrow()
  if (status !== 'published' || hidden) return
  await events.emit(trx, itemPublished, await withNear(trx, itemId, translation_group))
}
