import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type AsideWork, runAside, TooMuch } from '#kit/aside.ts'
import { openArchive, type PackageArchive, PackageRefusal } from './package-archive.ts'
import type { Manifest, PackedItem, PackedMedia } from './package-shape.ts'
import type { ContentsInput, PackageContents } from './read-contents.ts'

const readContents: AsideWork = { file: new URL('./read-contents.ts', import.meta.url), name: 'packageContents' }

/** A thousand lessons take a few seconds. */
const deadlineMs = 60_000

export interface OpenPackage {
  manifest: Manifest
  items: PackedItem[]
  /** The bytes of a file of media, found whole and unchanged before. */
  open(media: PackedMedia): Promise<Readable>
  close(): void
}

/**
 * Opens a package and looks at all of it before anything else happens: no path leads out of it, nothing is larger than it
 * says or than may be, nothing is missing and nothing is there that is not listed, and every hash is right. What is text
 * is read in another process; files of media go by in pieces.
 */
export async function openPackage(path: string, ownerId: string): Promise<OpenPackage> {
  const { manifest, items } = await contentsOf(path, ownerId)
  const archive = await openArchive(path)
  try {
    for (const media of manifest.media) await requireWhole(archive, media)
    return { manifest, items, open: ({ file }) => archive.open(file), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function contentsOf(path: string, ownerId: string): Promise<{ manifest: Manifest; items: PackedItem[] }> {
  const input: ContentsInput = { path, ownerId }
  const items: PackedItem[] = []
  // it sends items and asks for nothing
  const answer = async (item: unknown) => void items.push(item as PackedItem)
  const options = { deadlineMs, forWhom: ownerId, answer }
  const contents = await runAside<PackageContents>(readContents, input, options).catch((cause: unknown) => {
    throw cause instanceof TooMuch ? new PackageRefusal('too_large', '', { cause }) : cause
  })
  if ('fault' in contents) throw new PackageRefusal(contents.fault, contents.detail)
  return { manifest: contents.manifest, items }
}

async function requireWhole(archive: PackageArchive, { file, sha256 }: PackedMedia): Promise<void> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await archive.open(file)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw cause instanceof PackageRefusal ? cause : new PackageRefusal('damaged', file, { cause })
  }
  if (hash.digest('hex') !== sha256) throw new PackageRefusal('tampered', file)
}
