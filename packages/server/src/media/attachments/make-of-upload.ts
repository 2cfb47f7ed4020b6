import type { ErrorCode } from '@lantern/contract/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { ImageRefusal } from '../images.ts'
import { pictureOfFile } from '../picture-of-file.ts'
import { ArchiveRefusal } from '../webgl/unpack-archive.ts'
import { unpackBuild } from '../webgl/unpack-build.ts'
import { type AttachmentRow, findAttachment } from './attachments.ts'
import { fitsQuota } from './begin-upload.ts'
import { failUpload } from './fail-upload.ts'

export const makingJob = 'media.make_of_upload'

export function makeOfUploads(services: Services): void {
  services.jobs.define(makingJob, async (batch) => {
    for (const { id } of batch) if (typeof id === 'string') await makeOfUpload(services, id)
  })
}

/** Jobs are in no backup: after a restore, unfinished conversions are queued anew. Videos ask for themselves. */
export async function resumeUploads({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<void> {
  const waiting = await db
    .selectFrom('attachments')
    .select('id')
    .where('state', '=', 'processing')
    .where('kind', 'in', ['image', 'webgl'])
    .execute()
  for (const { id } of waiting) await jobs.send(db, makingJob, { id })
}

/** Makes of an upload what pages show. Safe to repeat: what is made already stays. */
export async function makeOfUpload(services: Services, id: string): Promise<void> {
  const row = await findAttachment(services.db, id)
  if (row?.state !== 'processing' || !row.storage_key) return
  try {
    const made = row.kind === 'image' ? await makePicture(services, row) : await makeBuild(services, row)
    await services.db
      .updateTable('attachments')
      .set({ ...made, state: 'ready', progress: 100, updated_at: services.clock.now() })
      .where('id', '=', id)
      .where('state', '=', 'processing')
      .execute()
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    services.log.info({ id, reason: error instanceof Error ? error.message : '' }, 'an upload was refused')
    await failUpload(services, row, fault)
  }
}

async function makePicture(services: Services, { storage_key: key }: AttachmentRow) {
  const picture = key && (await services.storage.withFile(key, (path) => pictureOfFile(services, path)))
  if (!picture) throw new ImageRefusal('not_an_image')
  return { image_id: picture.id }
}

async function makeBuild(services: Services, row: AttachmentRow) {
  const { db } = services
  const { id, storage_key: key } = row
  const build =
    key &&
    (await services.storage.withFile(key, (path) =>
      unpackBuild(services, id, path, {
        onMeasured: (byteSize) => takeRoom(services, row, byteSize),
        async onProgress(progress) {
          await db.updateTable('attachments').set({ progress }).where('id', '=', id).execute()
        },
      }),
    ))
  if (!build) throw new ArchiveRefusal('no_archive')
  return { entry_path: build.entryPath, made_bytes: build.byteSize, is_isolated: build.hasThreads }
}

/** What is unpacked counts before it is written: a small archive may hold more than its owner has left. */
async function takeRoom({ db, config }: Services, { id, owner_id: ownerId }: AttachmentRow, byteSize: number) {
  await inTransaction(db, async (trx) => {
    const set = (bytes: number) =>
      trx.updateTable('attachments').set({ made_bytes: bytes }).where('id', '=', id).execute()
    // of an earlier try
    await set(0)
    if (!(await fitsQuota(trx, config.mediaQuotaBytes, { ownerId, byteSize }))) throw new ArchiveRefusal('quota')
    await set(byteSize)
  })
}

/** The key of the message for what will not get better by another try; null for what may. */
function faultOf(error: unknown): string | null {
  if (error instanceof ImageRefusal) {
    return error.fault === 'too_many_pixels' || error.fault === 'too_large'
      ? ('upload_too_many_pixels' satisfies ErrorCode)
      : ('upload_invalid_file' satisfies ErrorCode)
  }
  if (error instanceof ArchiveRefusal) {
    return error.fault === 'quota' ? ('upload_quota_exceeded' satisfies ErrorCode) : `media.build_${error.fault}`
  }
  return null
}
