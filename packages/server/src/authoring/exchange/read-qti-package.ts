import { posix } from 'node:path'
import { findAll, type XmlElement } from '#kit/xml-tree.ts'
import { asQti2, readQtiItem } from './read-qti.ts'
import { decodeSource } from './source-bytes.ts'
import { FileProblem, type SourceRow } from './source-rows.ts'
import { safePath } from './unpack-zip.ts'
import { parseXml } from './xml-tree.ts'

/** The items of a package in the order of its test; without a test, in the order of the manifest, else by name. */
export function readQtiPackage(files: ReadonlyMap<string, Uint8Array>): { rows: SourceRow[]; format: 'qti2' | 'qti3' } {
  const documents = new Map<string, XmlElement>()
  const rows: SourceRow[] = []
  let isQti3 = false
  for (const [path, bytes] of files) {
    if (!/\.xml$/i.test(path)) continue
    try {
      const root = parseXml(decodeSource(bytes))
      if (/^qti-assessment/.test(root.name)) isQti3 = true
      if (root.name === 'questestinterop') throw new FileProblem('qti_1')
      documents.set(path, asQti2(root))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      rows.push(brokenFile(path, error))
    }
  }
  for (const path of itemsInOrder(documents)) {
    const item = documents.get(path)
    if (item) rows.push(readQtiItem(item, { file: path, picture: (src) => fileBeside(files, path, src) }))
  }
  return { rows, format: isQti3 ? 'qti3' : 'qti2' }
}

/** Paths of everything that is an item. */
function itemsInOrder(documents: ReadonlyMap<string, XmlElement>): string[] {
  const named: string[] = []
  for (const kind of ['assessmentTest', 'assessmentSection', 'manifest']) {
    for (const [path, root] of documents) {
      if (root.name !== kind) continue
      for (const { attributes } of findAll(root, 'assessmentItemRef', 'resource')) {
        const item = resolved(path, attributes.href ?? '')
        if (item && documents.get(item)?.name === 'assessmentItem') named.push(item)
      }
    }
  }
  const all = [...documents].filter(([, root]) => root.name === 'assessmentItem').map(([path]) => path)
  return [...new Set([...named, ...all.sort()])]
}

function fileBeside(files: ReadonlyMap<string, Uint8Array>, from: string, src: string): Uint8Array | null {
  const path = resolved(from, src)
  return path === null ? null : (files.get(path) ?? null)
}

function resolved(from: string, href: string): string | null {
  if (href === '' || /^[a-z][a-z0-9+.-]*:/i.test(href)) return null
  let path: string
  try {
    path = posix.join(posix.dirname(from), decodeURIComponent(href.split(/[?#]/)[0] ?? ''))
  } catch {
    return null
  }
  return safePath(path)
}

function brokenFile(path: string, { code, detail }: FileProblem): SourceRow {
  const problem = { code, ...(detail && { detail }) }
  return { line: null, file: path, excerpt: posix.basename(path), question: null, problems: [problem], notes: [] }
}
