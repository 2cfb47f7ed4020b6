import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { openEntry } from '../zip-entry.ts'
import { factsOf } from './build-files.ts'
import { type Entry, withArchive } from './unpack-archive.ts'

/** Types and imports of a program come first; those of large engines take some 50 kB. */
const headBytes = 256 * 1024

/** Builds have a handful; an archive of thousands would keep the process busy with unpacking their beginnings. */
const mostPrograms = 16

/**
 * Whether a program of the build shares its memory between threads, as Unity makes it with "Native C/C++ Multithreading",
 * and other engines with threads: such a program cannot start in a page that is not isolated.
 */
export async function usesThreads(archive: string, entries: readonly Entry[]): Promise<boolean> {
  const programs = entries
    .filter(({ fileName }) => /\.wasm(\.(gz|br|unityweb))?$/i.test(fileName))
    .slice(0, mostPrograms)
  if (programs.length === 0) return false
  return withArchive(archive, async (zip) => {
    for (const entry of programs) {
      const stream = await openEntry(zip, entry)
      const head: Buffer[] = []
      let size = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        head.push(chunk)
        size += chunk.length
        if (size >= headBytes) break
      }
      if (hasSharedMemory(unpackedHead(Buffer.concat(head), entry.fileName))) return true
    }
    return false
  })
}

/** What can be unpacked of the beginning of a file; nothing of one that is not what its name says. */
function unpackedHead(head: Buffer, name: string): Buffer {
  const { encoding } = factsOf(name, head)
  // a beginning ends before its end, which is no fault here; a few bytes may hold gigabytes, which is none either
  const most = { maxOutputLength: 16 * 1024 ** 2 }
  try {
    if (encoding === 'gzip') return gunzipSync(head, { ...most, finishFlush: constants.Z_SYNC_FLUSH })
    if (encoding === 'br') {
      return brotliDecompressSync(head, { ...most, finishFlush: constants.BROTLI_OPERATION_FLUSH })
    }
    return head
  } catch {
    return Buffer.alloc(0)
  }
}

const magic = Buffer.from([0, 0x61, 0x73, 0x6d])
const sections = { imports: 2, memory: 5 } as const
/** The bit of the limits of a memory that says it is shared. */
const sharedBit = 2

/** Whether a WebAssembly program imports or declares a memory that threads share; false when its beginning does not say. */
function hasSharedMemory(program: Buffer): boolean {
  if (!program.subarray(0, 4).equals(magic)) return false
  try {
    const reader = readerOf(program, 8)
    for (;;) {
      const id = reader.byte()
      const end = reader.number() + reader.at()
      if (id === sections.imports && importsShared(reader)) return true
      if (id === sections.memory && reader.number() > 0 && (reader.number() & sharedBit) !== 0) return true
      if (id > sections.memory && id <= 12) return false
      reader.goTo(end)
    }
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function importsShared(reader: Reader): boolean {
  for (let left = reader.number(); left > 0; left--) {
    // the names of its module and its own
    reader.skip(reader.number())
    reader.skip(reader.number())
    const kind = reader.byte()
    if (kind === 2) {
      if ((limitsOf(reader) & sharedBit) !== 0) return true
    } else if (kind === 0) reader.number()
    else if (kind === 1) {
      reader.byte()
      limitsOf(reader)
    } else reader.skip(2)
  }
  return false
}

/** Passes the limits of a table or a memory; their flags. */
function limitsOf(reader: Reader): number {
  const flags = reader.number()
  reader.number()
  if ((flags & 1) !== 0) reader.number()
  return flags
}

type Reader = ReturnType<typeof readerOf>

/** Throws a `RangeError` where the bytes end. */
function readerOf(bytes: Buffer, start: number) {
  let at = start
  return {
    at: () => at,
    goTo(next: number) {
      at = next
    },
    skip(many: number) {
      at += many
    },
    byte: () => bytes.readUInt8(at++),
    /** A number as WebAssembly writes it: seven bits a byte, the least first. */
    number() {
      let value = 0
      for (let shift = 0; shift < 35; shift += 7) {
        const byte = bytes.readUInt8(at++)
        value += (byte & 0x7f) * 2 ** shift
        if (byte < 0x80) return value
      }
      throw new RangeError('A number without an end')
    },
  }
}
