import type { Services } from '#kit/services.ts'
import type { AttachmentRow } from './attachments.ts'

/** Notes why nothing became of an upload. What it had taken is free again. */
export async function failUpload(
  { db, storage, clock }: Pick<Services, 'db' | 'storage' | 'clock'>,
  { id, storage_key: key }: Pick<AttachmentRow, 'id' | 'storage_key'>,
  fault: string,
): Promise<void> {
  if (key) await storage.delete(key)
  await db
    .updateTable('attachments')
    .set({ state: 'failed', fault, storage_key: null, made_bytes: 0, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
}
