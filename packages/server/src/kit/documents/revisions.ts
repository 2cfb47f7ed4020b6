import type { Revision, Revisions } from '@lantern/contract/documents.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../errors.ts'
import type { Db, Trx } from '../sql.ts'
import { type DocumentAt, isOf } from './document-table.ts'

// Revisions: read, compared and published.

type RevisionRow = Omit<Revision, 'at' | 'published'> & { at: Date }

function columnsOf({ table }: DocumentAt<never>) {
  return sql`r.version, r.kind, r.saved_at as at, r.change_count as "changeCount",
    ${table.authorOf(sql`r.saved_by`)} as by`
}

/** Who saved what when, newest first. */
export async function readRevisions(
  db: Db,
  document: DocumentAt<never>,
  publishedVersion: number | null,
  { page = 0, pageSize = 20 }: { page?: number; pageSize?: number },
): Promise<Revisions> {
  const revisions = sql.table(document.table.revisions)
  const { rows } = await sql<RevisionRow>`
    select ${columnsOf(document)} from ${revisions} r where ${isOf(document)}
    order by r.version desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${revisions} where ${isOf(document)}`.execute(db)
  const results = rows.map((row) => revisionOf(row, publishedVersion))
  return { results, page, pageSize, total: counted.rows[0]?.total ?? 0 }
}

/** One revision with what it held, and what the one before held or another that it is put beside. */
export async function readRevision<Content extends object>(
  db: Db,
  document: DocumentAt<Content>,
  publishedVersion: number | null,
  { version, against }: { version: number; against: number | undefined },
) {
  const { table } = document
  const { rows } = await sql<RevisionRow & { content: Content }>`
    select ${columnsOf(document)}, r.${sql.ref(table.content)} as content from ${sql.table(table.revisions)} r
    where ${isOf(document)} and r.version = ${version}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const { content, ...about } = row
  const before = await contentAt(db, document, against ?? version - 1)
  if (against !== undefined && !before) throw refuse('not_found')
  return { revision: revisionOf(about, publishedVersion), content, before }
}

function revisionOf(row: RevisionRow, publishedVersion: number | null): Revision {
  return { ...row, at: row.at.toISOString(), published: row.version === publishedVersion }
}

/** What a document held in a version. One that has made way for a later one is answered by the one before it. */
export function contentAt<Content>(db: Db | Trx, document: DocumentAt<Content>, version: number) {
  return newestContent(db, document, sql`version <= ${version}`)
}

/** What exactly this revision holds; null when there is none of this version, or it has made way for a later one. */
export function contentOf<Content>(db: Db | Trx, document: DocumentAt<Content>, version: number) {
  return newestContent(db, document, sql`version = ${version}`)
}

async function newestContent<Content>(
  db: Db | Trx,
  document: DocumentAt<Content>,
  condition: RawBuilder<unknown>,
): Promise<Content | null> {
  const { table } = document
  const { rows } = await sql<{ content: Content }>`
    select ${sql.ref(table.content)} as content from ${sql.table(table.revisions)}
    where ${isOf(document)} and ${condition} order by version desc limit 1`.execute(db)
  return rows[0]?.content ?? null
}

/** What is planned to be published: no automatic save takes the place of this revision any more. */
export async function pinRevision(trx: Trx, document: DocumentAt<never>, version: number): Promise<void> {
  await sql`
    update ${sql.table(document.table.revisions)} set kind = 'save'
    where ${isOf(document)} and version = ${version} and kind = 'autosave'`.execute(trx)
}

/** Readers see this version from now on: its revision is no longer one of several automatic saves. */
export async function markPublished(trx: Trx, document: DocumentAt<never>, version: number): Promise<void> {
  await setPublishedVersion(trx, document, version)
  await sql`
    update ${sql.table(document.table.revisions)} set kind = 'publish'
    where ${isOf(document)} and version = ${version}`.execute(trx)
}

export async function setPublishedVersion(
  trx: Trx,
  document: DocumentAt<never>,
  version: number | null,
): Promise<void> {
  await sql`
    update ${sql.table(document.table.drafts)} set published_version = ${version} where ${isOf(document)}`.execute(trx)
}

/** What is restored to the words that readers see is not changed any more: they see this version from now on. */
export async function followPublished<Content>(
  trx: Trx,
  document: DocumentAt<Content>,
  publishedVersion: number | null,
  restored: { version: number; content: Content },
): Promise<boolean> {
  if (publishedVersion === null) return false
  const seen = await contentAt(trx, document, publishedVersion)
  if (!seen || !sameContent(seen, restored.content)) return false
  await setPublishedVersion(trx, document, restored.version)
  return true
}
