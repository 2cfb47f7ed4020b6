import type { StepHit } from '@lantern/contract/search/searching.ts'
import { mark, snippet } from './marking.ts'
import { bodyOf, placesStart, type Sheet, titleOf } from './memory/sheets.ts'
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

/**
 * The steps in which the words stand. Titles of steps are for everybody; text of steps is shown only where it may be
 * read.
 */
export function stepHits(sheet: Sheet, plan: QueryPlan, language: string, readable: boolean): ItemHits {
  const found = partsHit(sheet, plan, readable).map((part) => {
    const title = mark(titleOf(sheet, part.number), plan.marks, language)
    return { ...part, title, worth: title.marks.length > 0 ? part.worth * inTitleCountsFor : part.worth }
  })
  found.sort((a, b) => b.worth - a.worth || a.number - b.number)
  const hits: StepHit[] = []
  for (const { number, title, places } of found) {
    if (hits.length === shownHits) break
    const part = sheet.parts[number]
    const text = firstSnippet(sheet, places, plan, language)
    if (!part || (title.marks.length === 0 && !text)) continue
    // the database has it from the catalogue, whose types these are
    hits.push({ ...part, type: part.type as StepHit['type'], title, snippet: text })
  }
  return { hits, hitCount: found.length }
}

/** Steps with the passages in which the words stand, the best first. */
function partsHit(sheet: Sheet, plan: QueryPlan, readable: boolean) {
  const parts = new Map<number, { number: number; worth: number; places: number[] }>()
  hitPlaces(sheet, plan).forEach(({ place, worth }, index) => {
    const number = sheet.partOf[place] ?? 0
    const part = parts.get(number) ?? { number, worth, places: [] }
    if (readable && index < readPassages) part.places.push(place)
    parts.set(number, part)
  })
  return [...parts.values()]
}

function firstSnippet(sheet: Sheet, places: readonly number[], plan: QueryPlan, language: string): StepHit['snippet'] {
  for (const place of places) {
    const text = snippet(bodyOf(sheet, place), plan.marks, language)
    if (text) return text
  }
  return null
}

/** Passages of the item by how much of what was asked for stands in them, the best first. */
function hitPlaces(sheet: Sheet, plan: QueryPlan): { place: number; worth: number }[] {
  const { places } = sheet
  const worths = new Float64Array(sheet.bodies.length)
  const lastUnit = new Uint8Array(sheet.bodies.length)
  let best = 0
  let unitNumber = 0
  for (const unit of plan.units) {
    unitNumber++
    for (const { list } of unit.terms) {
      const start = placesStart(sheet, list.id)
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
  const found: { place: number; worth: number }[] = []
  if (best === 0) return found
  for (let place = 0; place < worths.length; place++) {
    const worth = worths[place] as number
    if (worth >= best * hitShare) found.push({ place, worth })
  }
  return found.sort((a, b) => b.worth - a.worth || a.place - b.place)
}
