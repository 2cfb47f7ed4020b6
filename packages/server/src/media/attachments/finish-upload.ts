import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { startVideo, type UploadedVideo } from '../video/start-video.ts'
import { type AttachmentRow, findAttachment } from './attachments.ts'
import { contentFault, contentTypeOf, headBytes } from './content-type.ts'
import { failUpload } from './fail-upload.ts'
import { makeOfUpload, makingJob } from './make-of-upload.ts'

/** A file that has come whole and waits where it was received. */
export interface ReceivedFile {
  size(): Promise<number | null>
  head(bytes: number): Promise<Buffer>
  /** Moves it into the store; done twice, the second finds nothing left to do. */
  keepAs(key: string, contentType: string): Promise<void>
  drop(): Promise<void>
}

export function attachmentKey(id: string): string {
  return `attachments/${id}/original`
}

/**
 * The upload is whole: looks at what it really is, keeps it, and starts what is made of it. May be called again, by a
 * second tab or after a crash. Throws the refusal of a file that cannot be kept; the upload then says so too.
 */
export async function finishUpload(services: Services, id: string, file: ReceivedFile): Promise<AttachmentRow> {
  const row = await findAttachment(services.db, id)
  if (!row) throw refuse('not_found')
  if (row.state !== 'uploading') return row
  const key = attachmentKey(id)
  const size = (await file.size()) ?? (await services.storage.size(key))
  const contentType = contentTypeOf(await headOf(services, file, key))
  const fault = size === row.byte_size ? contentFault(row.kind, row.name, contentType) : 'upload_invalid_file'
  if (fault) {
    await file.drop()
    await failUpload(services, row, fault)
    throw refuse(fault)
  }
  // on a full disk it goes on waiting where it was received, and is finished when it is asked for again
  await file.keepAs(key, contentType)
  const kept = await claim(services, row, { storage_key: key, content_type: contentType })
  if (kept?.kind === 'image') await makeOfUpload(services, id)
  const made = await findAttachment(services.db, id)
  if (!made) {
    // ended while it was being kept: nobody would know of the file
    await services.storage.delete(key)
    throw refuse('not_found')
  }
  if (made.state === 'failed' && made.fault) throw refuse(made.fault as ErrorCode)
  return made
}

async function headOf({ storage }: Services, file: ReceivedFile, key: string): Promise<Buffer> {
  try {
    return await file.head(headBytes)
  } catch (error) {
    // moved already, by another tab or before a crash
    const kept: Readable | null = await storage.stream(key, { start: 0, end: headBytes - 1 })
    if (!kept) throw error
    return buffer(kept)
  }
}

async function claim(
  services: Services,
  { id, kind }: AttachmentRow,
  facts: { storage_key: string; content_type: string },
): Promise<AttachmentRow | null> {
  const { db, jobs, clock } = services
  const isMade = kind === 'image' || kind === 'webgl' || kind === 'video'
  return inTransaction(db, async (trx) => {
    const claimed = await trx
      .updateTable('attachments')
      .set({ ...facts, state: isMade ? 'processing' : 'ready', progress: isMade ? 0 : 100, updated_at: clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'uploading')
      .returning('id')
      .executeTakeFirst()
    if (!claimed) return null
    const row = await findAttachment(trx, id)
    if (row && kind === 'video') await startVideo(trx, services, uploadedVideo(row, facts.storage_key))
    else if (isMade) await jobs.send(trx, makingJob, { id })
    return row
  })
}

function uploadedVideo({ id, owner_id, name }: AttachmentRow, storageKey: string): UploadedVideo {
  return { attachmentId: id, ownerId: owner_id, name, storageKey }
}
