import { posix } from 'node:path'
import { crc32 } from 'node:zlib'
import { exchangeLimits } from '@lantern/contract/authoring/exchange-formats.ts'
import { strFromU8, Unzip, UnzipInflate } from 'fflate'
import { FileProblem } from './source-rows.ts'

/**
 * The files of a small package, by their path. Bytes are counted as they come out, so that a file which says it is small
 * and is not ends the reading; paths that lead out of the package are refused, as are too many files.
 */
export function unpackZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  const sums = listedChecksums(bytes)
  let total = 0
  let count = 0
  let failure: FileProblem | null = null
  const unzip = new Unzip((file) => {
    if (failure) return
    if (++count > exchangeLimits.packedFiles) {
      failure = new FileProblem('zip_bomb')
      return
    }
    if (file.name.endsWith('/')) return
    const path = safePath(file.name)
    if (path === null) {
      failure = new FileProblem('zip_path', file.name.slice(0, 200))
      return
    }
    const parts: Uint8Array[] = []
    file.ondata = (error, chunk, final) => {
      if (error) failure ??= new FileProblem('zip_broken', '', { cause: error })
      if (failure) return
      total += chunk.length
      if (total > exchangeLimits.unpackedBytes) {
        failure = new FileProblem('zip_bomb')
        file.terminate()
        return
      }
      parts.push(chunk)
      if (!final) return
      const whole = Buffer.concat(parts)
      if (sums.get(file.name) === crc32(whole)) files.set(path, whole)
      else failure = new FileProblem('zip_broken', path)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    // in pieces: what one piece unpacks to is bounded, and the count above stops before the next
    const piece = 64 * 1024
    for (let at = 0; at < bytes.length && !failure; at += piece) {
      unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length)
    }
  } catch (cause) {
    throw failure ?? new FileProblem('zip_broken', '', { cause })
  }
  if (failure) throw failure
  if (files.size === 0) throw new FileProblem('zip_broken')
  return files
}

const listEndMark = 0x06054b50
const listEndBytes = 22
const listedMark = 0x02014b50
const listedBytes = 46
const longestComment = 0xffff

/** The checksums by name, from the list at the end: the reader of the files does not look at any. */
function listedChecksums(bytes: Uint8Array): Map<string, number> {
  const sums = new Map<string, number>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = listEnd(view)
  if (end === null) return sums
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + listedBytes > end || view.getUint32(at, true) !== listedMark) break
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0
    const nameEnd = at + listedBytes + view.getUint16(at + 28, true)
    sums.set(strFromU8(bytes.subarray(at + listedBytes, nameEnd), !isUtf8), view.getUint32(at + 16, true))
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sums
}

/** Where the end of the list begins: at the very end, but for a comment. */
function listEnd(view: DataView): number | null {
  const last = view.byteLength - listEndBytes
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) === listEndMark) return at
  }
  return null
}

/** A path inside of the package, or null when it means something outside. */
export function safePath(name: string): string | null {
  const path = name.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path)) return null
  const parts = path.split('/')
  if (parts.includes('..') || path.length > 500) return null
  return posix.normalize(path)
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 0x03 || bytes[2] === 0x05)
}
