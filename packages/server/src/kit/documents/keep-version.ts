import type { Author, RevisionKind } from '@lantern/contract/documents.ts'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import type { Trx } from '../sql.ts'
import { type DocumentAt, isOf, keyNames, keyValues } from './document-table.ts'
import { holdsText } from './holds-text.ts'
import { contentAt } from './revisions.ts'

// Every save of a draft is a revision, a whole copy of what it held. Which of them may make way for a later one is decided
// here alone.

/** What decides whether a revision may make way. */
export interface Kept {
  kind: string
  /** The author of the revision; null for the site itself. */
  by: string | null
  /** The open editor that kept it by itself; null where nobody said. */
  origin: string | null
  content: unknown
}

/** What one editor keeps by itself within this time is one revision. */
const oneRevisionMs = 5 * 60_000

/**
 * Whether nothing is lost when the later one takes the place of the earlier one. Both were kept by themselves, from one
 * open editor of one person, and every word of the earlier one still stands.
 */
export function mayReplace(later: Kept, earlier: Kept): boolean {
  return (
    later.kind === 'autosave' &&
    earlier.kind === 'autosave' &&
    later.by === earlier.by &&
    later.origin !== null &&
    later.origin === earlier.origin &&
    holdsText(later.content, earlier.content)
  )
}

export interface NextVersion<Content> {
  content: Content
  kind: RevisionKind
  /** Null for the site itself. */
  by: string | null
  /** The open editor that keeps it by itself. */
  origin?: string | undefined
  now: Date
  /** Other columns of the draft that follow from what it holds. */
  columns?: Readonly<Record<string, unknown>>
}

interface SavedVersion {
  version: number
  savedAt: Date
  savedBy: Author | null
}

/** The first version of a document, and its revision. */
export async function keepFirstVersion<Content extends object>(
  trx: Trx,
  document: DocumentAt<Content>,
  { content, kind, by, origin, now, columns = {} }: NextVersion<Content>,
): Promise<void> {
  const { table } = document
  const draft = { version: 1, [table.content]: JSON.stringify(content), saved_by: by, saved_at: now }
  const insert = async (into: string, row: Readonly<Record<string, unknown>>) => {
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`
      insert into ${sql.table(into)} (${keyNames(table)}, ${names})
      values (${keyValues(document)}, ${sql.join(Object.values(row))})`.execute(trx)
  }
  await insert(table.drafts, { ...draft, ...columns })
  await insert(table.revisions, { ...draft, kind, origin: origin ?? null, begun_at: now })
}

/**
 * Writes the next version of a document and its revision, in the place of the last one where that loses nothing. The
 * caller holds the lock and has looked at rights and at what the save is based on.
 */
export async function keepVersion<Content extends object>(
  services: Pick<Services, 'topics'>,
  trx: Trx,
  document: DocumentAt<Content>,
  before: { version: number; content: Content },
  next: NextVersion<Content>,
): Promise<SavedVersion> {
  const { table } = document
  const { content, by, now, columns } = next
  const version = before.version + 1
  const changed = { version, [table.content]: JSON.stringify(content), saved_at: now, saved_by: by, ...columns }
  const set = Object.entries(changed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<{ savedBy: Author | null }>`
    update ${sql.table(table.drafts)} d set ${sql.join(set)} where ${isOf(document)}
    returning ${table.authorOf(sql`d.saved_by`)} as "savedBy"`.execute(trx)
  await keepRevision(trx, document, { ...next, version, before: before.content })
  await table.onSaved(services, trx, document.key, version)
  return { version, savedAt: now, savedBy: rows[0]?.savedBy ?? null }
}

async function keepRevision<Content extends object>(
  trx: Trx,
  document: DocumentAt<Content>,
  next: NextVersion<Content> & { version: number; before: Content },
): Promise<void> {
  const { table } = document
  const { version, kind, by, origin = null, now, before, content } = next
  const json = JSON.stringify(content)
  const last = await lastRevision(trx, document)
  if (
    last &&
    now.getTime() - last.begunAt.getTime() < oneRevisionMs &&
    mayReplace({ kind, by, origin, content }, { ...last, content: before })
  ) {
    const older = await contentAt(trx, document, last.version - 1)
    await sql`
      update ${sql.table(table.revisions)} set version = ${version}, ${sql.ref(table.content)} = ${json}, saved_at = ${now},
        change_count = ${older ? table.changesBetween(older, content).length : 0}
      where ${isOf(document)} and version = ${last.version}`.execute(trx)
    return
  }
  await sql`
    insert into ${sql.table(table.revisions)}
      (${keyNames(table)}, ${sql.ref(table.content)}, version, kind, saved_by, origin, begun_at, saved_at, change_count)
    values (${keyValues(document)}, ${json}, ${version}, ${kind}, ${by}, ${origin}, ${now}, ${now},
      ${table.changesBetween(before, content).length})`.execute(trx)
}

interface LastRevision {
  version: number
  kind: string
  by: string | null
  origin: string | null
  begunAt: Date
}

async function lastRevision(trx: Trx, document: DocumentAt<never>): Promise<LastRevision | undefined> {
  const { rows } = await sql<LastRevision>`
    select version, kind, saved_by as "by", origin, begun_at as "begunAt" from ${sql.table(document.table.revisions)}
    where ${isOf(document)} order by version desc limit 1`.execute(trx)
  return rows[0]
}
