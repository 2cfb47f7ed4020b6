import { posix } from 'node:path'
import { findAll, type XmlElement } from '#kit/xml-tree.ts'
import { asQti2, readQtiItem } from './read-qti.ts'
import { readQti1 } from './read-qti1.ts'
import { decodeSource } from './source-bytes.ts'
import { FileProblem, type SourceRow } from './source-rows.ts'
import { safePath } from './unpack-zip.ts'
import { parseXml } from './xml-tree.ts'

/** The items of a package in the order of its test; without a test, in the order of the manifest, else by name. */
export function readQtiPackage(files: ReadonlyMap<string, Uint8Array>): {
  rows: SourceRow[]
  format: 'qti1' | 'qti2' | 'qti3'
} {
  const documents = new Map<string, XmlElement>()
  const rows: SourceRow[] = []
  let isQti3 = false
  let isQti1 = false
  for (const [path, bytes] of files) {
    // Canvas calls question banks `.xml.qti`
    if (!/\.(xml|qti)$/i.test(path)) continue
    try {
      const root = parseXml(decodeSource(bytes))
      if (/^qti-assessment/.test(root.name)) isQti3 = true
      if (root.name === 'questestinterop') {
        isQti1 = true
        rows.push(
          ...readQti1(root, {
            file: path,
            picture: (src) => pictureOfCanvas(files, src) ?? fileBeside(files, path, src),
          }),
        )
        continue
      }
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
  return { rows, format: isQti1 ? 'qti1' : isQti3 ? 'qti3' : 'qti2' }
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

/** Pictures lie in one folder, which texts name by a word of its own; in exports of quizzes alone the folder is the root. */
function pictureOfCanvas(files: ReadonlyMap<string, Uint8Array>, src: string): Uint8Array | null {
  const [, rest] = /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/(.+)$/i.exec(src) ?? []
  if (rest === undefined) return null
  return fileBeside(files, 'web_resources/-', rest) ?? fileBeside(files, '-', rest)
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
