import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'

/**
 * The bytes of a file in an archive. Ends with an error when their checksum differs from the archive's: the
 * reader of archives itself compares only how many they are.
 */
export async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  const source = await zip.openReadStreamPromise(entry)
  let sum = 0
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new Error(`${entry.fileName} does not have its checksum`))
    },
  })
  // an error of either ends both; the reader hears of it
  pipeline(source, checked).catch(() => undefined)
  return checked
}
