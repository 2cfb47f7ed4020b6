import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { neighbours, type QueryWord, queryWords, tokens } from './analysis/analyze.ts'
import { languageOf } from './analysis/language.ts'
import { initialsTerm, maySound, soundOf, soundTerm } from './analysis/pinyin.ts'
import { forgiven, isSpellable, rests, slips } from './analysis/spelling.ts'
import { allStems, stemsByLanguage } from './analysis/stem.ts'
import { synonymsOf } from './analysis/synonyms.ts'
import { firstLetters } from './marking.ts'
import { type IndexInMemory, listsOf } from './memory/index-in-memory.ts'
import type { TermList } from './memory/term-lists.ts'
import { fullImpact, personTerm } from './weigh.ts'

/** What is looked up for a query. */
export interface QueryPlan {
  units: PlannedUnit[]
  /** What all units together are worth. */
  fullScore: number
  /** In which language it is asked, as far as that shows. */
  language: string | null
  /** What is marked in texts. */
  marks: Marks
  /** The query with slips led back; null when nothing was corrected. */
  corrected: string | null
}

/** A thing asked for; each of its terms is enough for it. */
export interface PlannedUnit {
  worth: number
  terms: PlannedTerm[]
  /** The word of letters that is asked for, where it is one. */
  word: string | undefined
}

export interface PlannedTerm {
  list: TermList
  /** What an impact in it is multiplied by. */
  weight: number
  /** By how much that is less in documents of each language, by its number; null where it is the same in all. */
  shares: Float32Array | null
  /** It is the word itself, not one like it. */
  exact: boolean
}

/** How the words of the query show in a text. */
export interface Marks {
  /** Pieces of Chinese, Korean or Japanese, folded, longest first. */
  pieces: string[]
  /** Stems of words of letters. */
  stems: string[]
  /** Beginnings of words of letters. */
  beginnings: string[]
  /** The first letters of all of those. */
  firsts: string[]
}

interface Unit {
  /** Terms and how much each is worth beside the word itself. */
  terms: Map<string, number>
  /** The word of letters that is asked for, which has another stem in each language. */
  word?: string
  share: number
}

/** Units beyond this add nothing but work. */
const mostUnits = 24
const mostExpansions = 10
/** Weight of a word with the same reading (pinyin) as the typed one: several words share a reading. */
const asHeard = 0.8

/** What a stem by the rules of one language is worth in documents of another. */
const elsewhere = 0.5

export interface PlanOptions {
  /** Search among the names of people, not the words of items. */
  people?: boolean
  /** The last word may not be finished. */
  typing?: boolean
}

/** Null: the text holds nothing that could be looked up. */
export async function planQuery(
  db: Db,
  index: IndexInMemory,
  query: string,
  options: PlanOptions,
): Promise<QueryPlan | null> {
  const words = queryWords(query).slice(0, 16)
  if (words.length === 0) return null
  const naming = options.people ? personTerm : (term: string) => term
  const units = unitsOf(query, words, naming)
  const known = await listsOf(db, index, new Set(units.flatMap(({ terms }) => [...terms.keys()])))
  const missing = words.filter(
    ({ kind, stems }) => kind === 'letters' && !stems.some((stem) => known.has(naming(stem))),
  )
  const heard = options.people ? new Map<string, string[]>() : await heardWords(db, words, units, known)
  for (const [term, list] of await listsOf(db, index, new Set([...heard.values()].flat()))) known.set(term, list)
  const marks = marksOf(words, [...heard.values()].flat())
  const misspelled = missing.filter(({ text }) => !heard.has(text))
  const corrections = options.people ? new Map<string, string[]>() : await correct(db, misspelled)
  for (const [word, spelled] of corrections) {
    const unit = units[words.findIndex(({ text }) => text === word)]
    for (const better of spelled) {
      for (const stem of allStems(better)) {
        unit?.terms.set(stem, 0.8)
        marks.stems.push(stem)
      }
    }
  }
  const added = [...(await addBeginnings(db, words, units, known, marks, options.typing ?? false))]
  for (const spelled of corrections.values()) added.push(...spelled.flatMap(allStems))
  if (added.length > 0) for (const [term, list] of await listsOf(db, index, new Set(added))) known.set(term, list)
  marks.firsts = firstLetters(marks.stems, marks.beginnings)
  const corrected = correctedQuery(query, corrections)
  return { ...assemble(units, known, index), marks, corrected, language: languageOf(query) }
}

