import { sql } from 'kysely'
import type { DB } from '../schema.generated.ts'
import type { Db, Trx } from '../sql.ts'
import { holdsText } from './holds-text.ts'

// Every save of a draft is a revision, a whole copy of what it held. Which of them may make way for a later one is decided
// here alone, for everything that is drafted.

/** Where the drafts of one kind and their revisions are kept. */
export interface RevisionTable<Content> {
  revisions: Extract<keyof DB, `${string}_revisions`>
  drafts: keyof DB
  /** The columns that name a draft, in both tables. */
  key: readonly string[]
  /** The column of what it holds. */
  content: string
  changesBetween(before: Content, after: Content): readonly unknown[]
}

/** Which draft: a value for each column of the key. */
export type DraftKey = Readonly<Record<string, string>>

/** What decides whether a revision may make way. */
interface Kept {
  kind: string
  /** Who saved it; null for the site itself. */
  by: string | null
  /** The open editor that kept it by itself; null where nobody said. */
  origin: string | null
  content: unknown
}

export interface NextRevision<Content> {
  version: number
  kind: string
  by: string | null
  origin?: string | undefined
  now: Date
  /** What the draft held before. */
  before: Content
  content: Content
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

/** The next revision of a draft, in the place of the last one where that loses nothing. */
export async function keepRevision<Content extends object>(
  trx: Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
  { version, kind, by, origin, now, before, content }: NextRevision<Content>,
): Promise<void> {
  const json = JSON.stringify(content)
  const next = { kind, by, origin: origin ?? null, content }
  const last = await lastRevision(trx, table, key)
  if (
    last &&
    now.getTime() - last.begunAt.getTime() < oneRevisionMs &&
    mayReplace(next, { ...last, content: before })
  ) {
    const older = await contentAt(trx, table, key, last.version - 1)
    await sql`
      update ${sql.table(table.revisions)} set version = ${version}, ${sql.ref(table.content)} = ${json}, saved_at = ${now},
        change_count = ${older ? table.changesBetween(older, content).length : 0}
      where ${ofDraft(table, key)} and version = ${last.version}`.execute(trx)
    return
  }
  const names = sql.join([...table.key, table.content].map((column) => sql.ref(column)))
  const values = sql.join([...table.key.map((column) => key[column]), json])
  await sql`
    insert into ${sql.table(table.revisions)}
      (${names}, version, kind, saved_by, origin, begun_at, saved_at, change_count)
    values (${values}, ${version}, ${kind}, ${by}, ${next.origin}, ${now}, ${now},
      ${table.changesBetween(before, content).length})`.execute(trx)
}

interface LastRevision {
  version: number
  kind: string
  by: string | null
  origin: string | null
  begunAt: Date
}

async function lastRevision<Content>(
  trx: Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
): Promise<LastRevision | undefined> {
  const { rows } = await sql<LastRevision>`
    select version, kind, saved_by as "by", origin, begun_at as "begunAt" from ${sql.table(table.revisions)}
    where ${ofDraft(table, key)} order by version desc limit 1`.execute(trx)
  return rows[0]
}

/** What a draft held in a version. One that has made way for a later one is answered by the one before it. */
export async function contentAt<Content>(
  db: Db | Trx,
  table: RevisionTable<Content>,
  key: DraftKey,
  version: number,
): Promise<Content | null> {
  const { rows } = await sql<{ content: Content }>`
    select ${sql.ref(table.content)} as content from ${sql.table(table.revisions)}
    where ${ofDraft(table, key)} and version <= ${version} order by version desc limit 1`.execute(db)
  return rows[0]?.content ?? null
}

/** The condition that names a draft by its key. */
export function ofDraft(table: Pick<RevisionTable<never>, 'key'>, key: DraftKey) {
  return sql.join(
    table.key.map((column) => sql`${sql.ref(column)} = ${key[column]}`),
    sql` and `,
  )
}
