import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

export interface DocumentRow {
  doc: number
  item_id: string
  type: string
  language: string
  translation_group: string
  listed: boolean
  popularity: number
}

/**
 * What ranking has to know of the documents that stand in any list, each at a place of its own: some thirty bytes and
 * the name of the item.
 */
export class DocumentTable {
  /** Names of types, languages and works by the number that stands for them below. */
  readonly types: string[] = []
  readonly languages: string[] = []
  groupCount = 0
  docs = new Int32Array(1024)
  groups = new Int32Array(1024)
  type = new Uint8Array(1024)
  language = new Uint8Array(1024)
  listed = new Uint8Array(1024)
  popularity = new Float32Array(1024)
  readonly itemIds: string[] = []
  readonly #places = new Map<number, number>()
  readonly #groupNumbers = new Map<string, number>()

  get size(): number {
    return this.itemIds.length
  }

  placeOf(doc: number): number | undefined {
    return this.#places.get(doc)
  }

  put(row: DocumentRow): void {
    if (this.#places.has(row.doc)) return
    const place = this.itemIds.length
    if (place >= this.docs.length) this.#grow()
    this.#places.set(row.doc, place)
    this.itemIds.push(row.item_id)
    this.docs[place] = row.doc
    this.groups[place] = this.#groupNumber(row.translation_group)
    this.type[place] = numberIn(this.types, row.type)
    this.language[place] = numberIn(this.languages, row.language)
    this.listed[place] = row.listed ? 1 : 0
    this.popularity[place] = row.popularity
  }

  #groupNumber(group: string): number {
    const known = this.#groupNumbers.get(group)
    if (known !== undefined) return known
    this.#groupNumbers.set(group, this.groupCount)
    return this.groupCount++
  }

  #grow(): void {
    const length = this.docs.length * 2
    this.docs = grown(this.docs, new Int32Array(length))
    this.groups = grown(this.groups, new Int32Array(length))
    this.type = grown(this.type, new Uint8Array(length))
    this.language = grown(this.language, new Uint8Array(length))
    this.listed = grown(this.listed, new Uint8Array(length))
    this.popularity = grown(this.popularity, new Float32Array(length))
  }
}

function numberIn(names: string[], name: string): number {
  const known = names.indexOf(name)
  return known >= 0 ? known : names.push(name) - 1
}

function grown<A extends Int32Array | Uint8Array | Float32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

export async function readDocumentRows(
  db: Db,
  docs: readonly number[],
): Promise<(DocumentRow & { version: number })[]> {
  if (docs.length === 0) return []
  const { rows } = await sql<DocumentRow & { version: number }>`
    select d.doc, d.item_id, d.type, d.language, d.translation_group, d.listed, d.popularity, v.version
    from search_documents d cross join search_version v where d.doc = any(${docs}::int[])`.execute(db)
  return rows
}
