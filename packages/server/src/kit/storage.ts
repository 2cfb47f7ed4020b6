import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from './config.ts'

/** Files by key (`images/ab/abcd.png`): a folder on this machine, or any S3. A key is written whole or not at all. */
export interface Storage {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  get(key: string): Promise<Buffer | null>
  stream(key: string): Promise<Readable | null>
  exists(key: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Every key, in no order. */
  keys(): AsyncIterable<string>
}

export async function createStorage(config: Config): Promise<Storage> {
  if (!config.s3) return folderStorage(join(config.dataDir, 'storage'))
  // the client library is large: a site that keeps its files in a folder never loads it
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config.s3)
}

export function folderStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkedKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // written beside and moved: a reader never meets half a file, two writers of one key do not mix
      const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`
      await writeFile(draft, bytes)
      await rename(draft, path)
    },
    get: (key) => readFile(pathOf(key)).catch(nullWhenMissing),
    async stream(key) {
      const found = await stat(pathOf(key)).catch(nullWhenMissing)
      return found?.isFile() ? createReadStream(pathOf(key)) : null
    },
    async exists(key) {
      return (await stat(pathOf(key)).catch(nullWhenMissing)) !== null
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async *keys() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nullWhenMissing)
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.endsWith('.part')) continue
        yield relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
      }
    },
  }
}

/** Keys are made by us, but from ids that came from outside: nothing may climb out of the folder. */
export function checkedKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(key)) throw new Error(`Not a storage key: ${key}`)
  return key
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}
