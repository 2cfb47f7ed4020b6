import { createWriteStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { type DataStore, ERRORS } from '@tus/utils'
import type { Config } from '#kit/config.ts'
import type { Services } from '#kit/services.ts'
import { isDiskFull, makePrivateFolder, type Storage } from '#kit/storage.ts'
import { attachmentKey, type ReceivedFile } from '../attachments/finish-upload.ts'

/** Where the protocol keeps what has come so far, and how a whole file gets from there into the store. */
export interface UploadStore {
  dataStore: DataStore
  /** The name of an upload in the data store, and back. */
  nameOf(attachmentId: string): string
  idOf(name: string): string
  received(attachmentId: string): ReceivedFile
  /** How much of it has come; null when nothing is known of it. */
  offset(attachmentId: string): Promise<{ offset: number; size: number } | null>
  drop(attachmentId: string): Promise<void>
}

const stores = new WeakMap<Config, Promise<UploadStore>>()

/** One for each process and site: what belongs to an unfinished upload is remembered there. */
export function uploadStoreOf(services: Pick<Services, 'config' | 'storage'>): Promise<UploadStore> {
  const { config } = services
  const store = stores.get(config) ?? (config.s3 ? bucketUploads(services, config.s3) : folderUploads(services))
  stores.set(config, store)
  return store
}

/** Beside the store on the same disk: a whole file is moved there in no time. */
export function receivingFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

/** What came is kept up to the byte where the connection broke; a full disk says so. */
class FolderStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, file)
    } catch (error) {
      throw isDiskFull(error) ? error : ERRORS.FILE_WRITE_ERROR
    }
    return offset + file.bytesWritten
  }
}

async function folderUploads({ config, storage }: Pick<Services, 'config' | 'storage'>): Promise<UploadStore> {
  const directory = receivingFolder(config)
  await makePrivateFolder(directory)
  const dataStore = new FolderStore({ directory })
  const pathOf = (id: string) => join(directory, id)
  const drop = async (id: string) => {
    await rm(pathOf(id), { force: true })
    await rm(`${pathOf(id)}.json`, { force: true })
  }
  return {
    dataStore,
    nameOf: (id) => id,
    idOf: (name) => name,
    received: (id) => ({ ...fileReceivedAt(storage, pathOf(id)), drop: () => drop(id) }),
    offset: (id) => offsetIn(dataStore, id),
    drop,
  }
}

/** A file of this machine that came whole. */
export function fileReceivedAt(storage: Storage, path: string): ReceivedFile {
  return {
    size: async () => (await stat(path).catch(() => null))?.size ?? null,
    async head(bytes) {
      const file = await open(path)
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async keepAs(key, contentType) {
      if (await stat(path).catch(() => null)) await storage.putFile(key, path, contentType)
      await rm(`${path}.json`, { force: true })
    },
    drop: () => rm(path, { force: true }),
  }
}

/** In the bucket itself, under the name it has when it is whole: nothing is copied. */
async function bucketUploads(
  { storage }: Pick<Services, 'storage'>,
  settings: NonNullable<Config['s3']>,
): Promise<UploadStore> {
  const [{ S3Store }, { s3Client }] = await Promise.all([import('@tus/s3-store'), import('#kit/s3-storage.ts')])
  const dataStore = new S3Store({
    partSize: 8 * 1024 * 1024,
    useTags: false,
    s3ClientConfig: { bucket: settings.bucket, ...s3Client(settings) },
  })
  const drop = async (id: string) => {
    const key = attachmentKey(id)
    // unknown to the bucket: there is nothing to drop
    await dataStore.remove(key).catch(() => undefined)
    for (const left of [`${key}.info`, `${key}.part`, key]) await storage.delete(left)
  }
  return {
    dataStore,
    nameOf: attachmentKey,
    idOf: (name) => name.split('/')[1] ?? name,
    received: (id) => ({
      size: () => storage.size(attachmentKey(id)),
      async head(bytes) {
        const head = await storage.stream(attachmentKey(id), { start: 0, end: bytes - 1 })
        return head ? buffer(head) : Buffer.alloc(0)
      },
      keepAs: (key) => storage.delete(`${key}.info`),
      drop: () => drop(id),
    }),
    offset: (id) => offsetIn(dataStore, attachmentKey(id)),
    drop,
  }
}

async function offsetIn(store: DataStore, name: string): Promise<{ offset: number; size: number } | null> {
  const upload = await store.getUpload(name).catch(() => null)
  return upload?.size === undefined ? null : { offset: upload.offset, size: upload.size }
}

/** Names of files that were being received here, with when they were last written to. */
export async function* filesBeingReceived(config: Pick<Config, 'dataDir'>): AsyncIterable<{ path: string; at: Date }> {
  const folder = receivingFolder(config)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found) yield { path, at: found.mtime }
  }
}