function unitsOf(query: string, words: readonly QueryWord[], naming: (term: string) => string): Unit[] {
  const units: Unit[] = words.map(({ kind, text, stems, pairs }) => {
    const alike = stems.flatMap((stem) => synonymsOf(stem).map((other): [string, number] => [naming(other), 0.7]))
    const own = stems.map((stem): [string, number] => [naming(stem), 1])
    const terms = new Map([...alike, ...own])
    return { terms, share: pairs.length > 0 ? 0.55 : 1, ...(kind === 'letters' && { word: text }) }
  })
  for (const word of words) {
    for (const pair of word.pairs) units.push({ terms: new Map([[naming(pair), 1]]), share: 0.45 / word.pairs.length })
  }
  // words of letters side by side in a title
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1], words[i]]
    if (first?.kind !== 'letters' || second?.kind !== 'letters') continue
    const both = first.stems.flatMap((a) => second.stems.map((b) => neighbours(a, b)))
    units.push({ terms: new Map(both.map((term) => [naming(term), 1])), share: 0.3 })
  }
  addSounds(query, words, units)
  return units
}

/** Pinyin typed for a title, in full or by initials, in one or several pieces; and characters that merely sound right. */
function addSounds(query: string, words: readonly QueryWord[], units: Unit[]): void {
  const letters = words.filter(({ kind, text }) => kind === 'letters' && /^[a-z]+$/.test(text))
  if (letters.length > 1 && letters.length === words.length) {
    const whole = letters.map(({ text }) => text).join('')
    units.push({
      terms: new Map([
        [soundTerm(whole), 1],
        [initialsTerm(whole), 0.8],
      ]),
      share: 1.5,
    })
  }
  words.forEach((word, i) => {
    if (word.kind === 'letters' && /^[a-z]{2,24}$/.test(word.text)) {
      units[i]?.terms.set(soundTerm(word.text), 0.9)
      if (word.text.length <= 8) units[i]?.terms.set(initialsTerm(word.text), 0.7)
    }
  })
  for (const token of tokens(query)) {
    if (token.kind !== 'chinese' || token.text.length < 2 || token.text.length > 12) continue
    units.push({ terms: new Map([[soundOf(token.text), 1]]), share: 0.3 })
  }
  words.forEach((word, i) => {
    if (word.kind === 'chinese' && word.text.length > 1) units[i]?.terms.set(soundOf(word.text), 0.6)
  })
}

/** A word of letters in fewer documents than this may be a reading that stands there by chance. */
const fewDocuments = 3

/**
 * To each word that was typed, or to all of them together, the Chinese words that are read like it. They are looked up as
 * such, wherever in an item they stand: also inside compounds and in steps, which titles as they sound do not tell.
 */
async function heardWords(
  db: Db,
  words: readonly QueryWord[],
  units: readonly Unit[],
  known: ReadonlyMap<string, TermList>,
): Promise<Map<string, string[]>> {
  const typed = new Map<string, Unit>()
  for (const [i, word] of words.entries()) {
    const unit = units[i]
    const isCommon = word.stems.some((stem) => (known.get(stem)?.df ?? 0) >= fewDocuments)
    if (unit && word.kind === 'letters' && !isCommon && maySound(word.text)) typed.set(word.text, unit)
  }
  const whole = words.map(({ text }) => text).join('')
  const ofWhole = units.find(({ terms, word }) => word === undefined && terms.has(soundTerm(whole)))
  if (words.length > 1 && ofWhole && maySound(whole)) typed.set(whole, ofWhole)
  const heard = new Map<string, string[]>()
  if (typed.size === 0) return heard
  const { rows } = await sql<{ sound: string; term: string }>`
    select x.sound, x.term from unnest(${[...typed.keys()]}::text[]) w (sound), lateral (
      select t.sound, t.term from search_terms t where t.sound = w.sound and t.sound <> '' and t.df > 0
      order by t.df desc limit ${mostExpansions}) x`.execute(db)
  for (const { sound, term } of rows) {
    typed.get(sound)?.terms.set(term, asHeard)
    heard.set(sound, [...(heard.get(sound) ?? []), term])
  }
  return heard
}

