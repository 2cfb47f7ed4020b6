import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { openEntry } from '#media/index.ts'
import { packageLimits } from './package-shape.ts'

export type PackageFault =
  | 'damaged'
  | 'unsafe_path'
  | 'too_large'
  | 'not_a_package'
  | 'other_version'
  | 'broken_manifest'
  | 'missing_file'
  | 'extra_file'
  | 'tampered'
  | 'broken_item'
  | 'media_refused'

/** The package as a whole cannot be taken; nothing of it was. */
export class PackageRefusal extends Error {
  readonly fault: PackageFault
  readonly detail: string

  constructor(fault: PackageFault, detail = '', options?: ErrorOptions) {
    super(`${fault} ${detail}`, options)
    this.fault = fault
    this.detail = detail
  }
}

/** Names what is too large beside its limit. */
export function tooLarge(bytes: number, most: number, what = ''): PackageRefusal {
  return new PackageRefusal('too_large', `${what} ${inMegabytes(bytes)} > ${inMegabytes(most)}`.trim())
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MB`
}

export interface PackageArchive {
  entries: ReadonlyMap<string, Entry>
  open(path: string): Promise<Readable>
  close(): void
}

/** The archive with its list of files, once no path leads out of it and no more is in it than may be. */
export async function openArchive(path: string): Promise<PackageArchive> {
  const zip = await openZip(path)
  try {
    const entries = await readEntries(zip, (await stat(path)).size)
    return {
      entries,
      async open(file) {
        const entry = entries.get(file)
        if (!entry) throw new PackageRefusal('missing_file', file)
        return openEntry(zip, entry)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
  } catch (cause) {
    throw new PackageRefusal('damaged', '', { cause })
  }
}

async function readEntries(zip: ZipFile, archiveBytes: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  // folders are in no list and are counted all the same
  if (zip.entryCount > packageLimits.entries) throw tooMany(zip.entryCount, packageLimits.entries)
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      const kind = (entry.externalFileAttributes >>> 16) & 0o170000
      if (fileName.endsWith('/')) continue
      if (entries.has(fileName) || entry.isEncrypted()) throw new PackageRefusal('damaged', fileName)
      if (kind !== 0 && kind !== 0o100000) throw new PackageRefusal('unsafe_path', fileName)
      bytes += entry.uncompressedSize
      entries.set(fileName, entry)
      if (entries.size > packageLimits.files) throw tooMany(entries.size, packageLimits.files)
      if (bytes > packageLimits.bytes) throw tooLarge(bytes, packageLimits.bytes)
    }
  } catch (error) {
    if (error instanceof PackageRefusal) throw error
    const isPath = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
    throw new PackageRefusal(isPath ? 'unsafe_path' : 'damaged', '', { cause: error })
  }
  const { ratio, ratioFreeBytes } = packageLimits
  if (bytes > ratioFreeBytes && bytes > archiveBytes * ratio) throw tooLarge(bytes, archiveBytes * ratio)
  return entries
}

function tooMany(files: number, most: number): PackageRefusal {
  return new PackageRefusal('too_large', `${files} > ${most}`)
}
