import { indexTerms, neighbourTerms, tokens } from './analysis/analyze.ts'
import { soundTerms } from './analysis/pinyin.ts'
import { isSpellable } from './analysis/spelling.ts'

/** The words of an item, as far as it can be found by them. */
export interface Words {
  language: string
  title: string
  summary: string
  /** Names of its topics, tags and industries, in every language. */
  labels: readonly string[]
  /** Author and owner, for searches among creators. */
  people: readonly string[]
  parts: readonly Part[]
}

/** A step, or an item that is a part of this one. */
export interface Part {
  id: string
  type: string
  number: number
  anchor: string
  title: string
  text: string
}

/** A short piece of a step. */
export interface Passage {
  part: Part
  body: string
}

export interface Weighed {
  /** What each term is worth in this document, 1 to `fullImpact`, and the passages it stands in. */
  terms: Map<string, { impact: number; places: number[] }>
  passages: Passage[]
  /** Words to which slips of typing are led back. */
  spellable: string[]
}

export const fullImpact = 30_000

/** How much a field is worth beside the others. Found on one half of the judged queries (docs/decisions/005-search.md). */
const worth = { title: 10, neighbours: 4, sounds: 5, partTitle: 4, labels: 2.5, summary: 2.5, body: 3.5 }
const mostWorth = worth.title + worth.partTitle + worth.labels + worth.summary + worth.body

const passageLength = 240
/** A place is one byte. */
const mostPassages = 250
const mostPlaces = 24

export function weigh(words: Words): Weighed {
  const { language } = words
  const passages = passagesOf(words.parts)
  const values = new Map<string, number>()
  const places = new Map<string, number[]>()
  const add = (term: string, value: number) => values.set(term, (values.get(term) ?? 0) + value)

  const title = indexTerms(words.title, language, 'all')
  // a word says more of a short title than of a long one
  const share = (3 / (2 + title.length * 0.5)) ** 0.35
  for (const term of new Set(title)) add(term, worth.title * Math.min(1.2, share))
  for (const term of new Set(neighbourTerms(words.title, language))) add(term, worth.neighbours)
  for (const term of soundTerms(words.title)) add(term, worth.sounds)
  for (const [term, count] of counted(words.labels.flatMap((label) => indexTerms(label, language, 'all')))) {
    add(term, worth.labels * Math.min(1, count))
  }
  for (const [term, count] of counted(indexTerms(words.summary, language, 'all'))) {
    add(term, worth.summary * (count / (count + 0.3)))
  }
  for (const person of words.people) for (const term of indexTerms(person, language, 'all')) add(personTerm(term), 10)

  const inTitles = new Map<string, number>()
  const inBodies = new Map<string, number>()
  let bodyLength = 0
  let lastPart: Part | undefined
  passages.forEach(({ part, body }, place) => {
    const here = new Set<string>()
    if (part !== lastPart) {
      lastPart = part
      for (const term of new Set(indexTerms(part.title, language, 'all'))) {
        inTitles.set(term, (inTitles.get(term) ?? 0) + 1)
        here.add(term)
      }
      for (const term of neighbourTerms(part.title, language)) inTitles.set(term, (inTitles.get(term) ?? 0) + 0.5)
    }
    const terms = indexTerms(body, language, 'unknown')
    bodyLength += terms.length
    for (const term of terms) {
      inBodies.set(term, (inBodies.get(term) ?? 0) + 1)
      here.add(term)
    }
    for (const term of here) {
      const list = places.get(term)
      if (!list) places.set(term, [place])
      else if (list.length < mostPlaces) list.push(place)
    }
  })
  for (const [term, count] of inTitles) add(term, worth.partTitle * (count / (count + 0.6)))
  const calm = 1.5 * (0.4 + 0.6 * (bodyLength / 600))
  for (const [term, count] of inBodies) add(term, worth.body * (count / (count + calm)))

  const terms = new Map<string, { impact: number; places: number[] }>()
  for (const [term, value] of values) {
    const impact = Math.max(1, Math.min(fullImpact, Math.round((value / mostWorth) * fullImpact)))
    terms.set(term, { impact, places: places.get(term) ?? [] })
  }
  return { terms, passages, spellable: spellableIn([words.title, words.summary, ...words.parts.map((p) => p.title)]) }
}

export function personTerm(term: string): string {
  return `u:${term}`
}

/** The steps in pieces of some sentences; longer pieces where the whole would have too many. */
function passagesOf(parts: readonly Part[]): Passage[] {
  const total = parts.reduce((sum, part) => sum + part.text.length, 0)
  const length = Math.max(passageLength, Math.ceil(total / (mostPassages - Math.min(parts.length, mostPassages - 50))))
  return parts.flatMap((part) => pieces(part.text, length).map((body) => ({ part, body }))).slice(0, mostPassages)
}

function pieces(text: string, length: number): string[] {
  const out: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + length)
    if (to < text.length) {
      const window = text.slice(from + Math.floor(length / 2), to)
      const end = Math.max(...['。', '！', '？', '. ', '\n', '；', ' '].map((mark) => window.lastIndexOf(mark)))
      if (end > 0) to = from + Math.floor(length / 2) + end + 1
    }
    out.push(text.slice(from, to).trim())
    from = to
  }
  return out.length > 0 ? out : ['']
}

function counted(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function spellableIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => tokens(text)).filter(({ kind }) => kind === 'letters')
  return [...new Set(words.map(({ text }) => text).filter(isSpellable))]
}
