import type { Picture } from '@lantern/contract/media/image-url.ts'
import type { Services } from '#kit/services.ts'
import { ImageRefusal, storeImage } from '#media/index.ts'
import { findReferenced, type Place, readReferenced, sha256 } from './references.ts'

export type FoundPicture =
  | { kind: 'stored'; picture: Picture; hash: string }
  | { kind: 'refused'; reason: string; hash: string }
  | { kind: 'missing' }
  | { kind: 'elsewhere' }

/** The pictures of one import: each file is read and stored once, however many lessons show it. */
export interface LessonPictures {
  find(src: string, from: Place): Promise<FoundPicture>
  /** What `find` would depend on, without storing anything. */
  fingerprint(src: string, from: Place): string | null
  storedCount(): number
}

export function lessonPictures(services: Services, root: string): LessonPictures {
  const byPath = new Map<string, Promise<FoundPicture>>()
  const hashes = new Map<string, string | null>()

  function hashOf(path: string): string | null {
    const known = hashes.get(path)
    if (known !== undefined) return known
    const bytes = readReferenced(path)
    const hash = bytes && sha256(bytes).toString('hex')
    hashes.set(path, hash)
    return hash
  }

  async function read(path: string): Promise<FoundPicture> {
    const bytes = readReferenced(path)
    if (!bytes) return { kind: 'refused', reason: 'too_large', hash: '' }
    const hash = sha256(bytes).toString('hex')
    hashes.set(path, hash)
    try {
      return { kind: 'stored', picture: await storeImage(services, bytes), hash }
    } catch (error) {
      if (error instanceof ImageRefusal) return { kind: 'refused', reason: error.fault, hash }
      throw error
    }
  }

  return {
    async find(src, from) {
      if (/^(https?:)?\/\/|^data:/i.test(src.trim())) return { kind: 'elsewhere' }
      const path = findReferenced(root, from, src)
      if (!path) return { kind: 'missing' }
      const found = byPath.get(path) ?? read(path)
      byPath.set(path, found)
      return found
    },
    fingerprint(src, from) {
      if (/^(https?:)?\/\/|^data:/i.test(src.trim())) return null
      const path = findReferenced(root, from, src)
      return path && hashOf(path)
    },
    storedCount: () => byPath.size,
  }
}
