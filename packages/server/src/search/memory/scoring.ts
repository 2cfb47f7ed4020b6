import type { QueryPlan } from '../query-plan.ts'
import type { DocumentTable } from './document-table.ts'

/** Documents by their place in the table, with what each is worth; the first `count` are meant. */
export interface Scored {
  count: number
  places: Int32Array
  scores: Float64Array
}

/** Documents that match less than this share of the query are no results. */
const leastShare = 0.15

/** Sums for every document of the table while a query is scored; all zero in between. */
export class Sums {
  score = new Float64Array(0)
  held = new Float64Array(0)
  /** The best term of the unit that is being added. */
  best = new Float64Array(0)
  touched = new Int32Array(0)
  ofUnit = new Int32Array(0)
  /** For each work where its best version stands, plus one. */
  bestOfGroup = new Int32Array(0)

  fit(documents: DocumentTable): void {
    if (this.score.length >= documents.size && this.bestOfGroup.length >= documents.groupCount) return
    const length = documents.docs.length
    this.score = new Float64Array(length)
    this.held = new Float64Array(length)
    this.best = new Float64Array(length)
    this.touched = new Int32Array(length)
    this.ofUnit = new Int32Array(length)
    this.bestOfGroup = new Int32Array(length)
  }
}

/** Every document that matches enough of the query, in no order. */
export function scoreDocuments(documents: DocumentTable, sums: Sums, plan: QueryPlan, listedOnly: boolean): Scored {
  sums.fit(documents)
  const { score, held, touched } = sums
  let count = 0
  for (const unit of plan.units) count = addUnit(documents, sums, unit, count)
  const places = new Int32Array(count)
  const scores = new Float64Array(count)
  const least = plan.fullScore * leastShare
  let kept = 0
  for (let n = 0; n < count; n++) {
    const place = touched[n] as number
    const has = held[place] as number
    if (has >= least && (!listedOnly || documents.listed[place] === 1)) {
      places[kept] = place
      scores[kept++] =
        (score[place] as number) *
        (0.3 + (0.7 * has) / plan.fullScore) *
        (1 + 0.02 * (documents.popularity[place] as number))
    }
    score[place] = 0
    held[place] = 0
  }
  return { count: kept, places, scores }
}

/** Adds what the unit's best term is worth in each document; returns how many documents were touched so far. */
function addUnit(
  documents: DocumentTable,
  { score, held, best, touched, ofUnit }: Sums,
  unit: QueryPlan['units'][number],
  before: number,
): number {
  let count = before
  let inUnit = 0
  for (const { list, weight, shares } of unit.terms) {
    const { pairs, to } = list
    for (let at = list.from; at < to; at += 2) {
      const place = pairs[at] as number
      const share = shares ? (shares[documents.language[place] as number] ?? 1) : 1
      const value = (pairs[at + 1] as number) * weight * share
      const known = best[place] as number
      if (known === 0) {
        if (held[place] === 0) touched[count++] = place
        held[place] = (held[place] as number) + unit.worth
        ofUnit[inUnit++] = place
      } else if (value <= known) continue
      score[place] = (score[place] as number) + value - known
      best[place] = value
    }
  }
  for (let n = 0; n < inUnit; n++) best[ofUnit[n] as number] = 0
  return count
}

/** A version in the visitor's language holds at least this share of what the best one holds, to stand for it. */
const standsFor = 0.4

/**
 * A work is one result: it stands where its best version would, in the version of the first of these languages that holds
 * the words too. Its other versions are left out. In the language that is `typed` any version stands that holds the words
 * at all: one in another language has them only by words that mean the same.
 */
