import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Value } from 'typebox/value'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { openEntry } from '#media/index.ts'
import { refsIn } from './media-refs.ts'
import {
  Manifest,
  manifestPath,
  PackedItem,
  type PackedMedia,
  packageFormat,
  packageLimits,
  packageVersion,
} from './package-shape.ts'
import { refOf } from './packed-media.ts'

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

export interface OpenPackage {
  manifest: Manifest
  items: PackedItem[]
  /** The bytes of a file of media, found whole and unchanged before. */
  open(media: PackedMedia): Promise<Readable>
  close(): void
}

/**
 * Opens a package and looks at all of it before anything else happens: no path leads out of it, nothing is larger than it
 * says or than may be, nothing is missing and nothing is there that is not listed, and every hash is right.
 */
export async function openPackage(path: string): Promise<OpenPackage> {
  const zip = await openZip(path)
  try {
    const entries = await readEntries(zip)
    const manifest = readManifest(await readText(zip, entries, manifestPath))
    requireExactly(manifest, entries)
    const items: PackedItem[] = []
    for (const { file, sha256, id, type } of manifest.items) {
      const text = await readText(zip, entries, file)
      if (createHash('sha256').update(text).digest('hex') !== sha256) throw new PackageRefusal('tampered', file)
      items.push(readItem(text, { id, type, file }))
    }
    const known = new Set(manifest.media.map(({ ref }) => ref))
    for (const item of items) {
      for (const ref of refsIn(item.forms)) if (!known.has(ref)) throw new PackageRefusal('missing_file', ref)
    }
    for (const media of manifest.media) await requireWhole(zip, entries, media)
    return {
      manifest,
      items,
      open: (media) => openFile(zip, entries, media.file),
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

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      const kind = (entry.externalFileAttributes >>> 16) & 0o170000
      if (fileName.endsWith('/')) continue
      if (entries.has(fileName) || entry.isEncrypted()) throw new PackageRefusal('damaged', fileName)
      if (kind !== 0 && kind !== 0o100000) throw new PackageRefusal('unsafe_path', fileName)
      bytes += entry.uncompressedSize
      entries.set(fileName, entry)
      if (entries.size > packageLimits.files || bytes > packageLimits.bytes) throw new PackageRefusal('too_large')
    }
  } catch (error) {
    if (error instanceof PackageRefusal) throw error
    const isPath = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
    throw new PackageRefusal(isPath ? 'unsafe_path' : 'damaged', '', { cause: error })
  }
  return entries
}

async function openFile(zip: ZipFile, entries: ReadonlyMap<string, Entry>, path: string): Promise<Readable> {
  const entry = entries.get(path)
  if (!entry) throw new PackageRefusal('missing_file', path)
  return openEntry(zip, entry)
}

async function readText(zip: ZipFile, entries: ReadonlyMap<string, Entry>, path: string): Promise<Buffer> {
  const entry = entries.get(path)
  if (!entry) throw new PackageRefusal(path === manifestPath ? 'not_a_package' : 'missing_file', path)
  if (entry.uncompressedSize > packageLimits.textBytes) throw new PackageRefusal('too_large', path)
  return Buffer.concat(await chunksOf(await openFile(zip, entries, path), path))
}

async function chunksOf(stream: Readable, path: string): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch (cause) {
    throw new PackageRefusal('damaged', path, { cause })
  }
  return chunks
}

function readManifest(text: Buffer): Manifest {
  const value = parsed(text)
  const { format, version } = Object(value) as Record<string, unknown>
  if (format !== packageFormat) throw new PackageRefusal('not_a_package')
  if (version !== packageVersion) throw new PackageRefusal('other_version', String(version))
  if (!Value.Check(Manifest, value)) throw new PackageRefusal('broken_manifest')
  const ids = value.items.map(({ id }) => id)
  if (new Set(ids).size < ids.length || !ids.includes(value.root)) throw new PackageRefusal('broken_manifest')
  return value
}

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}

/** All that is listed and nothing else. */
function requireExactly(manifest: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const listed = new Set([manifestPath, ...[...manifest.items, ...manifest.media].map(({ file }) => file)])
  for (const file of listed) if (!entries.has(file)) throw new PackageRefusal('missing_file', file)
  for (const file of entries.keys()) if (!listed.has(file)) throw new PackageRefusal('extra_file', file)
}

function readItem(text: Buffer, wanted: { id: string; type: string; file: string }): PackedItem {
  const item = parsed(text)
  if (!Value.Check(PackedItem, item) || item.id !== wanted.id || item.type !== wanted.type) {
    throw new PackageRefusal('broken_item', wanted.file)
  }
  return item
}

async function requireWhole(zip: ZipFile, entries: ReadonlyMap<string, Entry>, media: PackedMedia): Promise<void> {
  const { file, sha256, byteSize, ref, ...facts } = media
  if (refOf({ ...facts, file, sha256, byteSize }) !== ref || file !== `media/${sha256}`) {
    throw new PackageRefusal('tampered', file)
  }
  if (entries.get(file)?.uncompressedSize !== byteSize) throw new PackageRefusal('tampered', file)
  const hash = createHash('sha256')
  try {
    for await (const chunk of await openFile(zip, entries, file)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw cause instanceof PackageRefusal ? cause : new PackageRefusal('damaged', file, { cause })
  }
  if (hash.digest('hex') !== sha256) throw new PackageRefusal('tampered', file)
}
