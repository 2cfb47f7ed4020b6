import { stat } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { isDiskFull } from '#kit/storage.ts'
import { reservedBytes } from '../attachments/begin-upload.ts'
import { openEntry } from '../zip-entry.ts'
import { factsOf } from './build-files.ts'

const megabyte = 1024 ** 2

/** No build that was made to be played is near any of these. */
export const buildLimits = {
  files: 5_000,
  /** With folders and what is left out. */
  entries: 20_000,
  bytes: 3 * 1024 * megabyte,
  /** How many times its own size an archive may unpack to, once it is more than a little. */
  ratio: 200,
  ratioFreeBytes: 64 * megabyte,
} as const

/** In bytes: as much as the list of files takes as a name. */
const longestPath = 1000

export type BuildFault =
  | 'no_archive'
  | 'damaged'
  | 'encrypted'
  | 'unsafe_path'
  | 'link'
  | 'too_many_files'
  | 'too_large'
  | 'no_room'
  | 'no_index'
  | 'quota'

/** The archive cannot be kept as a build. */
export class BuildRefusal extends Error {
  readonly fault: BuildFault

  constructor(fault: BuildFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

export interface Build {
  /** The page to open, by its path in the archive. */
  entryPath: string
  byteSize: number
}

interface BuildFile {
  path: string
  storage_key: string
  byte_size: number
  content_type: string
  content_encoding: 'gzip' | 'br' | null
}

export interface Unpacking {
  /** Says how much it will be, before anything is written; may refuse it. */
  onMeasured(byteSize: number): Promise<void>
  onProgress(percent: number): Promise<void>
}

/**
 * Unpacks an archive into the store, file by file as a stream. What it says of itself is judged before anything is
 * written, and no file may turn out larger than that. Paths become rows and never files: nothing can climb anywhere.
 * Done again, it writes the same files again.
 */
export async function unpackBuild(
  services: Pick<Services, 'db' | 'storage'>,
  id: string,
  archive: string,
  { onMeasured, onProgress }: Unpacking,
): Promise<Build> {
  const { db, storage } = services
  const entries = await readEntries(archive)
  const byteSize = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const entryPath = pageOf(entries.map(({ fileName }) => fileName))
  const room = await storage.roomLeft()
  if (room !== null && room - reservedBytes < byteSize) throw new BuildRefusal('no_room')
  await onMeasured(byteSize)

  const written: string[] = []
  const zip = await openArchive(archive)
  try {
    const files: BuildFile[] = []
    let told = 0
    for (const [at, entry] of entries.entries()) {
      const key = `webgl/${id}/${at}`
      written.push(key)
      files.push(await unpackFile(services, zip, entry, key))
      const percent = Math.floor(((at + 1) * 99) / entries.length)
      if (percent < told + 5) continue
      told = percent
      await onProgress(percent)
    }
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('webgl_files').where('attachment_id', '=', id).execute()
      for (let at = 0; at < files.length; at += 500) {
        const rows = files.slice(at, at + 500).map((file) => ({ attachment_id: id, ...file }))
        await trx.insertInto('webgl_files').values(rows).execute()
      }
    })
    return { entryPath, byteSize }
  } catch (error) {
    for (const key of written) await storage.delete(key)
    if (isFaultOfArchive(error)) throw new BuildRefusal('damaged', { cause: error })
    throw error
  } finally {
    zip.close()
  }
}

async function unpackFile(
  { storage }: Pick<Services, 'storage'>,
  zip: ZipFile,
  entry: Entry,
  key: string,
): Promise<BuildFile> {
  const head = /\.(gz|unityweb)$/i.test(entry.fileName) ? await headOf(zip, entry) : Buffer.alloc(0)
  const { contentType, encoding } = factsOf(entry.fileName, head)
  const byteSize = entry.uncompressedSize
  const stream = await openEntry(zip, entry)
  // it may break before the store has begun to listen, and has to be heard then too
  let broken: unknown
  stream.on('error', (error) => {
    broken = error
  })
  try {
    await storage.putStream(key, stream, { contentType, byteSize })
  } catch (error) {
    throw broken ?? error
  }
  return {
    path: entry.fileName,
    storage_key: key,
    byte_size: byteSize,
    content_type: contentType,
    content_encoding: encoding,
  }
}

async function headOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) return chunk as Buffer
  return Buffer.alloc(0)
}

/** The files of an archive that are worth keeping, once all of them have been found harmless. */
async function readEntries(archive: string): Promise<Entry[]> {
  const zip = await openArchive(archive)
  const entries: Entry[] = []
  const paths = new Set<string>()
  let bytes = 0
  try {
    if (zip.entryCount > buildLimits.entries) throw new BuildRefusal('too_many_files')
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry)
      bytes += entry.uncompressedSize
      if (bytes > buildLimits.bytes) throw new BuildRefusal('too_large')
      if (!isWorthKeeping(entry.fileName)) continue
      // of two files in one place nobody can tell which was meant
      if (paths.size === paths.add(entry.fileName).size) throw new BuildRefusal('damaged')
      entries.push(entry)
      if (entries.length > buildLimits.files) throw new BuildRefusal('too_many_files')
    }
  } catch (error) {
    if (error instanceof BuildRefusal) throw error
    const isPath = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
    throw new BuildRefusal(isPath ? 'unsafe_path' : 'damaged', { cause: error })
  } finally {
    zip.close()
  }
  const { size } = await stat(archive)
  if (bytes > buildLimits.ratioFreeBytes && bytes > size * buildLimits.ratio) throw new BuildRefusal('too_large')
  return entries
}

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: false, validateEntrySizes: true })
  } catch (cause) {
    throw new BuildRefusal('no_archive', { cause })
  }
}

function refuseEntry(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  const isPlain = kind === 0 || kind === 0o100000 || kind === 0o040000
  if (!isPlain) throw new BuildRefusal('link')
  if (entry.isEncrypted()) throw new BuildRefusal('encrypted')
  if (entry.fileName.includes('\0') || Buffer.byteLength(entry.fileName) > longestPath)
    throw new BuildRefusal('unsafe_path')
}

/** Folders come by themselves; archives inside, hidden files and what a Mac adds are of no use to a page. */
function isWorthKeeping(path: string): boolean {
  return !(path.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(path) || /\.(zip|7z|rar)$/i.test(path))
}

/** The page to open: at the top, or one folder down as archives of a folder have it. */
function pageOf(paths: readonly string[]): string {
  const pages = paths.filter((path) => /^([^/]+\/)?index\.html$/i.test(path))
  const found = pages.find((path) => !path.includes('/')) ?? pages.sort()[0]
  if (found === undefined) throw new BuildRefusal('no_index')
  return found
}

/** Broken archives throw plain errors; the store and the database put a code on theirs. */
function isFaultOfArchive(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BuildRefusal || isDiskFull(error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '' || code.startsWith('Z_')
}
