import type { CourseFormat, CourseNote, CoursePartKind } from '@lantern/contract/authoring/course-imports.ts'
import type { ExchangeNote, ExchangeProblem } from '@lantern/contract/authoring/exchange-formats.ts'
import type { SourceRow } from '../exchange/source-rows.ts'

// What every reader makes of its format, and all that the writer knows of any: a tree of parts, as the other system has them.

/** What is said of a part: our own words for courses, or those of a question of any file. */
export interface PartNote {
  code: CourseNote | ExchangeNote | ExchangeProblem
  /** The thing that is meant, as the file names it. */
  detail?: string
}

export interface CourseFolder {
  kind: 'folder'
  /** By which the other system knows it: the same in the next export of the course. */
  id: string
  title: string
  children: CourseNode[]
  /** Tells what it is about: a lesson that went out of a site like this one. */
  about?: PagePart
}

/** Something to read: it becomes a step. */
export interface PagePart {
  kind: 'page'
  what: Exclude<CoursePartKind, 'folder' | 'quiz' | 'bank' | 'question'>
  id: string
  title: string
  /** As it came. */
  html: string
  /** Where its addresses count from; its reader knows what that means. */
  place: string
  /** Files that go along, by their path. */
  files: string[]
  notes: PartNote[]
}

export interface QuizPart {
  kind: 'quiz'
  /** A bank is nobody's quiz yet: it is made and stands in no course. */
  what: 'quiz' | 'bank'
  id: string
  title: string
  html: string
  place: string
  rows: SourceRow[]
  timeLimitMinutes: number | null
  /** 0 to 100. */
  passPercent: number | null
  notes: PartNote[]
}

/** What there is nothing of here. */
export interface LeftPart {
  kind: 'left'
  what: CoursePartKind
  id: string
  title: string
  note: PartNote
}

export type CoursePart = PagePart | QuizPart | LeftPart
export type CourseNode = CourseFolder | CoursePart

/** Where an address of a page leads. */
export type Target =
  | { kind: 'part'; id: string }
  | { kind: 'file'; path: string }
  | { kind: 'outside'; href: string }
  | { kind: 'broken' }

export interface CourseTree {
  format: CourseFormat
  /** By which the other system knows the course. */
  identity: string
  title: string
  /** As the file says it, in any spelling; empty where it does not. */
  language: string
  html: string
  children: CourseNode[]
  /** In the file and in no outline of it. */
  unlisted: CourseNode[]
  resolve(href: string, place: string): Target
}

export function leftOut(
  part: { id: string; title: string },
  what: CoursePartKind,
  code: PartNote['code'],
  detail = '',
): LeftPart {
  return { kind: 'left', what, id: part.id, title: part.title, note: { code, ...(detail && { detail }) } }
}

/** An address without its protocol is a path of the course; everything else is elsewhere, or nowhere. */
export function outsideOf(href: string): Target | null {
  const address = href.trim()
  if (/^(?:mailto|tel):/i.test(address)) return { kind: 'outside', href: address }
  if (/^\/\//.test(address)) return outsideOf(`https:${address}`)
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return null
  return /^https?:/i.test(address) && URL.canParse(address)
    ? { kind: 'outside', href: address.replaceAll(' ', '%20') }
    : { kind: 'broken' }
}

export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // a stray percent sign is part of the name
    return path
  }
}
