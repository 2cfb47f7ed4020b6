import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { removeAttachmentIn } from '#media/index.ts'
import { usesOf } from './attachment-uses.ts'
import { letGoOfPicture } from './forget-pictures.ts'

/** Deleting an account deletes its uploads, except those that lessons show: these stay, without a name. */
export async function eraseUploads(services: Pick<Services, 'jobs'>, trx: Trx, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('attachments')
    .select(['id', 'image_id', 'video_id', 'storage_key', 'state'])
    .where('owner_id', '=', userId)
    .execute()
  for (const row of rows) {
    const isUsed = (await usesOf(trx, row)).length > 0
    if (isUsed) continue
    await removeAttachmentIn(services, trx, row)
    await letGoOfPicture(services.jobs, trx, row.image_id)
  }
}
