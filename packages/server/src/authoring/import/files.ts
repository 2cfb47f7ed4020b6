import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type ContentLanguage, contentLanguages } from '@lantern/contract/roles.ts'
import type { FailureReason } from './note.ts'

export interface ImportTree {
  /** What lies outside is never read. */
  root: string
  /** The name under which the site remembers where its lessons came from. */
  name: string
  files: ImportFile[]
}

export interface ImportFile {
  kind: 'lesson' | 'quiz'
  /** Path below the root, with slashes. */
  path: string
  absolute: string
  /** From the language folder or the end of the name; null when neither says. */
  language: ContentLanguage | null
  /** The path without language and ending: the same in every language of one work. */
  work: string
  /** Not to be read, and why. */
  refused: { reason: FailureReason; detail: string } | null
}

export const largestFile = 10 * 1024 * 1024

/** Everything in a folder that can become content, in a steady order. */
export async function findImportFiles(folder: string): Promise<ImportTree> {
  const given = await realpath(resolve(folder))
  const root = rootOf(given)
  const files: ImportFile[] = []
  await walk(given)
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { root, name: basename(root) || 'root', files }

  async function walk(at: string): Promise<void> {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      // hidden, or parts that lessons include, as site builders name them
      if (/^[._]/.test(entry.name) || entry.name === 'node_modules') continue
      const absolute = join(at, entry.name)
      if (entry.isDirectory()) await walk(absolute)
      else {
        const file = await fileAt(absolute)
        if (file) files.push(file)
      }
    }
  }

  async function fileAt(absolute: string): Promise<ImportFile | null> {
    const path = relative(root, absolute).split(sep).join('/')
    const kind = kindOf(path)
    if (!kind) return null
    return { kind, path, absolute, ...placeOf(path), refused: await refusalOf(root, absolute) }
  }
}

/** A language folder, or a folder in one, belongs to a tree whose other languages lie beside it. */
function rootOf(folder: string): string {
  if (isLanguage(basename(folder))) return dirname(folder)
  if (isLanguage(basename(dirname(folder)))) return dirname(dirname(folder))
  return folder
}

function kindOf(path: string): ImportFile['kind'] | null {
  if (/^(readme|license|contributing|changelog|security)\.md$/i.test(path)) return null
  if (/\.(md|markdown)$/i.test(path)) return 'lesson'
  return /\.gift$/i.test(path) ? 'quiz' : null
}

function placeOf(path: string): { language: ContentLanguage | null; work: string } {
  const parts = path.replace(/\.(md|markdown|gift)$/i, '').split('/')
  const at = parts.slice(0, -1).findIndex(isLanguage)
  if (at >= 0) return { language: asLanguage(parts[at]), work: parts.toSpliced(at, 1).join('/') }
  const ending = asLanguage(/\.([a-z]{2})$/.exec(parts.at(-1) ?? '')?.[1])
  return { language: ending, work: ending ? parts.join('/').slice(0, -3) : parts.join('/') }
}

async function refusalOf(root: string, absolute: string): Promise<ImportFile['refused']> {
  try {
    const target = await realpath(absolute)
    if (!isInside(root, target)) return { reason: 'hostile_path', detail: target }
    const stats = await lstat(target)
    if (!stats.isFile()) return { reason: 'unreadable', detail: 'not a file' }
    return stats.size > largestFile ? { reason: 'too_large', detail: megabytes(stats.size) } : null
  } catch (error) {
    return { reason: 'unreadable', detail: error instanceof Error ? error.message : String(error) }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isLanguage(text: string): boolean {
  return asLanguage(text) !== null
}

export function asLanguage(text: string | undefined): ContentLanguage | null {
  return contentLanguages.find((language) => language === text) ?? null
}
