import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type SkillLevel, skillLevels } from '@lantern/contract/catalog/item-types.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { publishItem, type Reference } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { followImport } from '../drafts/follow-import.ts'
import { slugOf } from '../slug.ts'
import type { ImportFile } from './files.ts'
import { decodeText, listField, textField } from './front-matter.ts'
import { type Dependencies, type KnownFile, rememberFile } from './import-files.ts'
import { type LinkTarget, type LinkTargets, resolveLink } from './lesson-links.ts'
import type { LessonPictures } from './lesson-pictures.ts'
import { type LessonText, readLesson } from './lesson-text.ts'
import type { Note } from './note.ts'
import { findReferenced, type Place, readReferenced, sha256 } from './references.ts'
import { longestTitle, renderLesson, titleOf } from './render-lesson.ts'
import type { ImportReport, Outcome } from './report.ts'

/** What all lessons of one import share. */
export interface ImportRun {
  services: Services
  root: string
  name: string
  ownerId: string
  reference: Reference
  pictures: LessonPictures
  targets: LinkTargets
  report: ImportReport
}

/** A lesson that takes part: whether it has to be written anew shows when everything it refers to is known. */
export interface LessonEntry extends LinkTarget {
  file: ImportFile
  sourceKey: string
  language: ContentLanguage
  fileHash: Buffer
  known: KnownFile | null
  /** Null while nothing but the file's hash had to be looked at. */
  text: ReadText | null
}

/** A lesson's text and the hashes of what it includes. */
interface ReadText {
  lesson: LessonText
  parts: Dependencies
}

// Raised when the same file makes another lesson than before: every lesson is then written anew.
export const importerVersion = '2'

/** Looks at a file: a known one by its hash alone, a new one as far as others need it to link to it. */
export function openLesson(root: string, name: string, file: ImportFile, known: KnownFile | undefined): LessonEntry {
  const bytes = readFileSync(file.absolute)
  const fileHash = sha256(Buffer.concat([Buffer.from(importerVersion), bytes]))
  const sourceKey = `${name}/${file.path}`
  if (known?.fileHash.equals(fileHash) && file.language) {
    const { itemId, fragments, stepIds } = known
    return { file, sourceKey, language: file.language, fileHash, known, text: null, itemId, fragments, stepIds }
  }
  const text = readText(root, file, bytes)
  const { language, outline } = text.lesson
  return {
    file,
    sourceKey,
    language,
    fileHash,
    known: known ?? null,
    text,
    itemId: known?.itemId ?? newId('tutorial'),
    fragments: new Map([...outline.fragments].map(([anchor, step]) => [anchor, outline.steps[step]?.anchor ?? ''])),
    stepIds: new Map(
      outline.steps.map(({ anchor }) => [anchor, known?.stepIds.get(anchor) ?? newId('section')] as const),
    ),
  }
}

function readText(root: string, file: ImportFile, bytes: Uint8Array): ReadText {
  const parts: Dependencies = {}
  const lesson = readLesson(decodeText(bytes), {
    language: file.language,
    include(reference, language) {
      const part = readPart(root, { path: file.path, language }, reference)
      parts[`part:${reference}`] = part === null ? null : sha256(part).toString('hex')
      return part
    },
  })
  return { lesson, parts }
}

/** A part is looked for beside the lesson, then where site builders keep parts. */
function readPart(root: string, from: Place, reference: string): string | null {
  if (!/\.(md|markdown|txt|html?)$/i.test(reference)) return null
  const path =
    findReferenced(root, from, reference) ??
    findReferenced(root, from, `/${reference}`) ??
    findReferenced(root, from, `/_includes/${reference}`)
  const bytes = path === null ? null : readReferenced(path)
  return bytes && decodeText(bytes)
}

/** What became of a file that was not refused. */
export interface Imported {
  outcome: Exclude<Outcome, 'failed'>
  itemId: string
  title: string
  notes: Note[]
}

