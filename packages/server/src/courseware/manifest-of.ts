import type { Errand } from '#kit/aside.ts'
import { parseXmlTree, XmlRefusal } from '#kit/xml-tree.ts'
import { readCmi5 } from './read-cmi5.ts'
import { readScorm } from './read-scorm.ts'
import { type Manifest, PackageRefusal } from './units.ts'

export interface ManifestText {
  name: 'imsmanifest.xml' | 'cmi5.xml'
  bytes: Uint8Array
  /** It came in an archive with files. */
  hasFiles: boolean
}

export type ManifestAnswer = { manifest: Manifest } | { fault: PackageRefusal['fault']; detail: string }

const limits = { elements: 200_000, depth: 100 }
/** Runs in a process of its own (kit/aside.ts): a refusal is an answer there. */
export function manifestOf({ input: { name, bytes, hasFiles } }: Errand<ManifestText>): ManifestAnswer {
  try {
    const text = decoded(bytes)
    const root = parseXmlTree(text, limits)
    return { manifest: name === 'cmi5.xml' ? readCmi5(root, text, { hasFiles }) : readScorm(root, text) }
  } catch (error) {
    if (error instanceof XmlRefusal) return { fault: error.fault, detail: error.line === null ? '' : `${error.line}` }
    if (error instanceof PackageRefusal) return { fault: error.fault, detail: error.detail }
    throw error
  }
}

/** In the encoding that it says; an unknown one is read as UTF-8. */
function decoded(bytes: Uint8Array): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = /<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(wide ?? named).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
