import type { SearchOrder } from '@lantern/contract/search/criteria.ts'
import { type RawBuilder, sql } from 'kysely'
import { discountRuns } from '#catalog/index.ts'
import type { Db } from '#kit/sql.ts'
import type { DocumentTable } from './memory/document-table.ts'
import type { IndexInMemory } from './memory/index-in-memory.ts'
import { bestPlaces, keep, languageByWords, onceEach, type Scored, scoreDocuments } from './memory/scoring.ts'
import type { QueryPlan } from './query-plan.ts'

/** One document of a page of results. */
export interface Ranked {
  doc: number
  itemId: string
}

export interface RankedPage {
  rows: Ranked[]
  typeCounts: Record<string, number>
  total: number
}

export interface RankRequest {
  /** What the items must fit, on `d` (search_documents); null: everything that is listed. */
  where: RawBuilder<unknown>[] | null
  types: readonly string[]
  order: SearchOrder
  /** What prices are compared at. */
  now: Date
  /** The language of the visitor's pages: what is written in it stands before equals. */
  language: string
  offset: number
  limit: number
}

/** What holds the words best. Filters, and orders by other things than the words, are the database's. */
export async function rankByWords(
  db: Db,
  index: IndexInMemory,
  plan: QueryPlan,
  request: RankRequest,
): Promise<RankedPage> {
  const { documents, sums } = index
  const { where, types, order, offset, limit } = request
  let scored = scoreDocuments(documents, sums, plan, where === null)
  let sorted: Map<number, number> | null = null
  if (where !== null || order !== 'none') {
    sorted = await sift(db, documents, scored, request)
    scored = keep(scored, (place) => sorted?.has(documents.docs[place] ?? 0) ?? false)
  }
  const asked = plan.language ?? languageByWords(documents, plan, request.language)
  const languages = asked === null ? [request.language] : [request.language, asked]
  scored = onceEach(documents, sums, scored, { languages, typed: plan.language })
  const typeCounts = countTypes(documents, scored)
  const chosen = types.length > 0 ? keep(scored, (place) => types.includes(typeOf(documents, place))) : scored
  const places =
    sorted && order !== 'none'
      ? inOrder(documents, chosen, sorted).slice(offset, offset + limit)
      : bestPlaces(documents, chosen, offset + limit).slice(offset)
  const rows = places.map((place) => ({ doc: documents.docs[place] ?? 0, itemId: documents.itemIds[place] ?? '' }))
  return { rows, typeCounts, total: chosen.count }
}

/** Every work that fits the filters, once. */
export async function rankAll(db: Db, request: RankRequest): Promise<RankedPage> {
  const { types, offset, limit } = request
  const where = sql.join(request.where ?? [sql`d.listed`], sql` and `)
  const ofTypes = types.length > 0 ? sql`and d.type = any(${types}::text[])` : sql``
  // of the versions of a work the one in the visitor's language, else the first that was written
  const ofWorks = sql`
    select distinct on (d.translation_group) d.* from search_documents d where ${where}
    order by d.translation_group, d.language <> ${request.language}, d.doc`
  const [page, counted] = await Promise.all([
    sql<Ranked>`
      select d.doc, d.item_id as "itemId" from (${ofWorks}) d where true ${ofTypes}
      order by ${columnsOf(request)} offset ${offset} limit ${limit}`.execute(db),
    sql<{ type: string; n: number }>`
      select d.type, count(distinct d.translation_group) as n from search_documents d where ${where}
      group by d.type`.execute(db),
  ])
  const typeCounts = Object.fromEntries(counted.rows.map(({ type, n }) => [type, n]))
  const meant = types.length > 0 ? types : Object.keys(typeCounts)
  return { rows: page.rows, typeCounts, total: meant.reduce((sum, type) => sum + (typeCounts[type] ?? 0), 0) }
}

/** The documents that fit the filters, each with its position in the requested order. */
async function sift(
  db: Db,
  documents: DocumentTable,
  scored: Scored,
  request: RankRequest,
): Promise<Map<number, number>> {
  const { where, order } = request
  const docs = Array.from({ length: scored.count }, (_, n) => documents.docs[scored.places[n] ?? 0] ?? 0)
  const { rows } = await sql<{ doc: number }>`
    select d.doc from search_documents d
    where d.doc = any(${docs}::int[]) and ${sql.join(where ?? [sql`d.listed`], sql` and `)}
    ${order === 'none' ? sql`` : sql`order by ${columnsOf(request)}`}`.execute(db)
  return new Map(rows.map(({ doc }, position) => [doc, position]))
}

function inOrder(documents: DocumentTable, chosen: Scored, sorted: ReadonlyMap<number, number>): number[] {
  const position = (place: number) => sorted.get(documents.docs[place] ?? 0) ?? 0
  return [...chosen.places.subarray(0, chosen.count)].sort((a, b) => position(a) - position(b))
}

function countTypes(documents: DocumentTable, { count, places }: Scored): Record<string, number> {
  const counts = documents.types.map(() => 0)
  for (let n = 0; n < count; n++) {
    const type = documents.type[places[n] ?? 0] ?? 0
    counts[type] = (counts[type] ?? 0) + 1
  }
  return Object.fromEntries(documents.types.map((type, n) => [type, counts[n] ?? 0]).filter(([, n]) => n !== 0))
}

function typeOf(documents: DocumentTable, place: number): string {
  return documents.types[documents.type[place] ?? 0] ?? ''
}

function columnsOf({ order, now }: RankRequest): RawBuilder<unknown> {
  switch (order) {
    case 'recency':
      return sql`d.published_at desc nulls last, d.doc desc`
    case 'titleasc':
      return sql`d.sort_title, d.doc`
    case 'titledes':
      return sql`d.sort_title desc, d.doc desc`
    case 'priceasc':
      return sql`${priceNow(now)}, d.popularity desc, d.doc`
    case 'pricedes':
      return sql`${priceNow(now)} desc, d.popularity desc, d.doc`
    default:
      return sql`d.popularity desc, d.doc`
  }
}

/** The index holds the price without its discount, which begins and ends without an event. */
function priceNow(now: Date): RawBuilder<number> {
  return sql`coalesce((select i.discount_fen from items i where i.id = d.item_id and ${discountRuns(now)}), d.price_fen)`
}
