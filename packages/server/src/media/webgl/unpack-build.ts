import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { reservedBytes } from '../attachments/begin-upload.ts'
import { usesThreads } from './shared-memory.ts'
import { ArchiveRefusal, isWorthShowing, readArchive, unpackEntries } from './unpack-archive.ts'

export interface Build {
  /** The page to open, by its path in the archive. */
  entryPath: string
  byteSize: number
  /** It has threads: its page has to be isolated. */
  hasThreads: boolean
}

export interface Unpacking {
  /** Says how much it will be, before anything is written; may refuse it. */
  onMeasured(byteSize: number): Promise<void>
  onProgress(percent: number): Promise<void>
}

/** Unpacks a build into the store. What its archive says of itself is judged before anything is written. */
export async function unpackBuild(
  services: Pick<Services, 'db' | 'storage'>,
  id: string,
  archive: string,
  { onMeasured, onProgress }: Unpacking,
): Promise<Build> {
  const { db, storage } = services
  const entries = await readArchive(archive, isWorthShowing)
  const byteSize = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const entryPath = pageOf(entries.map(({ fileName }) => fileName))
  const room = await storage.roomLeft()
  if (room !== null && room - reservedBytes < byteSize) throw new ArchiveRefusal('no_room')
  await onMeasured(byteSize)

  const files = await unpackEntries(services, archive, entries, { folder: `webgl/${id}`, onProgress })
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('webgl_files').where('attachment_id', '=', id).execute()
    for (let at = 0; at < files.length; at += 500) {
      const rows = files.slice(at, at + 500).map((file) => ({ attachment_id: id, ...file }))
      await trx.insertInto('webgl_files').values(rows).execute()
    }
  }).catch(async (error: unknown) => {
    for (const { storage_key: key } of files) await storage.delete(key)
    throw error
  })
  return { entryPath, byteSize, hasThreads: await usesThreads(archive, entries) }
}

/** The page to open: at the top, or one folder down as archives of a folder have it. */
function pageOf(paths: readonly string[]): string {
  const pages = paths.filter((path) => /^([^/]+\/)?index\.html$/i.test(path))
  const found = pages.find((path) => !path.includes('/')) ?? pages.sort()[0]
  if (found === undefined) throw new ArchiveRefusal('no_index')
  return found
}
