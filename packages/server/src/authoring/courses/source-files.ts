import { createReadStream, createWriteStream, mkdirSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { CourseFault } from '@lantern/contract/authoring/course-imports.ts'
import { extract } from 'tar-stream'
import { type Entry, openPromise } from 'yauzl'
import { openEntry } from '#media/index.ts'
import { decodeSource } from '../exchange/source-bytes.ts'
import { safePath } from '../exchange/unpack-zip.ts'

const megabyte = 1024 ** 2

const courseLimits = {
  entries: 20_000,
  /** Limit for all unpacked files. */
  bytes: 3 * 1024 * megabyte,
  /** How many times its own size an archive may unpack to, once it is more than a little. */
  ratio: 200,
  ratioFreeBytes: 64 * megabyte,
  /** Limit for one file that is read as text. */
  textBytes: 24 * megabyte,
} as const

/** The file as a whole cannot be taken; nothing of it was. */
export class CourseRefusal extends Error {
  readonly fault: CourseFault
  readonly detail: string

  constructor(fault: CourseFault, detail = '', options?: ErrorOptions) {
    super(`${fault} ${detail}`, options)
    this.fault = fault
    this.detail = detail
  }
}

/** The unpacked files of a course by their path, below the folder that holds all of them. */
export interface SourceFiles {
  paths(): string[]
  has(path: string): boolean
  /** The path as the archive spells it: Windows, which wrote many of these, knows no difference of case. */
  find(path: string): string | null
  size(path: string): number
  bytes(path: string): Buffer
  /** Any encoding. Null when it is no text, or a longer one than is read. */
  text(path: string): string | null
  /** Another name for a file: some archives call theirs by what is in them. */
  alias(path: string, of: string): void
  /** Where it lies on this machine. */
  location(path: string): string
}

/**
 * Unpacks a zip or a packed tar into a folder, each file under a number, once it is found harmless. `roomBytes`: free
 * disk space that the files may take; null where the store cannot tell it.
 */
export async function unpackCourse(
  archive: string,
  folder: string,
  { roomBytes }: { roomBytes: number | null },
): Promise<SourceFiles> {
  mkdirSync(folder, { recursive: true })
  const unpacking = await receiver(archive, folder, roomBytes ?? Number.POSITIVE_INFINITY)
  const head = firstBytes(archive)
  if (head[0] === 0x50 && head[1] === 0x4b) await unpackZip(archive, unpacking)
  else if (head[0] === 0x1f && head[1] === 0x8b) await unpackTar(archive, unpacking)
  else throw new CourseRefusal('no_course')
  return filesOf(withoutTopFolder(unpacking.files), folder)
}

interface Receiver {
  files: Map<string, string>
  /** The refusal of a course whose unpacked files have `bytes` bytes in all; null where they fit. */
  refuseBytes(bytes: number): CourseRefusal | null
  take(name: string, open: () => Promise<Readable>): Promise<void>
}

async function receiver(archive: string, folder: string, roomBytes: number): Promise<Receiver> {
  const { size: archiveBytes } = await stat(archive)
  const files = new Map<string, string>()
  let bytes = 0
  const refuseBytes = (all: number) => {
    const isBomb = all > courseLimits.ratioFreeBytes && all > archiveBytes * courseLimits.ratio
    if (all > courseLimits.bytes || isBomb) return new CourseRefusal('too_large')
    return all > roomBytes ? new CourseRefusal('no_room') : null
  }
  const count = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        const refusal = refuseBytes(bytes)
        if (refusal) done(refusal)
        else done(null, chunk)
      },
    })
  return {
    files,
    refuseBytes,
    async take(name, open) {
      const path = safePath(name)
      if (path === null) throw new CourseRefusal('unsafe_path', name.slice(0, 200))
      if (files.size >= courseLimits.entries) throw new CourseRefusal('too_many_files')
      // of two files in one place nobody can tell which was meant
      if (files.has(path)) throw new CourseRefusal('damaged', path)
      const location = join(folder, String(files.size))
      files.set(path, location)
      await pipeline(await open(), count(), createWriteStream(location))
    },
  }
}

async function unpackZip(archive: string, { take, refuseBytes }: Receiver): Promise<void> {
  try {
    const zip = await openPromise(archive, { autoClose: false, strictFileNames: false, validateEntrySizes: true })
    try {
      if (zip.entryCount > courseLimits.entries) throw new CourseRefusal('too_many_files')
      const entries: Entry[] = []
      let bytes = 0
      // by what the list says, before a file is unpacked: none may turn out larger
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith('/')) continue
        refuseEntry(entry)
        bytes += entry.uncompressedSize
        const refusal = refuseBytes(bytes)
        if (refusal) throw refusal
        entries.push(entry)
      }
      for (const entry of entries) await take(entry.fileName, () => openEntry(zip, entry))
    } finally {
      zip.close()
    }
  } catch (error) {
    throw refusalOf(error)
  }
}

function refuseEntry(entry: Entry): void {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000
  if (kind !== 0 && kind !== 0o100000) throw new CourseRefusal('link', entry.fileName)
  if (entry.isEncrypted()) throw new CourseRefusal('encrypted')
}

async function unpackTar(archive: string, { take }: Receiver): Promise<void> {
  const reader = extract()
  // what breaks before its end is heard where the entries are read
  const source = pipeline(createReadStream(archive), createGunzip(), reader).catch((error: unknown) => {
    reader.destroy(error as Error)
  })
  let entries = 0
  try {
    for await (const entry of reader) {
      if (++entries > courseLimits.entries) throw new CourseRefusal('too_many_files')
      const { name, type } = entry.header
      if (type === 'symlink' || type === 'link') throw new CourseRefusal('link', name)
      // a Mac puts a second file beside each
      if (type === 'file' && !/(^|\/)\._/.test(name))
        await take(name.replace(/^\.\//, ''), async () => Readable.from(entry))
      else entry.resume()
    }
    await source
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): CourseRefusal {
  if (error instanceof CourseRefusal) return error
  const isPath = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
  return new CourseRefusal(isPath ? 'unsafe_path' : 'damaged', '', { cause: error })
}

function firstBytes(path: string): Buffer {
  const bytes = Buffer.alloc(4)
  readSync(openSync(path, 'r'), bytes, 0, 4, 0)
  return bytes
}

/** A folder that was packed as a whole: paths count from inside. */
function withoutTopFolder(files: Map<string, string>): Map<string, string> {
  const [first = ''] = files.keys()
  const top = `${first.split('/')[0]}/`
  const isShared = first.includes('/') && [...files.keys()].every((path) => path.startsWith(top))
  return isShared ? new Map([...files].map(([path, at]) => [path.slice(top.length), at])) : files
}

function filesOf(unpacked: ReadonlyMap<string, string>, folder: string): SourceFiles {
  const files = new Map(unpacked)
  const spelled = new Map([...files.keys()].map((path) => [path.toLowerCase(), path]))
  const location = (path: string) => files.get(path) ?? join(folder, 'none')
  const size = (path: string) => statSync(location(path)).size
  return {
    paths: () => [...files.keys()],
    has: (path) => files.has(path),
    find: (path) => (files.has(path) ? path : (spelled.get(path.toLowerCase()) ?? null)),
    size,
    bytes: (path) => readFileSync(location(path)),
    text(path) {
      if (!files.has(path) || size(path) > courseLimits.textBytes) return null
      try {
        return decodeSource(readFileSync(location(path)))
      } catch {
        return null
      }
    },
    alias(path, of) {
      files.set(path, location(of))
    },
    location,
  }
}