export function onceEach(
  documents: DocumentTable,
  sums: Sums,
  scored: Scored,
  { languages, typed }: { languages: readonly string[]; typed: string | null },
): Scored {
  const { count, places, scores } = scored
  const { groups } = documents
  const { bestOfGroup } = sums
  const wanted = languages.map((language) => documents.languages.indexOf(language))
  const typedNumber = typed === null ? null : documents.languages.indexOf(typed)
  for (let n = 0; n < count; n++) {
    const group = groups[places[n] as number] as number
    const other = (bestOfGroup[group] as number) - 1
    if (other < 0 || isBefore(documents, scored, n, other)) bestOfGroup[group] = n + 1
  }
  // the most wanted comes last, and takes the place of those before it
  for (const language of wanted.toReversed()) {
    for (let n = 0; n < count; n++) {
      const place = places[n] as number
      if (documents.language[place] !== language) continue
      const group = groups[place] as number
      const best = (bestOfGroup[group] as number) - 1
      if (best === n || documents.language[places[best] as number] === language) continue
      if (language !== typedNumber && (scores[n] as number) < (scores[best] as number) * standsFor) continue
      scores[n] = scores[best] as number
      bestOfGroup[group] = n + 1
    }
  }
  let kept = 0
  for (let n = 0; n < count; n++) {
    const place = places[n] as number
    if (bestOfGroup[groups[place] as number] !== n + 1) continue
    scores[kept] = (scores[n] as number) * (wanted.includes(documents.language[place] as number) ? 1.15 : 1)
    places[kept++] = place
  }
  for (let n = 0; n < kept; n++) bestOfGroup[groups[places[n] as number] as number] = 0
  return { count: kept, places, scores }
}

const nowhere = Math.log(0.3)

/**
 * The language in which these words are most at home, going by how many documents of each language hold them; null where
 * they are about as much at home in the visitor's own.
 */
export function languageByWords(documents: DocumentTable, plan: QueryPlan, own: string): string | null {
  const { languages } = documents
  const evidence = new Float64Array(languages.length)
  let words = 0
  for (const { terms, word } of plan.units) {
    if (word === undefined) continue
    words++
    const counts = new Float64Array(languages.length)
    for (const { list, shares, exact } of terms) {
      if (!exact) continue
      for (let at = list.from; at < list.to; at += 2) {
        const language = documents.language[list.pairs[at] as number] as number
        if (!shares || shares[language] === 1) counts[language] = (counts[language] as number) + 1
      }
    }
    for (let n = 0; n < languages.length; n++) {
      evidence[n] = (evidence[n] as number) + Math.log(0.3 + (counts[n] as number))
    }
  }
  if (words === 0) return null
  const [best, second] = [...evidence.keys()].sort((a, b) => (evidence[b] as number) - (evidence[a] as number))
  if (best === undefined) return null
  const lead = (other: number | undefined) => (evidence[best] as number) - (evidence[other ?? -1] ?? nowhere * words)
  const leads = lead(languages.indexOf(own)) > words * Math.log(2.5) && lead(second) > words * Math.log(1.3)
  return leads ? (languages[best] ?? null) : null
}

/** The places of the best so many, in order. */
export function bestPlaces(documents: DocumentTable, scored: Scored, most: number): number[] {
  const { count, places } = scored
  if (most > 200) {
    const all = Array.from({ length: count }, (_, n) => n)
    all.sort((a, b) => (isBefore(documents, scored, a, b) ? -1 : 1))
    return all.slice(0, most).map((n) => places[n] as number)
  }
  const best: number[] = []
  for (let n = 0; n < count; n++) {
    const last = best[most - 1]
    if (last !== undefined && !isBefore(documents, scored, n, last)) continue
    let at = Math.min(best.length, most - 1)
    for (; at > 0 && isBefore(documents, scored, n, best[at - 1] as number); at--) best[at] = best[at - 1] as number
    best[at] = n
  }
  return best.map((n) => places[n] as number)
}

function isBefore(documents: DocumentTable, { places, scores }: Scored, a: number, b: number): boolean {
  const difference = (scores[a] as number) - (scores[b] as number)
  if (difference !== 0) return difference > 0
  const [placeA, placeB] = [places[a] as number, places[b] as number]
  const popularity = (documents.popularity[placeA] as number) - (documents.popularity[placeB] as number)
  if (popularity !== 0) return popularity > 0
  return (documents.docs[placeA] as number) < (documents.docs[placeB] as number)
}

/** Leaves out what does not fit. */
export function keep(scored: Scored, fits: (place: number) => boolean): Scored {
  const places = new Int32Array(scored.count)
  const scores = new Float64Array(scored.count)
  let count = 0
  for (let n = 0; n < scored.count; n++) {
    const place = scored.places[n] as number
    if (!fits(place)) continue
    places[count] = place
    scores[count++] = scored.scores[n] as number
  }
  return { count, places, scores }
}
