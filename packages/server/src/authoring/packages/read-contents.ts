import { createHash } from 'node:crypto'
import { parseCaptions } from '@lantern/contract/media/captions.ts'
import { mostBytes } from '@lantern/contract/media/upload-rules.ts'
import { Value } from 'typebox/value'
import type { Errand } from '#kit/aside.ts'
import { imageLimits } from '#media/index.ts'
import { partsOf } from '../drafts/part-forms.ts'
import { refsIn } from './media-refs.ts'
import { openArchive, type PackageArchive, type PackageFault, PackageRefusal, tooLarge } from './package-archive.ts'
import {
  Manifest,
  manifestPath,
  PackedItem,
  type PackedMedia,
  packageFormat,
  packageLimits,
  packageVersion,
} from './package-shape.ts'
import { formsOfPacked, withPlaceholders } from './packed-forms.ts'
import { refOf } from './packed-media.ts'

// Runs in a process of its own (kit/aside.ts): errors come back as what they say, so the fault is in the answer.

export interface ContentsInput {
  /** Where the package lies on this machine. */
  path: string
  ownerId: string
}

/** Items are not in the answer: each is sent when it was read, so that nobody has to copy all at once. */
export type PackageContents = { manifest: Manifest } | { fault: PackageFault; detail: string }

/** Reads all texts of a package and finds them sound: list, items, captions. What is in files of media is not looked at. */
export async function packageContents({ input, ask }: Errand<ContentsInput>): Promise<PackageContents> {
  let archive: PackageArchive | undefined
  try {
    archive = await openArchive(input.path)
    const manifest = readManifest(await readText(archive, manifestPath))
    requireExactly(manifest, archive)
    for (const media of manifest.media) requireSound(media, archive)
    await readItems(archive, manifest, input.ownerId, ask)
    return { manifest }
  } catch (error) {
    if (!(error instanceof PackageRefusal)) throw error
    return { fault: error.fault, detail: error.detail }
  } finally {
    archive?.close()
  }
}

async function readItems(
  archive: PackageArchive,
  { items, media }: Manifest,
  ownerId: string,
  take: (item: PackedItem) => Promise<unknown>,
): Promise<void> {
  const bytes = items.reduce((sum, { file }) => sum + (archive.entries.get(file)?.uncompressedSize ?? 0), 0)
  if (bytes > packageLimits.textBytesTogether) throw tooLarge(bytes, packageLimits.textBytesTogether)
  const refs = new Set(media.map(({ ref }) => ref))
  const mediaIds = withPlaceholders(media, new Map())
  for (const { file, sha256, id, type } of items) {
    const text = await readText(archive, file)
    if (createHash('sha256').update(text).digest('hex') !== sha256) throw new PackageRefusal('tampered', file)
    const item = readItem(text, { id, type, file })
    try {
      for (const ref of refsIn(item.forms)) if (!refs.has(ref)) throw new PackageRefusal('missing_file', ref)
      formsOfPacked(item, { mediaIds, ownerId })
    } catch (cause) {
      // deeper than can be followed
      throw cause instanceof RangeError ? new PackageRefusal('broken_item', file, { cause }) : cause
    }
    await take(item)
  }
}

async function readText(archive: PackageArchive, path: string): Promise<Buffer> {
  const entry = archive.entries.get(path)
  if (!entry) throw new PackageRefusal(path === manifestPath ? 'not_a_package' : 'missing_file', path)
  const { uncompressedSize: bytes } = entry
  if (bytes > packageLimits.textBytes) throw tooLarge(bytes, packageLimits.textBytes, path)
  try {
    return Buffer.concat(await Array.fromAsync(await archive.open(path)))
  } catch (cause) {
    throw new PackageRefusal('damaged', path, { cause })
  }
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
function requireExactly(manifest: Manifest, { entries }: PackageArchive): void {
  const listed = new Set([manifestPath, ...[...manifest.items, ...manifest.media].map(({ file }) => file)])
  for (const file of listed) if (!entries.has(file)) throw new PackageRefusal('missing_file', file)
  for (const file of entries.keys()) if (!listed.has(file)) throw new PackageRefusal('extra_file', file)
}

/** Only the parts of an item's type: further fields in its file are dropped. */
function readItem(text: Buffer, wanted: { id: string; type: string; file: string }): PackedItem {
  const item = parsed(text)
  if (!Value.Check(PackedItem, item) || item.id !== wanted.id || item.type !== wanted.type) {
    throw new PackageRefusal('broken_item', wanted.file)
  }
  return { ...item, forms: Object.fromEntries(partsOf(item.type).map((part) => [part, item.forms[part]])) }
}

function requireSound({ ref, ...facts }: PackedMedia, { entries }: PackageArchive): void {
  const { kind, file, sha256, byteSize, title, name, use = 'material', captions = [] } = facts
  const isListed = refOf(facts) === ref && file === `media/${sha256}`
  if (!isListed || entries.get(file)?.uncompressedSize !== byteSize) throw new PackageRefusal('tampered', file)
  // said before it is unpacked: a picture would be in memory as a whole
  const most = kind === 'image' ? imageLimits.bytes : mostBytes(kind === 'video' ? kind : use)
  if (byteSize > most) throw tooLarge(byteSize, most, title ?? name)
  for (const { language, vtt } of captions) {
    if ('fault' in parseCaptions(vtt)) throw new PackageRefusal('media_refused', `${title ?? name}: ${language}`)
  }
}
