import type { StepHit } from '@lantern/contract/search/searching.ts'
import { type Markable, mark, snippet } from './marking.ts'
import { type Entry, type EntryPart, mostPassages, placesStart } from './memory/entries.ts'
import type { QueryPlan } from './query-plan.ts'

export interface ItemHits {
  hits: StepHit[]
  hitCount: number
}

/** How many steps of an item are shown, and how many passages are looked at for them. */
const shownHits = 3
const readPassages = 8

/** A passage with less than this share of what the best passage of the item holds is no hit. */
const hitShare = 0.6

/** A step in its title and what the step's best passage is worth. */
const inTitleCountsFor = 1.5

export const noHits: ItemHits = { hits: [], hitCount: 0 }

/** A passage of an item by how much of the query stands in it. */
export interface HitPlace {
  place: number
  worth: number
}

/**
 * The steps in which the words stand. Titles of steps are for everybody; text of steps is shown only where it may be
 * read. The passages of all `places` have to be in the entry.
 */
export function stepHits(
  { passages }: Entry,
  places: readonly HitPlace[],
  plan: QueryPlan,
  language: string,
  readable: boolean,
): ItemHits {
  const found = partsHit(passages, places, readable).map((hit) => {
    const title = mark(hit.part.title, plan.marks, language)
    return { ...hit, title, worth: title.marks.length > 0 ? hit.worth * inTitleCountsFor : hit.worth }
  })
  found.sort((a, b) => b.worth - a.worth || a.first - b.first)
  const hits: StepHit[] = []
  for (const { part, title, bodies } of found) {
    if (hits.length === shownHits) break
    const text = firstSnippet(bodies, plan, language)
    if (title.marks.length === 0 && !text) continue
    // the database has it from the catalogue, whose types these are
    hits.push({ ...part, type: part.type as StepHit['type'], title, snippet: text })
  }
  return { hits, hitCount: found.length }
}

interface PartHit {
  part: EntryPart
  worth: number
  /** The earliest of its passages, which tells the order of steps. */
  first: number
  bodies: Markable[]
}

/** Steps with the passages in which the words stand, the best first. */
function partsHit(passages: Entry['passages'], places: readonly HitPlace[], readable: boolean): PartHit[] {
  const parts = new Map<EntryPart, PartHit>()
  places.forEach(({ place, worth }, index) => {
    const passage = passages.get(place)
    if (!passage) return
    const { part, body } = passage
    const hit = parts.get(part) ?? { part, worth, first: place, bodies: [] }
    hit.first = Math.min(hit.first, place)
    if (readable && index < readPassages) hit.bodies.push(body)
    parts.set(part, hit)
  })
  return [...parts.values()]
}

function firstSnippet(bodies: readonly Markable[], plan: QueryPlan, language: string): StepHit['snippet'] {
  for (const body of bodies) {
    const text = snippet(body, plan.marks, language)
    if (text) return text
  }
  return null
}

/** Passages of the item by how much of the query stands in them, the best first. */
export function hitPlaces(entry: Entry, plan: QueryPlan): HitPlace[] {
  const { places } = entry
  const worths = new Float64Array(mostPassages)
  const lastUnit = new Uint8Array(mostPassages)
  let best = 0
  let unitNumber = 0
  for (const unit of plan.units) {
    unitNumber++
    for (const { list } of unit.terms) {
      const start = placesStart(entry, list.id)
      if (start < 0) continue
      const end = start + 1 + (places[start] as number)
      for (let at = start + 1; at < end; at++) {
        const place = places[at] as number
        // each unit counts once, whichever of its terms stand there
        if (lastUnit[place] === unitNumber) continue
        lastUnit[place] = unitNumber
        const worth = (worths[place] as number) + unit.worth
        worths[place] = worth
        if (worth > best) best = worth
      }
    }
  }
  const found: HitPlace[] = []
  if (best === 0) return found
  for (let place = 0; place < worths.length; place++) {
    const worth = worths[place] as number
    if (worth >= best * hitShare) found.push({ place, worth })
  }
  return found.sort((a, b) => b.worth - a.worth || a.place - b.place)
}
