import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../schema.generated.ts'
import type { Services } from '../services.ts'
import type { Trx } from '../sql.ts'

// A document is drafted, kept with every save as a revision, published and scheduled. Everything that holds for all kinds
// of documents is done in this folder; a kind says where its rows are, and does what is its own: rights, checks, rendering.

/** Where the documents of one kind are kept. */
export interface DocumentTable<Content, Column extends string = string> {
  /** One row a draft, with version, published_version, saved_at and saved_by beside the key and the content. */
  drafts: keyof DB
  revisions: Extract<keyof DB, `${string}_revisions`>
  schedules: Extract<keyof DB, `${string}_schedules`>
  /** The table whose row every act on a draft locks first; the first column of the key is its id. */
  locked: keyof DB
  /** The columns that name a draft, in all of these tables but `locked`. */
  key: readonly [Column, ...Column[]]
  /** The column of what a draft or a revision holds. */
  content: string
  changesBetween(before: Content, after: Content): readonly unknown[]
  /** Tells open editors of the new version, once the transaction is committed. */
  onSaved(services: Pick<Services, 'topics'>, trx: Trx, key: Record<Column, string>, version: number): Promise<void>
  /** The person of an id, as JSON. */
  authorOf(id: RawBuilder<unknown>): RawBuilder<unknown>
}

/** One document: a value for each column of the key. */
export interface DocumentAt<Content, Column extends string = string> {
  table: DocumentTable<Content, Column>
  key: Readonly<Record<Column, string>>
}

/** The condition that names a document in any of its tables. */
export function isOf({ table, key }: DocumentAt<never>): RawBuilder<unknown> {
  return sql.join(
    table.key.map((column) => sql`${sql.ref(column)} = ${key[column]}`),
    sql` and `,
  )
}

/** The columns of the key, and their values, for a row of the document. */
export function keyNames({ key }: Pick<DocumentTable<never>, 'key'>): RawBuilder<unknown> {
  return sql.join(key.map((column) => sql.ref(column)))
}

export function keyValues({ table, key }: DocumentAt<never>): RawBuilder<unknown> {
  return sql.join(table.key.map((column) => key[column]))
}

/** Locks the document until the transaction ends. */
export async function lockDocument(trx: Trx, { table, key }: DocumentAt<never>): Promise<void> {
  await sql`select from ${sql.table(table.locked)} where id = ${key[table.key[0]]} for no key update`.execute(trx)
}
