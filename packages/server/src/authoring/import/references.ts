import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { isInside, largestFile } from './files.ts'
import { FileFailure } from './note.ts'

/** Where a reference stands. */
export interface Place {
  /** Path of the lesson below the root. */
  path: string
  language: ContentLanguage
}

/** Lessons without pictures of their own language use those of this one. */
const fallbackLanguage: ContentLanguage = 'en'

/** A file that a lesson refers to; null when there is none. A reference that leads out of the tree fails the lesson. */
export function findReferenced(root: string, from: Place, reference: string): string | null {
  const path = cleanReference(reference)
  if (path === null) throw new FileFailure('hostile_path', reference)
  const candidates = candidatePaths(from, path)
  for (const candidate of candidates) {
    const absolute = resolve(root, candidate)
    if (!isInside(root, absolute)) continue
    const real = realPathOf(absolute)
    if (!real) continue
    if (!isInside(root, real)) throw new FileFailure('hostile_path', reference)
    return real
  }
  if (climbsOut(from, path)) throw new FileFailure('hostile_path', reference)
  return null
}

export function readReferenced(path: string): Buffer | null {
  return statSync(path).size > largestFile * 2 ? null : readFileSync(path)
}

export function sha256(bytes: Uint8Array | string): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/**
 * Paths below the root that a reference may mean, best first: as written, as the address of a site where each lesson is
 * a folder of its own, and both in the fallback language.
 */
export function candidatePaths({ path, language }: Place, reference: string): string[] {
  const folder = posix.dirname(path)
  const lesson = path.replace(/\.[a-z]+$/i, '')
  const relativeOnes = reference.startsWith('/')
    ? [posix.join(language, reference), posix.join(reference.slice(1)), posix.join(folder, reference)]
    : [posix.join(folder, reference), posix.join(lesson, reference)]
  const translated = relativeOnes.map((candidate) => inLanguage(candidate, language, fallbackLanguage))
  return [...new Set([...relativeOnes, ...translated])].filter((candidate) => !candidate.startsWith('..'))
}

function inLanguage(path: string, from: ContentLanguage, to: ContentLanguage): string {
  const parts = path.split('/')
  const at = parts.indexOf(from)
  return at < 0 ? path : parts.with(at, to).join('/')
}

/** The path of a reference, decoded; null when it is no path of ours at all. */
function cleanReference(reference: string): string | null {
  let path = reference.split(/[?#]/, 1)[0] ?? ''
  try {
    path = decodeURIComponent(path)
  } catch {
    // a stray percent sign is part of the name
  }
  path = path.replaceAll('\\', '/')
  return path.includes('\0') || /^([a-z]:|file:|\/\/)/i.test(path) ? null : path
}

// As written it leads above the root, however many folders the lesson itself is deep.
function climbsOut({ path }: Place, reference: string): boolean {
  return !reference.startsWith('/') && posix.join(posix.dirname(path), reference).startsWith('..')
}

function realPathOf(absolute: string): string | null {
  try {
    const real = realpathSync(absolute)
    return statSync(real).isFile() ? real : null
  } catch {
    return null
  }
}
