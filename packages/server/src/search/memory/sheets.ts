import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { type Markable, markable } from '../marking.ts'

/** A step of a document, or an item that is a part of it. */
export interface SheetPart {
  id: string
  type: string
  number: number
  anchor: string
  title: string
}

/** What is shown of a document where words were found in it: its text in pieces, and which term stands in which. */
export interface Sheet {
  parts: SheetPart[]
  /** For each passage the number of its part, and its text. */
  partOf: number[]
  bodies: string[]
  /** What of it was marked before, in the form for marking. */
  markableBodies: (Markable | undefined)[]
  markableTitles: (Markable | undefined)[]
  /** Its terms in order of their ids. */
  termIds: Int32Array
  /** Where in `places` each term has how many there are, and then each of them. */
  starts: Uint32Array
  places: Uint8Array
  /** What it takes of memory, about. */
  bytes: number
}

export function bodyOf(sheet: Sheet, place: number): Markable {
  const known = sheet.markableBodies[place]
  if (known) return known
  const body = markable(sheet.bodies[place] ?? '')
  sheet.markableBodies[place] = body
  return body
}

export function titleOf(sheet: Sheet, part: number): Markable {
  const known = sheet.markableTitles[part]
  if (known) return known
  const title = markable(sheet.parts[part]?.title ?? '')
  sheet.markableTitles[part] = title
  return title
}

/** Where in `places` the term has its own; less than 0 where it stands in none of the passages. */
export function placesStart({ termIds, starts }: Sheet, termId: number): number {
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

/** Sheets up to so many bytes; those used last stay longest. */
export class Sheets {
  readonly #sheets = new Map<number, Sheet>()
  readonly #mostBytes: number
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(doc: number): Sheet | undefined {
    const sheet = this.#sheets.get(doc)
    if (!sheet) return undefined
    this.#sheets.delete(doc)
    this.#sheets.set(doc, sheet)
    return sheet
  }

  put(doc: number, sheet: Sheet): void {
    const before = this.#sheets.get(doc)
    if (before) this.#bytes -= before.bytes
    this.#sheets.delete(doc)
    this.#sheets.set(doc, sheet)
    this.#bytes += sheet.bytes
    for (const [oldest, { bytes }] of this.#sheets) {
      if (this.#bytes <= this.#mostBytes) break
      this.#sheets.delete(oldest)
      this.#bytes -= bytes
    }
  }
}

interface PassageRow {
  doc: number
  part_id: string
  part_type: string
  number: number
  anchor: string
  title: string
  body: string
}

interface ForwardRow {
  doc: number
  version: number
  term_ids: Buffer
  places: Buffer
}

export async function readSheets(
  db: Db,
  docs: readonly number[],
): Promise<{ version: number; sheets: Map<number, Sheet> }> {
  const [passages, forward] = await Promise.all([
    sql<PassageRow>`
      select doc, part_id, part_type, number, anchor, title, body from search_passages
      where doc = any(${docs}::int[]) order by doc, place`.execute(db),
    sql<ForwardRow>`
      select f.doc, v.version, f.places,
        (select string_agg(int4send(id), '' order by id) from unnest(f.term_ids) x (id)) as term_ids
      from search_forward f cross join search_version v where f.doc = any(${docs}::int[])`.execute(db),
  ])
  const byDoc = Map.groupBy(passages.rows, ({ doc }) => doc)
  return {
    version: forward.rows[0]?.version ?? 0,
    sheets: new Map(forward.rows.map((row) => [row.doc, sheetOf(byDoc.get(row.doc) ?? [], row)])),
  }
}

function sheetOf(passages: readonly PassageRow[], forward: ForwardRow): Sheet {
  const parts: SheetPart[] = []
  const partOf: number[] = []
  for (const row of passages) {
    if (parts.at(-1)?.id !== row.part_id) {
      parts.push({ id: row.part_id, type: row.part_type, number: row.number, anchor: row.anchor, title: row.title })
    }
    partOf.push(parts.length - 1)
  }
  const bodies = passages.map(({ body }) => body)
  const terms = termsOf(forward)
  const bytes = bodies.reduce(
    (sum, body) => sum + memoryOf(body),
    parts.length * 300 + terms.termIds.length * 8 + forward.places.length,
  )
  return { parts, partOf, bodies, markableBodies: [], markableTitles: [], ...terms, bytes }
}

function termsOf({ term_ids, places }: ForwardRow): Pick<Sheet, 'termIds' | 'starts' | 'places'> {
  const count = term_ids.length / 4
  const termIds = new Int32Array(count)
  const starts = new Uint32Array(count)
  let at = 0
  for (let n = 0; n < count; n++) {
    termIds[n] = term_ids.readInt32BE(n * 4)
    starts[n] = at
    at += 1 + (places[at] ?? 0)
  }
  return { termIds, starts, places }
}

/** With its form for marking. One letter beyond Latin makes every letter of a text take two bytes. */
function memoryOf(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 255) return 120 + text.length * 4
  return 120 + text.length * 2
}
