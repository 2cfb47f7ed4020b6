import type { StepHit } from '@lantern/contract/search/searching.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { mark, snippet } from './marking.ts'
import type { QueryPlan } from './query-plan.ts'
import type { Ranked } from './ranking.ts'

export interface HitItem {
  ranked: Ranked
  language: string
  /** Whether the text of its steps may be shown; titles of steps are for everybody. */
  readable: boolean
}

export interface ItemHits {
  hits: StepHit[]
  hitCount: number
}

/** How many steps of an item are shown, and how many passages are looked at for them. */
const shownHits = 3
const readPassages = 8

/** A passage with less than this share of what the best passage of the item holds is no hit. */
const hitShare = 0.6

interface PassageRow {
  doc: number
  place: number
  part_id: string
  part_type: string
  number: number
  anchor: string
  title: string
  body: string | null
}

/** The steps in which the words stand, for all items of a page in one statement. */
export async function readStepHits(db: Db, plan: QueryPlan, items: readonly HitItem[]): Promise<Map<number, ItemHits>> {
  const wanted = items.map((item) => ({ item, places: hitPlaces(item.ranked, plan) }))
  const flat = wanted.flatMap(({ item, places }) =>
    places.map(({ place }, index) => ({ doc: item.ranked.doc, place, read: item.readable && index < readPassages })),
  )
  if (flat.length === 0) return new Map()
  const { rows } = await sql<PassageRow>`
    select p.doc, p.place, p.part_id, p.part_type, p.number, p.anchor, p.title, case when x.read then p.body end as body
    from unnest(${flat.map(({ doc }) => doc)}::int[], ${flat.map(({ place }) => place)}::int2[],
      ${flat.map(({ read }) => read)}::bool[]) x (doc, place, read)
    join search_passages p on p.doc = x.doc and p.place = x.place`.execute(db)
  const byPlace = new Map(rows.map((row) => [`${row.doc}.${row.place}`, row]))
  return new Map(
    wanted.map(({ item, places }) => {
      const passages = places.flatMap(({ place, worth }) => {
        const row = byPlace.get(`${item.ranked.doc}.${place}`)
        return row ? [{ row, worth }] : []
      })
      return [item.ranked.doc, hitsOf(passages, plan, item.language)]
    }),
  )
}

/** Passages of the item by how much of what was asked for stands in them, the best first. */
function hitPlaces(ranked: Ranked, plan: QueryPlan): { place: number; worth: number }[] {
  const worths = new Map<number, number>()
  for (const { unit, places } of ranked.found) {
    for (const place of places) worths.set(place, (worths.get(place) ?? 0) + (plan.worths[unit] ?? 0))
  }
  const best = Math.max(0, ...worths.values())
  return [...worths]
    .map(([place, worth]) => ({ place, worth }))
    .filter(({ worth }) => worth >= best * hitShare)
    .sort((a, b) => b.worth - a.worth || a.place - b.place)
}

function hitsOf(passages: { row: PassageRow; worth: number }[], plan: QueryPlan, language: string): ItemHits {
  const parts = new Map<string, { hit: StepHit; worth: number }>()
  const seen = new Set<string>()
  for (const { row, worth } of passages) {
    const title = mark(row.title, plan.marks, language)
    const text = row.body === null ? null : snippet(row.body, plan.marks, language)
    const inTitle = title.marks.length > 0
    if (!inTitle && row.body !== null && !text) continue
    seen.add(row.part_id)
    const known = parts.get(row.part_id)
    if (known) known.hit.snippet ??= text
    else if (inTitle || text) {
      const hit: StepHit = {
        id: row.part_id,
        type: row.part_type as StepHit['type'],
        number: row.number,
        anchor: row.anchor,
        title,
        snippet: text,
      }
      parts.set(row.part_id, { hit, worth: inTitle ? worth * 1.5 : worth })
    }
  }
  const hits = [...parts.values()].sort((a, b) => b.worth - a.worth || a.hit.number - b.hit.number)
  return { hits: hits.slice(0, shownHits).map(({ hit }) => hit), hitCount: seen.size }
}
