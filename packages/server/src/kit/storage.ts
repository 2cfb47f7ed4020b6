import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from './config.ts'

/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Files by key (`images/ab/abcd.png`): a folder on this machine, or any S3. A key is written whole or not at all, and
 * a written file outlives a power failure once the call returns: a row may name it from then on.
 */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Writes what comes, which must be exactly so many bytes. */
  putStream(key: string, source: Readable, facts: { contentType: string; byteSize: number }): Promise<void>
  /** Takes over a file of this machine, which is gone from there afterwards. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  get(key: string): Promise<Buffer | null>
  stream(key: string, range?: ByteRange): Promise<Readable | null>
  /** How many bytes it has; null when there is none. */
  size(key: string): Promise<number | null>
  /** For programs that read files by their path: a file of this machine while the work runs. Null when there is none. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T | null>
  exists(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Every key, in no order; with a start, those that begin with it. */
  keys(start?: string): AsyncIterable<string>
  /** How many bytes there is room for; null where nobody can tell. */
  roomLeft(): Promise<number | null>
}

export async function createStorage(config: Config): Promise<Storage> {
  if (!config.s3) {
    const root = join(config.dataDir, 'storage')
    await makePrivateFolder(root)
    return folderStorage(root)
  }
  // the client library is large: a site that keeps its files in a folder never loads it
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config.s3)
}

export function folderStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkedKey(key))

  /** Written beside and moved: a reader never meets half a file, two writers of one key do not mix. */
  async function write(key: string, fill: (draft: string) => Promise<unknown>): Promise<void> {
    const path = pathOf(key)
    await makeFolderOf(path)
    const draft = `${path}.${randomUUID()}.part`
    try {
      await fill(draft)
      await keepDraft(draft, path)
    } catch (error) {
      // a full disk must not stay full of halves
      await rm(draft, { force: true })
      throw error
    }
  }

  async function makeFolderOf(path: string): Promise<void> {
    const first = await mkdir(dirname(path), { recursive: true, mode: privateFolder })
    // each new folder is a line in the one above it
    for (let made = dirname(path); first && made.length >= first.length; made = dirname(made)) {
      await writeThrough(dirname(made))
    }
  }

  async function keepDraft(draft: string, path: string): Promise<void> {
    await chmod(draft, privateFile)
    await writeThrough(draft)
    await rename(draft, path)
    await writeThrough(dirname(path))
  }

  const sizeOf = async (key: string) => {
    const found = await stat(pathOf(key)).catch(nullWhenMissing)
    return found?.isFile() ? found.size : null
  }

  return {
    put: (key, bytes) => write(key, (draft) => writeFile(draft, bytes, { mode: privateFile })),
    putStream: (key, source, { byteSize }) =>
      write(key, async (draft) => {
        await pipeline(source, createWriteStream(draft, { mode: privateFile }))
        const { size } = await stat(draft)
        if (size !== byteSize) throw new Error(`${key} came with ${size} bytes instead of ${byteSize}`)
      }),
    async putFile(key, path) {
      const target = pathOf(key)
      await makeFolderOf(target)
      await keepDraft(path, target).catch(async (error: unknown) => {
        if (!hasCode(error, 'EXDEV')) throw error
        await write(key, (draft) => copyFile(path, draft))
        await rm(path, { force: true })
      })
    },
    get: (key) => readFile(pathOf(key)).catch(nullWhenMissing),
    async stream(key, range) {
      return (await sizeOf(key)) === null ? null : createReadStream(pathOf(key), range)
    },
    size: sizeOf,
    async withFile(key, work) {
      return (await sizeOf(key)) === null ? null : work(pathOf(key))
    },
    exists: async (key) => (await sizeOf(key)) !== null,
    delete: (key) => rm(pathOf(key), { force: true }),
    async *keys(start = '') {
      // only what lies below the start is looked at: a store of videos has millions of files
      const folder = join(root, start.slice(0, start.lastIndexOf('/') + 1))
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullWhenMissing)
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.endsWith('.part')) continue
        const key = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
        if (key.startsWith(start)) yield key
      }
    },
    async roomLeft() {
      await mkdir(root, { recursive: true, mode: privateFolder })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

/** Uploads and files made of them are read by the site alone, never by others of the same machine. */
const privateFile = 0o600
const privateFolder = 0o700

/** A folder that nobody else of this machine can look into, also when it was there before. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder })
  await chmod(path, privateFolder)
}

/** Returns when a file's bytes, or a folder's entries, are on the disk (fsync). */
async function writeThrough(path: string): Promise<void> {
  // there a folder cannot be opened, and a file not for reading alone
  if (process.platform === 'win32') return
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Keys are made by us, but from ids that came from outside: nothing may climb out of the folder. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(key)) throw new Error(`Not a storage key: ${key}`)
  return key
}

/** True when an error means that there is no room left where files are kept. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null
  throw error
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
