import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Services } from '#kit/services.ts'
import { packageDate } from './write-zip.ts'

export interface StoredFile {
  path: string
  storageKey: string
  byteSize: number
}

// Stored and not deflated: two versions of a library deflate in two ways, and the bytes have to stay the same.
const entryOptions = { mtime: packageDate, mode: 0o100644, compress: false, forceDosTimestamp: true }

/** The files in the order of their names, texts first, each stored one read only when it is its turn. */
export function streamZip(
  { storage }: Pick<Services, 'storage'>,
  texts: ReadonlyMap<string, Buffer>,
  stored: readonly StoredFile[],
): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.on('error', (error) => output.destroy(error as Error))
  zip.outputStream.pipe(output)
  for (const [path, text] of [...texts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    zip.addBuffer(text, path, entryOptions)
  }
  const files = [...new Map(stored.map((one) => [one.path, one])).values()]
  for (const { path, storageKey, byteSize } of files.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    zip.addReadStreamLazy(path, { ...entryOptions, size: byteSize }, (give) => {
      storage.stream(storageKey).then(
        (stream) => (stream ? give(null, stream) : give(new Error(`${storageKey} is gone`), new PassThrough())),
        (error: unknown) => give(error, new PassThrough()),
      )
    })
  }
  zip.end()
  return output
}
