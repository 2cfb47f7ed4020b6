import { newId } from '@lantern/contract/ids.ts'
import {
  type AttachmentKind,
  faultBefore,
  learnerFaultBefore,
  type UploadFault,
} from '@lantern/contract/media/upload-rules.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { type AttachmentRow, fileName, findAttachment, usedBytes } from './attachments.ts'

/** Never given to uploads: what the database and the sizes of pictures need to go on. */
export const reservedBytes = 256 * 1024 * 1024

const hourMs = 3_600_000

export interface UploadWish {
  ownerId: string
  /** The owner is no author: less is taken. */
  isLearner?: boolean
  kind: AttachmentKind
  name: string
  byteSize: number
  fingerprint?: string
}

/** Takes note of an upload before its first byte; refuses what would be refused at the end. */
export async function beginUpload(services: Services, wish: UploadWish): Promise<AttachmentRow> {
  const { db, config, clock } = services
  const now = clock.now()
  const name = fileName(wish.name)
  const fault = uploadFault({ ...wish, name })
  if (fault) throw refuse(fault)
  if (wish.kind === 'webgl' && config.userContentUrl === undefined) throw refuse('upload_forbidden_type')
  await requireRoom(services, wish.byteSize)
  const id = newId('attachment', now.getTime())
  await inTransaction(db, async (trx) => {
    if (!(await fitsQuota(trx, quotaOf(config, wish), wish))) throw refuse('upload_quota_exceeded')
    await trx
      .insertInto('attachments')
      .values({
        id,
        owner_id: wish.ownerId,
        kind: wish.kind,
        name,
        byte_size: wish.byteSize,
        fingerprint: (wish.fingerprint ?? '').slice(0, 200),
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
  const row = await findAttachment(db, id)
  if (!row) throw new Error(`The upload ${id} is gone already`)
  return row
}

/** Why the file cannot be uploaded. Learners upload what they hand in, and nothing else. */
export function uploadFault(file: Pick<UploadWish, 'isLearner' | 'kind' | 'name' | 'byteSize'>): UploadFault | null {
  return file.isLearner ? learnerFaultBefore(file) : faultBefore(file)
}

export function quotaOf(
  { mediaQuotaBytes, learnerQuotaBytes }: Pick<Services['config'], 'mediaQuotaBytes' | 'learnerQuotaBytes'>,
  { isLearner }: Pick<UploadWish, 'isLearner'>,
): number {
  return isLearner ? learnerQuotaBytes : mediaQuotaBytes
}

/** For a transaction that takes the room: one at a time for each owner, or two would fit into the same last gigabyte. */
export async function fitsQuota(
  trx: Trx,
  quotaBytes: number,
  { ownerId, byteSize }: { ownerId: string; byteSize: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attachments:${ownerId}`}, 0))`.execute(trx)
  return (await usedBytes(trx, ownerId)) + byteSize <= quotaBytes
}

/** Refuses what the disk has no room for beside what others are sending. */
export async function requireRoom({ db, storage, clock }: Services, byteSize: number): Promise<void> {
  const room = await storage.roomLeft()
  if (room === null) return
  if (room - reservedBytes - (await promisedBytes(db, clock.now())) < byteSize) throw refuse('upload_disk_full')
}

/** What others are uploading at the moment will need its room too. */
async function promisedBytes(db: Db | Trx, now: Date): Promise<number> {
  const { rows } = await sql<{ promised: number }>`
    select coalesce(sum(byte_size * (100 - progress) / 100), 0)::bigint as promised from attachments
    where state = 'uploading' and updated_at > ${new Date(now.getTime() - hourMs)}`.execute(db)
  return rows[0]?.promised ?? 0
}
