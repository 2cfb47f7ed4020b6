import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@lantern/contract/ids.ts'
import { inTransaction } from '#kit/sql.ts'
import { startVideo } from '#media/index.ts'
import type { TestSite } from './site.ts'

/** A real file made by ffmpeg from these arguments, as `['-f', 'lavfi', '-i', 'testsrc', …]`. */
export function filmed(extension: string, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-film-'))
  try {
    const path = join(folder, `film.${extension}`)
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const pictures = (size: string, seconds: number, rate = 10) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=size=${size}:rate=${rate}:duration=${seconds}`,
]
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

/** Uploads a file as a creator does, up to the moment when it is whole. Answers the video's id. */
export async function uploadVideo(site: TestSite, ownerId: string, bytes: Uint8Array, name = 'film.mp4') {
  const storageKey = `attachments/${randomUUID()}`
  await site.services.storage.put(storageKey, bytes, 'application/octet-stream')
  const now = site.clock.now()
  return inTransaction(site.db, async (trx) => {
    const attachmentId = newId('attachment')
    await trx
      .insertInto('attachments')
      .values({
        id: attachmentId,
        owner_id: ownerId,
        kind: 'video',
        name,
        byte_size: bytes.byteLength,
        state: 'processing',
        storage_key: storageKey,
        created_at: now,
        updated_at: now,
      })
      .execute()
    return startVideo(trx, site.services, { attachmentId, ownerId, name, storageKey })
  })
}

/** The row of a video that can be watched, without making one. */
export async function buildVideo(
  site: TestSite,
  ownerId: string,
  more: { isPrivate?: boolean; duration?: number } = {},
): Promise<string> {
  const id = newId('video')
  const now = site.clock.now()
  await site.db
    .insertInto('videos')
    .values({
      id,
      owner_id: ownerId,
      title: '第一个场景',
      state: 'ready',
      progress: 100,
      is_private: more.isPrivate ?? false,
      source_key: `attachments/${id}`,
      edition: 'abcdef012345',
      duration: more.duration ?? 600,
      width: 640,
      height: 360,
      heights: [360, 240],
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