/** Writes a lesson when it or anything it refers to changed. */
export async function importLesson(run: ImportRun, entry: LessonEntry): Promise<Imported> {
  const { services, root } = run
  const { known, file, language } = entry
  const place: Place = { path: file.path, language }
  if (known && entry.text === null && isCurrent(run, place, known.depends)) {
    countDependencies(run.report, known.depends)
    return { outcome: 'unchanged', itemId: entry.itemId, title: known.title, notes: known.notes }
  }
  const { lesson: text, parts } = entry.text ?? readText(root, file, readFileSync(file.absolute))
  const notes: Note[] = [...text.notes]
  const depends: Dependencies = { ...parts }
  if (titleOf(text, '').length > longestTitle) notes.push({ kind: 'title_cut', detail: file.path })

  const lesson = await renderLesson(text, prettyName(file.path), {
    link(href) {
      const link = resolveLink(href, place, run.targets)
      if (link.kind !== 'external') depends[`link:${href}`] = link.kind === 'lesson' ? link.href : null
      if (link.kind === 'broken') notes.push({ kind: 'link_broken', detail: href })
      return link.kind === 'broken' ? null : link.href
    },
    async picture(src) {
      const found = await run.pictures.find(src, place)
      depends[`picture:${src}`] = 'hash' in found ? found.hash : null
      if (found.kind === 'stored') return found.picture
      if (found.kind === 'refused') notes.push({ kind: 'picture_refused', detail: `${src} (${found.reason})` })
      else notes.push({ kind: found.kind === 'missing' ? 'picture_missing' : 'picture_elsewhere', detail: src })
      return null
    },
  })
  await inTransaction(services.db, async (trx) => {
    // an import that is cut off is simply run again: it need not wait for the disk after every lesson
    await sql`set local synchronous_commit = off`.execute(trx)
    await publishItem({ ...services, db: trx }, entry.itemId, {
      type: 'tutorial',
      slug: slugOf(`${file.work}-${language}`),
      language,
      translationGroup: `${run.name}/${file.work}`,
      ownerId: run.ownerId,
      title: lesson.title,
      summary: lesson.summary,
      descriptionHtml: lesson.descriptionHtml,
      thumbnailUrl: lesson.thumbnailUrl,
      skillLevel: levelOf(text.fields),
      duration: lesson.duration,
      topicIds: tagsOf(run.reference, 'topic', text.fields, file.path),
      tagIds: tagsOf(run.reference, 'tag', text.fields, ''),
      chapters: lesson.chapters,
      sections: lesson.sections.map((section) => ({ ...section, ...idOf(entry, section.anchor) })),
      source: { key: entry.sourceKey, hash: entry.fileHash },
    })
    await followImport(services, trx, entry.itemId)
    const { sourceKey, itemId, fileHash, fragments } = entry
    await rememberFile(trx, { sourceKey, itemId, fileHash, depends, fragments, notes }, services.clock.now())
  })
  countDependencies(run.report, depends)
  return { outcome: known ? 'updated' : 'arrived', itemId: entry.itemId, title: lesson.title, notes }
}

function idOf({ stepIds }: LessonEntry, anchor: string): { id?: string } {
  const id = stepIds.get(anchor)
  return id === undefined ? {} : { id }
}

function hashOfPart(root: string, from: Place, reference: string): string | null {
  const part = readPart(root, from, reference)
  return part === null ? null : sha256(part).toString('hex')
}

/** True when everything the lesson took from elsewhere is still what it was. */
function isCurrent(run: ImportRun, place: Place, depends: Dependencies): boolean {
  return Object.entries(depends).every(([name, before]) => {
    const [kind, ...rest] = name.split(':')
    const detail = rest.join(':')
    if (kind === 'picture') return run.pictures.fingerprint(detail, place) === before
    if (kind === 'part') return hashOfPart(run.root, place, detail) === before
    const link = resolveLink(detail, place, run.targets)
    return (link.kind === 'lesson' ? link.href : null) === before
  })
}

function countDependencies({ links, pictures }: ImportReport, depends: Dependencies): void {
  for (const [name, value] of Object.entries(depends)) {
    if (name.startsWith('link:')) links[value === null ? 'broken' : 'lessons']++
    if (name.startsWith('picture:')) pictures[value === null ? 'missing' : 'used']++
  }
}

function levelOf(fields: Record<string, unknown>): SkillLevel {
  const said = textField(fields, 'skillLevel', 'difficulty', 'level').toLowerCase()
  return skillLevels.find((level) => level === said) ?? 'beginner'
}

/** Tags that the front matter names, and topics that the path is about, by id or by name in any language. */
function tagsOf({ tags }: Reference, type: 'topic' | 'tag', fields: Record<string, unknown>, path: string): string[] {
  const said = listField(fields, 'topics', 'topic', 'tags', 'categories', 'category').map((word) => word.toLowerCase())
  const fromPath = path
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .split(/[/_\s-]/)
  const words = new Set([...said, ...fromPath])
  return tags
    .filter((tag) => tag.type === type)
    .filter(
      ({ id, names }) =>
        words.has(id.toLowerCase()) || Object.values(names).some((name) => said.includes(name.toLowerCase())),
    )
    .map(({ id }) => id)
}

export function prettyName(path: string): string {
  const name = basename(path)
    .replace(/(\.[a-z]{2})?\.(md|markdown|gift)$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return name.charAt(0).toUpperCase() + name.slice(1)
}