/** For words that stand nowhere: the words of titles that are one slip away, two for long words. */
async function correct(db: Db, missing: readonly QueryWord[]): Promise<Map<string, string[]>> {
  const wanted = missing.filter(({ text }) => isSpellable(text))
  if (wanted.length === 0) return new Map()
  const all = [...new Set(wanted.flatMap(({ text }) => rests(text)))]
  const { rows } = await sql<{ word: string }>`
    select distinct word from search_spellings where rest = any(${all}::text[]) limit 400`.execute(db)
  const found = new Map<string, string[]>()
  for (const { text } of wanted) {
    const near = rows
      .map(({ word }) => ({ word, distance: slips(text, word) }))
      .filter(({ distance }) => distance <= forgiven(text.length))
      .sort((a, b) => a.distance - b.distance || Number(b.word[0] === text[0]) - Number(a.word[0] === text[0]))
    const best = near[0]?.distance
    const spelled = near.filter(({ distance }) => distance === best).slice(0, 4)
    if (spelled.length > 0)
      found.set(
        text,
        spelled.map(({ word }) => word),
      )
  }
  return found
}

/** Words that begin as the last one does, or as one that stands nowhere; Chinese titles that sound so far. */
async function addBeginnings(
  db: Db,
  words: readonly QueryWord[],
  units: Unit[],
  known: ReadonlyMap<string, TermList>,
  marks: Marks,
  typing: boolean,
): Promise<Set<string>> {
  const added = new Set<string>()
  for (const [i, word] of words.entries()) {
    const unit = units[i]
    if (!unit || word.kind !== 'letters' || word.text.length < 3) continue
    const found = [...unit.terms.keys()].some((term) => known.has(term))
    if (found && !(typing && i === words.length - 1)) continue
    const beginnings = [word.text, soundTerm(word.text)]
    const { rows } = await sql<{ term: string }>`
      select x.term from unnest(${beginnings}::text[]) b (beginning), lateral (
        select t.term, t.df from search_terms t
        where t.term >= b.beginning and t.term < b.beginning || chr(1114111) and t.df > 0
        limit 200) x
      order by x.df desc limit ${mostExpansions}`.execute(db)
    for (const { term } of rows) {
      added.add(term)
      if (!unit.terms.has(term)) unit.terms.set(term, 0.6)
    }
    if (rows.length > 0) marks.beginnings.push(word.text)
  }
  return added
}

function assemble(
  units: readonly Unit[],
  known: ReadonlyMap<string, TermList>,
  { documentCount, documents }: IndexInMemory,
): Pick<QueryPlan, 'units' | 'fullScore'> {
  const rated = units.flatMap((unit) => {
    const stems = unit.word === undefined ? null : stemsByLanguage(unit.word)
    const terms = [...unit.terms].flatMap(([term, weight]) => {
      const list = known.get(term)
      return list
        ? [{ list, weight, exact: weight === 1, shares: stems && sharesOf(term, stems, documents.languages) }]
        : []
    })
    if (terms.length === 0) return []
    const best = Math.max(0, ...terms.filter(({ weight }) => weight === 1).map(({ list }) => list.df))
    const df = best > 0 ? best : Math.max(1, ...terms.map(({ list }) => list.df))
    return [{ terms, word: unit.word, worth: unit.share * rarity(df, documentCount) }]
  })
  const planned = rated.slice(0, mostUnits).map(({ terms, word, worth }) => ({
    worth,
    word,
    terms: terms.map((term) => ({ ...term, weight: (term.weight * worth) / fullImpact })),
  }))
  return { units: planned, fullScore: planned.reduce((sum, { worth }) => sum + worth, 0) }
}

/** A stem is looked for where words are cut by the same rules; elsewhere it may be the stem of another word. */
function sharesOf(term: string, stems: Record<string, string>, languages: readonly string[]): PlannedTerm['shares'] {
  if (!Object.values(stems).includes(term) || Object.values(stems).every((stem) => stem === term)) return null
  return Float32Array.from(languages, (language) => ((stems[language] ?? stems.en) === term ? 1 : elsewhere))
}

/** How much a term tells: one that stands in every other document says little. */
function rarity(df: number, documentCount: number): number {
  return Math.log(1 + (Math.max(documentCount, df) - df + 0.5) / (df + 0.5)) + 0.15
}

function marksOf(words: readonly QueryWord[], heard: readonly string[]): Marks {
  const marks: Marks = { pieces: [...heard], stems: [], beginnings: [], firsts: [] }
  for (const word of words) {
    if (word.kind === 'letters') marks.stems.push(...word.stems)
    else marks.pieces.push(word.text, ...word.pairs.filter((pair) => word.kind === 'syllables' || pair.length > 1))
  }
  marks.pieces = [...new Set(marks.pieces)].sort((a, b) => b.length - a.length)
  return marks
}

function correctedQuery(query: string, corrections: Map<string, string[]>): string | null {
  if (corrections.size === 0) return null
  return query.replace(/[\p{L}\p{N}_]+/gu, (word) => corrections.get(word.toLowerCase())?.[0] ?? word)
}
