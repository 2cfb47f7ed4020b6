import { stat } from 'node:fs/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Services } from '#kit/services.ts'
import { isDiskFull } from '#kit/storage.ts'
import { openEntry } from '../zip-entry.ts'
import { factsOf } from './build-files.ts'

const megabyte = 1024 ** 2

/** No package that was made to be played is near any of these. */
export const archiveLimits = {
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

export type ArchiveFault =
  | 'no_archive'
  | 'damaged'
  | 'encrypted'
  | 'unsafe_path'
  | 'link'
  | 'too_many_files'
  | 'too_large'
  | 'no_room'
  // of builds alone
  | 'no_index'
  | 'quota'

/** The archive cannot be unpacked. */
export class ArchiveRefusal extends Error {
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** A file of an archive, in the store. */
export interface UnpackedFile {
  path: string
  storage_key: string
  byte_size: number
  content_type: string
  content_encoding: 'gzip' | 'br' | null
}

export type { Entry }

/**
 * Writes these entries into a folder of the store, file by file as a stream. No file may turn out larger than the archive
 * says. Done again, it writes the same files again; when it fails, none is left.
 */
export async function unpackEntries(
  services: Pick<Services, 'storage'>,
  archive: string,
  entries: readonly Entry[],
  { folder, onProgress }: { folder: string; onProgress?: (percent: number) => Promise<void> },
): Promise<UnpackedFile[]> {
  const written: string[] = []
  const zip = await openArchive(archive)
  try {
    const files: UnpackedFile[] = []
    let told = 0
    for (const [at, entry] of entries.entries()) {
      const key = `${folder}/${at}`
      written.push(key)
      files.push(await unpackFile(services, zip, entry, key))
      const percent = Math.floor(((at + 1) * 99) / entries.length)
      if (percent < told + 5) continue
      told = percent
      await onProgress?.(percent)
    }
    return files
  } catch (error) {
    for (const key of written) await services.storage.delete(key)
    if (isFaultOfArchive(error)) throw new ArchiveRefusal('damaged', { cause: error })
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
): Promise<UnpackedFile> {
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
export async function readArchive(archive: string, isWorthKeeping: (path: string) => boolean): Promise<Entry[]> {
  const zip = await openArchive(archive)
  const entries: Entry[] = []
  const paths = new Set<string>()
  let bytes = 0
  try {
    if (zip.entryCount > archiveLimits.entries) throw new ArchiveRefusal('too_many_files')
    for await (const entry of zip.eachEntry()) {
      refuseEntry(entry)
      bytes += entry.uncompressedSize
      if (bytes > archiveLimits.bytes) throw new ArchiveRefusal('too_large')
      if (!isWorthKeeping(entry.fileName)) continue
      // of two files in one place nobody can tell which was meant
      if (paths.size === paths.add(entry.fileName).size) throw new ArchiveRefusal('damaged')
      entries.push(entry)
      if (entries.length > archiveLimits.files) throw new ArchiveRefusal('too_many_files')
    }
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw error
    const isPath = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
    throw new ArchiveRefusal(isPath ? 'unsafe_path' : 'damaged', { cause: error })
  } finally {
    zip.close()
  }
  const { size } = await stat(archive)
  if (bytes > archiveLimits.ratioFreeBytes && bytes > size * archiveLimits.ratio) throw new ArchiveRefusal('too_large')
  return entries
}

/** Opens an archive while the work runs. */
export async function withArchive<T>(path: string, work: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await openArchive(path)
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}

async function openArchive(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: false, validateEntrySizes: true })
  } catch (cause) {
    throw new ArchiveRefusal('no_archive', { cause })
  }
}

function refuseEntry(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  const isPlain = kind === 0 || kind === 0o100000 || kind === 0o040000
  if (!isPlain) throw new ArchiveRefusal('link')
  if (entry.isEncrypted()) throw new ArchiveRefusal('encrypted')
  if (entry.fileName.includes('\0') || Buffer.byteLength(entry.fileName) > longestPath)
    throw new ArchiveRefusal('unsafe_path')
}

/** Folders come by themselves; archives inside, hidden files and what a Mac adds are of no use to a page. */
export function isWorthShowing(path: string): boolean {
  return !(path.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(path) || /\.(zip|7z|rar)$/i.test(path))
}

/** Broken archives throw plain errors; the store and the database put a code on theirs. */
function isFaultOfArchive(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ArchiveRefusal || isDiskFull(error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '' || code.startsWith('Z_')
}
