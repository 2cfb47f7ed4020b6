import type { SearchOrder } from '@lantern/contract/search/criteria.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import type { QueryPlan } from './query-plan.ts'

/** One document of a page of results. */
export interface Ranked {
  doc: number
  item_id: string
  type: string
  /** For every unit that was found here: its number and the passages in which it stands. */
  found: { unit: number; places: number[] }[]
}

export interface RankedPage {
  rows: Ranked[]
  typeCounts: Record<string, number>
  total: number
}

export interface RankRequest {
  /** Null: no words, everything that fits the filters. */
  plan: QueryPlan | null
  where: RawBuilder<unknown>[]
  types: readonly string[]
  order: SearchOrder
  /** The language of the visitor's pages: what is written in it stands before equals. */
  language: string
  offset: number
  limit: number
}

/**
 * Of a frequent term only so many documents are read, the best first. A query costs the same whatever the number of
 * lessons is; nobody reads further than the thousandth result.
 */
const perTerm = 1000

/** Documents that hold less than this share of what was asked for are no results. */
const leastShare = 0.25

export async function rank(db: Db, request: RankRequest): Promise<RankedPage> {
  const { plan, where, types, offset, limit } = request
  const scored = plan ? scoredByWords(plan, where, request.language) : everything(where)
  const { rows } = await sql<{ rows: PageRow[] | null; counts: Record<string, number> | null }>`
    with ${scored},
    chosen as (
      select *, row_number() over (order by ${orderOf(request.order, plan !== null)}) as place from counted
      where ${types.length > 0 ? sql`type = any(${types}::text[])` : sql`true`}
    ),
    page as (select * from chosen where place > ${offset} and place <= ${offset + limit})
    select
      (select json_agg(json_build_object('doc', p.doc, 'item_id', p.item_id, 'type', p.type, 'found',
        ${plan ? sql`(select json_agg(json_build_object('unit', h.unit, 'places', h.places)) from hits h where h.doc = p.doc)` : sql`null`}
      ) order by p.place) from page p) as rows,
      (select json_object_agg(c.type, c.n) from (select type, count(*) n from counted group by type) c) as counts
  `.execute(db)
  const typeCounts = rows[0]?.counts ?? {}
  const counted = types.length > 0 ? types : Object.keys(typeCounts)
  return {
    rows: (rows[0]?.rows ?? []).map((row) => ({
      ...row,
      found: (row.found ?? []).map(({ unit, places }) => ({ unit, places: placesOf(places) })),
    })),
    typeCounts,
    total: counted.reduce((sum, type) => sum + (typeCounts[type] ?? 0), 0),
  }
}

interface PageRow {
  doc: number
  item_id: string
  type: string
  found: { unit: number; places: string }[] | null
}

function placesOf(text: string): number[] {
  return [...new Set(text)].map((char) => char.charCodeAt(0) - 1)
}

function scoredByWords(plan: QueryPlan, where: RawBuilder<unknown>[], language: string): RawBuilder<unknown> {
  const full = plan.fullScore
  // Versions of one work in other languages come after the best one, or they would fill the page.
  return sql`
    hits as materialized (
      select p.doc, q.unit, max(p.impact * q.weight) as score, string_agg(p.places, '') as places
      from unnest(${plan.termIds}::int[], ${plan.units}::int[], ${plan.weights}::float4[]) q (term_id, unit, weight),
        lateral (
          select doc, impact, places from search_postings where term_id = q.term_id order by impact desc limit ${perTerm}
        ) p
      group by p.doc, q.unit
    ),
    summed as (
      select doc, sum(score) as score, sum(w.worth) as held
      from hits join unnest(${plan.worths}::float4[]) with ordinality w (worth, n) on w.n = hits.unit + 1
      group by doc
    ),
    matched as (
      select d.doc, d.item_id, d.type, d.translation_group, d.popularity, d.published_at, d.sort_title, d.price_fen,
        s.score * (0.3 + 0.7 * s.held / ${full}::float4) * (1 + 0.02 * d.popularity)
          * case when d.language = ${language} then 1.15 else 1 end as score
      from summed s join search_documents d using (doc)
      where s.held >= ${full * leastShare}::float4 and ${sql.join(where, sql` and `)}
    ),
    counted as materialized (
      select *, case when row_number() over (partition by translation_group order by score desc, doc) = 1
        then score else score * 0.7 end as rank
      from matched
    )`
}

function everything(where: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`
    counted as materialized (
      select d.doc, d.item_id, d.type, d.popularity, d.published_at, d.sort_title, d.price_fen, 0 as rank
      from search_documents d where ${sql.join(where, sql` and `)}
    )`
}

function orderOf(order: SearchOrder, byWords: boolean): RawBuilder<unknown> {
  switch (order) {
    case 'recency':
      return sql`published_at desc nulls last, doc desc`
    case 'titleasc':
      return sql`sort_title, doc`
    case 'titledes':
      return sql`sort_title desc, doc desc`
    case 'priceasc':
      return sql`price_fen, popularity desc, doc`
    case 'pricedes':
      return sql`price_fen desc, popularity desc, doc`
    case 'none':
      return byWords ? sql`rank desc, popularity desc, doc` : sql`popularity desc, doc`
    default:
      return sql`popularity desc, doc`
  }
}
