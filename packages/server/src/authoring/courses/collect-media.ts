import { createHash } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAllowedEnding } from '@lantern/contract/media/upload-rules.ts'
import type { PackedMedia } from '../packages/package-shape.ts'
import { refOf } from '../packages/packed-media.ts'
import type { SourceFiles } from './source-files.ts'

/** Pictures, films and files that the parts of a course show, each once, named by what is in it. */
export interface CourseMedia {
  /** A file of the course. Null when there is nothing in it, or nothing that can be stored as such. */
  file(path: string, kind: PackedMedia['kind']): PackedMedia | null
  /** A picture that stood inside of a text. */
  picture(bytes: Uint8Array): PackedMedia | null
  all(): PackedMedia[]
}

/** `folder` gets a copy of each, under the name of its hash: where the process that stores them finds it. */
export function collectMedia(files: SourceFiles, folder: string): CourseMedia {
  const known = new Map<string, PackedMedia>()
  const keep = (facts: { sha256: string; byteSize: number; name: string; kind: PackedMedia['kind'] }) => {
    const { kind, sha256, name } = facts
    const media = {
      ...facts,
      file: `media/${sha256}`,
      ...(kind === 'attachment' && { use: 'material' as const }),
      ...(kind === 'video' && { title: name.replace(/\.[^.]*$/, ''), isPrivate: false, captions: [] }),
    }
    const kept = { ...media, ref: refOf(media) }
    known.set(kept.ref, kept)
    return kept
  }
  return {
    file(path, kind) {
      const byteSize = files.size(path)
      const name = kind === 'image' ? 'picture' : basename(path).slice(-200)
      if (byteSize === 0) return null
      if (kind !== 'image' && !isAllowedEnding(kind === 'video' ? 'video' : 'material', name)) return null
      const sha256 = hashFile(files.location(path))
      const copy = join(folder, sha256)
      if (!existsSync(copy)) copyFileSync(files.location(path), copy)
      return keep({ sha256, byteSize, name, kind })
    },
    picture(bytes) {
      if (bytes.length === 0) return null
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const copy = join(folder, sha256)
      if (!existsSync(copy)) writeFileSync(copy, bytes)
      return keep({ sha256, byteSize: bytes.length, name: 'picture', kind: 'image' })
    },
    all: () => [...known.values()],
  }
}

function hashFile(location: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(1024 * 1024)
  const file = openSync(location, 'r')
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
