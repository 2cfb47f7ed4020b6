import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { filesBeingReceived, uploadStoreOf } from '../resumable/upload-store.ts'
import type { AttachmentRow } from './attachments.ts'
import { failUpload } from './fail-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { removeAttachment } from './remove-attachment.ts'

const hourMs = 3_600_000
const unfinishedHours = 48
const failedHours = 7 * 24
const rowsAtOnce = 500

export function sweepUploadsNightly(services: Services): void {
  services.jobs.daily('media.sweep_uploads', () => sweepUploads(services, services.clock.now()))
}

/** What nobody went on with for two days goes; what is whole and was never told so is finished. */
export async function sweepUploads(services: Services, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const store = await uploadStoreOf(services)
  for await (const row of rowsIn(services, 'uploading', before(unfinishedHours))) {
    const found = await store.offset(row.id)
    if (found?.offset === row.byte_size) {
      // a refusal is written down with the upload
      await finishUpload(services, row.id, store.received(row.id)).catch((err) =>
        services.log.info({ err, id: row.id }, 'a late upload was refused'),
      )
    } else await removeAttachment(services, row)
  }
  for await (const row of rowsIn(services, 'processing', before(unfinishedHours))) {
    if (row.kind !== 'video') await failUpload(services, row, 'upload_invalid_file')
  }
  for await (const row of rowsIn(services, 'failed', before(failedHours))) await removeAttachment(services, row)
  for await (const { path, at } of filesBeingReceived(services.config)) {
    if (at < before(unfinishedHours)) await rm(path, { force: true })
  }
}

/** One after the other, a bounded number in memory. */
async function* rowsIn({ db }: Services, state: string, before: Date): AsyncGenerator<AttachmentRow> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: AttachmentRow[] } = await sql<AttachmentRow>`
      select * from attachments where state = ${state} and updated_at < ${before} and id > ${last}
      order by id limit ${rowsAtOnce}`.execute(db)
    yield* rows
    last = rows.at(-1)?.id
  }
}
