import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beginUpload, finishUpload, type ReceivedFile } from '#media/index.ts'
import { isInside } from '../import/files.ts'
import type { DemoRun } from './demo-run.ts'
import { ContentFault } from './read-content.ts'

/**
 * The id of the video of a file in content/, in its owner's library. It is made ready like any upload, once ffmpeg is there;
 * both languages and every later start have the same one.
 */
export async function demoFilm({ services, folder }: DemoRun, path: string, ownerId: string): Promise<string> {
  const absolute = join(folder, path)
  if (!isInside(folder, absolute)) throw new ContentFault(`${path}: lies outside content/`)
  if (!existsSync(absolute)) throw new ContentFault(`${path}: is shown and not there`)
  const fingerprint = `demo:${path}`
  const known = await services.db
    .selectFrom('attachments')
    .select('video_id')
    .where('owner_id', '=', ownerId)
    .where('fingerprint', '=', fingerprint)
    .where('video_id', 'is not', null)
    .executeTakeFirst()
  if (known?.video_id) return known.video_id
  const byteSize = statSync(absolute).size
  const wish = { ownerId, kind: 'video', name: basename(path), byteSize, fingerprint } as const
  const begun = await beginUpload(services, wish)
  const { video_id: videoId } = await finishUpload(services, begun.id, fileOnDisk(services, absolute, byteSize))
  if (videoId === null) throw new ContentFault(`${path}: is no video`)
  return videoId
}

function fileOnDisk({ storage }: DemoRun['services'], path: string, byteSize: number): ReceivedFile {
  return {
    size: async () => byteSize,
    head: (bytes) => buffer(createReadStream(path, { end: bytes - 1 })),
    keepAs: (key, contentType) => storage.putStream(key, createReadStream(path), { contentType, byteSize }),
    // it stays part of the content
    drop: async () => undefined,
  }
}
