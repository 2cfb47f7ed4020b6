import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#kit/sql.ts'
import { type Markable, markable } from '../marking.ts'

/** A step of a document, or an item that is a part of it. */
export interface EntryPart {
  id: string
  type: string
  number: number
  anchor: string
  title: Markable
}

/** A piece of the text of a document. */
export interface Passage {
  part: EntryPart
  body: Markable
}

/** Which term stands in which passages of a document, and the passages that were shown of it so far. */
export interface Entry {
  /** Its terms in order of their ids. */
  termIds: Int32Array
  /** Where in `places` each term has how many there are, and then each of them. */
  starts: Uint32Array
  places: Uint8Array
  passages: Map<number, Passage>
  parts: Map<string, EntryPart>
  /** What it takes of memory, about. */
  bytes: number
}

/** A document has no more passages than this: their places are bytes. */
export const mostPassages = 256

/** Where in `places` the term has its own; less than 0 where it stands in none of the passages. */
export function placesStart({ termIds, starts }: Entry, termId: number): number {
  let low = 0
  let high = termIds.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = termIds[middle] as number
    if (found === termId) return starts[middle] as number
    if (found < termId) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Entries up to so many bytes; those used last stay longest. */
export class Entries {
  readonly #entries: LRUCache<number, Entry>

  constructor(mostBytes: number) {
    this.#entries = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  get(doc: number): Entry | undefined {
    return this.#entries.get(doc)
  }

  put(doc: number, entry: Entry): void {
    this.#entries.set(doc, entry)
  }

  /** Keeps a passage with its entry, if that is still held. */
  add(doc: number, entry: Entry, place: number, passage: Passage, bytes: number): void {
    entry.passages.set(place, passage)
    entry.bytes += bytes
    if (this.#entries.peek(doc) !== entry) return
    // the cache asks for the size of what is new to it alone
    this.#entries.delete(doc)
    this.#entries.set(doc, entry)
  }
}

interface TermsRow {
  doc: number
  version: number
  term_ids: Buffer
  places: Buffer
}

export async function readEntries(
  db: Db,
  docs: readonly number[],
): Promise<{ version: number; entries: Map<number, Entry> }> {
  const { rows } = await sql<TermsRow>`
    select f.doc, v.version, f.places,
      (select string_agg(int4send(id), '' order by id) from unnest(f.term_ids) x (id)) as term_ids
    from search_forward f cross join search_version v where f.doc = any(${docs}::int[])`.execute(db)
  return { version: rows[0]?.version ?? 0, entries: new Map(rows.map((row) => [row.doc, entryOf(row)])) }
}

/** A passage that is to be shown. */
export interface WantedPassage {
  doc: number
  place: number
  entry: Entry
}

interface PassageRow {
  at: number
  version: number
  part_id: string
  part_type: string
  number: number
  anchor: string
  title: string
  body: string
}

/** Reads passages, each with what it takes of memory. */
export async function readPassages(
  db: Db,
  wanted: readonly WantedPassage[],
): Promise<{ version: number; passages: { wanted: WantedPassage; passage: Passage; bytes: number }[] }> {
  const { rows } = await sql<PassageRow>`
    select w.at::int, v.version, p.part_id, p.part_type, p.number, p.anchor, p.title, p.body
    from unnest(${wanted.map(({ doc }) => doc)}::int[], ${wanted.map(({ place }) => place)}::int[])
        with ordinality as w (doc, place, at)
      join search_passages p on p.doc = w.doc and p.place = w.place cross join search_version v`.execute(db)
  const passages = rows.flatMap((row) => {
    const asked = wanted[row.at - 1]
    if (!asked) return []
    const part = partOf(asked.entry, row)
    return [{ wanted: asked, passage: { part, body: markable(row.body) }, bytes: memoryOf(row.body) }]
  })
  return { version: rows[0]?.version ?? 0, passages }
}

/** The passages of a step share it. */
function partOf({ parts }: Entry, row: PassageRow): EntryPart {
  const known = parts.get(row.part_id)
  if (known) return known
  const part = {
    id: row.part_id,
    type: row.part_type,
    number: row.number,
    anchor: row.anchor,
    title: markable(row.title),
  }
  parts.set(part.id, part)
  return part
}

function entryOf({ term_ids, places }: TermsRow): Entry {
  const count = term_ids.length / 4
  const termIds = new Int32Array(count)
  const starts = new Uint32Array(count)
  let at = 0
  for (let n = 0; n < count; n++) {
    termIds[n] = term_ids.readInt32BE(n * 4)
    starts[n] = at
    at += 1 + (places[at] ?? 0)
  }
  return { termIds, starts, places, passages: new Map(), parts: new Map(), bytes: 400 + count * 8 + places.length }
}

/** With its form for marking and its part. One letter beyond Latin makes every letter of a text take two bytes. */
function memoryOf(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 255) return 300 + text.length * 4
  return 300 + text.length * 2
}
