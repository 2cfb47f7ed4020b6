import { sql } from 'kysely'
import { requireFilesMayGo } from '#kit/files-stay.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { deleteImageFiles } from '../images.ts'
import { uploadStoreOf } from '../resumable/upload-store.ts'
import { deleteVideo } from '../video/start-video.ts'
import { deleteEdition, forgettingJob } from '../video/video-files.ts'
import type { AttachmentRow } from './attachments.ts'

/** Files have no transaction: they go by a job, which is there exactly when their rows are gone. */
export function forgetFiles(services: Services): void {
  services.jobs.define(forgettingJob, async (batch) => {
    await requireFilesMayGo(services.db)
    for (const { keys, uploadId, videoId, edition, picture } of batch) {
      if (Array.isArray(keys)) for (const key of keys) if (typeof key === 'string') await services.storage.delete(key)
      if (typeof picture === 'string') await deleteImageFiles(services, Buffer.from(picture, 'hex'))
      if (typeof uploadId === 'string') await (await uploadStoreOf(services)).drop(uploadId)
      if (typeof videoId === 'string' && typeof edition === 'string') await deleteEdition(services, videoId, edition)
      else if (typeof videoId === 'string') await deleteVideo(services, videoId)
    }
  })
}

/** Removes an upload with its files. Whether anything uses it was asked before. */
export function removeAttachment(services: Services, row: RemovableRow): Promise<void> {
  return inTransaction(services.db, (trx) => removeAttachmentIn(services, trx, row))
}

export type RemovableRow = Pick<AttachmentRow, 'id' | 'storage_key' | 'video_id'> & { state: string }

export async function removeAttachmentIn(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Trx,
  { id, storage_key: key, state, video_id: videoId }: RemovableRow,
): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from webgl_files where attachment_id = ${id}`.execute(trx)
  const keys = [...rows.map((file) => file.storage_key), ...(key ? [key] : [])]
  await trx.deleteFrom('attachments').where('id', '=', id).execute()
  await forgetStored({ jobs }, trx, keys)
  if (videoId) await jobs.send(trx, forgettingJob, { videoId })
  if (state === 'uploading') await jobs.send(trx, forgettingJob, { uploadId: id })
}

/** The files of the store under these keys go once the transaction has ended well. */
export async function forgetStored({ jobs }: Pick<Services, 'jobs'>, trx: Trx, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 500) await jobs.send(trx, forgettingJob, { keys: keys.slice(at, at + 500) })
}
