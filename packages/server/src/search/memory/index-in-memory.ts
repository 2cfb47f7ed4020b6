import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { DocumentTable, readDocumentRows } from './document-table.ts'
import { Entries, type Entry, readEntries, readPassages, type WantedPassage } from './entries.ts'
import { Sums } from './scoring.ts'
import { readLists, type TermList, TermLists, unpacked } from './term-lists.ts'
import { Vocabulary } from './vocabulary.ts'

/**
 * The part of the index that searches lately needed, as it stood at one version. PostgreSQL holds the whole of it; this
 * is a bounded cache of read terms, dropped as a whole when the index changes (docs/decisions/005-search.md).
 */
export interface IndexInMemory {
  version: number
  /** How many documents the index has, which tells how rare a term is. */
  documentCount: number
  vocabulary: Vocabulary
  lists: TermLists
  documents: DocumentTable
  entries: Entries
  /** Where queries are scored, one after the other. */
  sums: Sums
}

/** Bounds of what a process holds: about 12 MiB of postings, 8 of terms and 32 of text and places at the most. */
const bounds = { mostPostings: 1_500_000, mostTerms: 60_000, mostEntryBytes: 32 * 2 ** 20, mostDocuments: 200_000 }

const anyVersion = Number.POSITIVE_INFINITY

/** The read terms belong to another version of the index than the cached ones. */
class IndexMoved extends Error {}

const held = new WeakMap<Db, Promise<IndexInMemory>>()
/** Grows with the index and outlives its versions. */
const vocabularies = new WeakMap<Db, Vocabulary>()

/** Leaves what is held; the next search begins anew. */
export function forgetIndex(db: Db): void {
  held.delete(db)
}

/**
 * Does the work on one version of the index, from the beginning again when the index changes under it. While it changes
 * faster than anybody can read, as in an import of small lessons, the query runs on the state at hand.
 */
export async function withIndex<T>(db: Db, work: (index: IndexInMemory) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 4; tries++) {
    const opened = held.get(db) ?? open(db)
    const index = await opened
    try {
      return await work(index)
    } catch (error) {
      if (!(error instanceof IndexMoved)) throw error
      if (held.get(db) === opened) held.delete(db)
    }
  }
  return work({ ...(await openAnew(db)), version: anyVersion })
}

function open(db: Db): Promise<IndexInMemory> {
  const opened = openAnew(db)
  held.set(db, opened)
  opened.catch(() => held.get(db) === opened && held.delete(db))
  return opened
}

async function openAnew(db: Db): Promise<IndexInMemory> {
  const { rows } = await sql<{ version: number; count: number }>`
    select version, (select count(*) from search_documents) as count from search_version`.execute(db)
  const version = rows[0]?.version ?? 0
  const vocabulary = vocabularies.get(db) ?? new Vocabulary()
  vocabularies.set(db, vocabulary)
  return {
    version,
    documentCount: rows[0]?.count ?? 0,
    vocabulary,
    lists: new TermLists(bounds),
    documents: new DocumentTable(),
    entries: new Entries(bounds.mostEntryBytes),
    sums: new Sums(),
  }
}

/** The lists of the terms that stand anywhere; only those not held are read. */
export async function listsOf(db: Db, index: IndexInMemory, terms: Iterable<string>): Promise<Map<string, TermList>> {
  if (index.version !== anyVersion) void index.vocabulary.catchUp(db, index.version)
  const found = new Map<string, TermList>()
  const missing: string[] = []
  for (const term of terms) {
    const list = index.lists.get(term)
    if (list) found.set(term, list)
    else if (list === undefined && index.vocabulary.mayHold(term, index.version)) missing.push(term)
  }
  if (missing.length === 0) return found
  const rows = await readLists(db, missing)
  const read = rows.map((row) => ({ row, postings: row.postings ? unpacked(row.postings) : [] }))
  requireSame(index, rows)
  await holdDocuments(
    db,
    index,
    read.flatMap(({ postings }) => postings.filter((_, at) => at % 2 === 0)),
  )
  for (const { row, postings } of read) {
    if (row.id === null) index.lists.putMissing(row.term)
    else found.set(row.term, index.lists.put(row.term, row.id, row.df, placed(index, postings)))
  }
  return found
}

/** What stands where in these documents; only those not held are read. */
export async function entriesOf(db: Db, index: IndexInMemory, docs: readonly number[]): Promise<Map<number, Entry>> {
  const found = new Map<number, Entry>()
  const missing: number[] = []
  for (const doc of docs) {
    const entry = index.entries.get(doc)
    if (entry) found.set(doc, entry)
    else missing.push(doc)
  }
  if (missing.length === 0) return found
  const read = await readEntries(db, missing)
  requireSame(index, [read])
  for (const [doc, entry] of read.entries) {
    index.entries.put(doc, entry)
    found.set(doc, entry)
  }
  return found
}

/** Sees to it that the entries have these passages; only those not held are read. */
export async function holdPassages(db: Db, index: IndexInMemory, wanted: readonly WantedPassage[]): Promise<void> {
  const missing = wanted.filter(({ entry, place }) => !entry.passages.has(place))
  if (missing.length === 0) return
  const read = await readPassages(db, missing)
  requireSame(index, [read])
  for (const { wanted: asked, passage, bytes } of read.passages) {
    index.entries.add(asked.doc, asked.entry, asked.place, passage, bytes)
  }
}

async function holdDocuments(db: Db, index: IndexInMemory, docs: readonly number[]): Promise<void> {
  const missing = [...new Set(docs)].filter((doc) => index.documents.placeOf(doc) === undefined)
  if (missing.length === 0) return
  const rows = await readDocumentRows(db, missing)
  requireSame(index, rows)
  if (index.documents.size + rows.length > bounds.mostDocuments) throw new IndexMoved()
  for (const row of rows) index.documents.put(row)
}

/** Postings with the place of each document instead of its number; what has no document is left out. */
function placed(index: IndexInMemory, postings: readonly number[]): number[] {
  const out: number[] = []
  for (let at = 0; at < postings.length; at += 2) {
    const place = index.documents.placeOf(postings[at] ?? 0)
    if (place !== undefined) out.push(place, postings[at + 1] ?? 0)
  }
  return out
}

function requireSame(index: IndexInMemory, rows: readonly { version: number }[]): void {
  if (index.version === anyVersion) return
  if (rows.some(({ version }) => version !== index.version)) throw new IndexMoved()
}
