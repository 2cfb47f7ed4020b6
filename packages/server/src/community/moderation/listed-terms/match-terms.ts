import type { WordAct } from '@lantern/contract/community/report-rules.ts'
import { foldedText } from '#kit/folded-text.ts'
import { chineseCut, readingsOf } from '#search/index.ts'
import { looksLike, mostLookAlikes, standsFor } from './look-alikes.ts'

export interface WordMatch {
  word: string
  act: Exclude<WordAct, 'pass'>
  /** Where it stands in the text, in UTF-16 units. */
  start: number
  end: number
}

interface Sign {
  sign: string
  kind: 'chinese' | 'letter' | 'digit' | 'other'
  start: number
  end: number
}

interface Pattern {
  word: string
  act: WordAct
  signs: readonly Sign[]
  isChinese: boolean
}

/**
 * Finds listed words however they are dressed up: full width, capitals, traditional; with signs, digits or letters in
 * between; from three characters on also written by characters that sound the same or by their pinyin. Words of letters
 * are found with look-alikes for some of their letters as well (`look-alikes.ts`).
 */
export function wordMatcher(words: readonly { word: string; act: WordAct }[]): (text: string) => WordMatch[] {
  const patterns = words.map(patternOf).filter(({ signs }) => signs.length > 0)
  const sought = patterns.filter(({ act }) => act !== 'pass')
  const exempt = patterns.filter(({ act }) => act === 'pass')
  return (text) => {
    const signs = signsOf(text)
    const boundaries = lazyBoundaries(signs)
    const found = sought.flatMap((pattern) => matchesOf(pattern, signs, boundaries))
    if (found.length === 0) return []
    const spared = exempt.flatMap((pattern) => matchesOf(pattern, signs, boundaries))
    return found
      .filter(({ start, end }) => !spared.some((one) => one.start <= start && end <= one.end))
      .map(({ start, end, pattern }) => ({ word: pattern.word, act: pattern.act as WordMatch['act'], start, end }))
  }
}

function patternOf({ word, act }: { word: string; act: WordAct }): Pattern {
  const signs = signsOf(word).filter(({ kind }) => kind !== 'other')
  return { word, act, signs, isChinese: signs.some(({ kind }) => kind === 'chinese') }
}

/** The folded signs of a text, each with its place in the text. */
function signsOf(text: string): Sign[] {
  const signs: Sign[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    for (const sign of foldedSign(character)) signs.push({ sign, kind: kindOf(sign), start, end })
    start = end
  }
  return signs
}

const folded = new Map<string, string>()
const mostFolded = 20_000

/** Without accents and combining marks: they dress a letter up. */
function foldedSign(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const plain = /\p{Script=Latin}|\p{M}/u.test(character)
    ? character.normalize('NFKD').replace(/\p{M}/gu, '')
    : character
  const made = foldedText(plain)
  if (folded.size < mostFolded) folded.set(character, made)
  return made
}

function kindOf(sign: string): Sign['kind'] {
  if (/\p{Script=Han}/u.test(sign)) return 'chinese'
  if (/\p{L}/u.test(sign)) return 'letter'
  return /\p{N}/u.test(sign) ? 'digit' : 'other'
}

interface Match {
  pattern: Pattern
  start: number
  end: number
}

function matchesOf(pattern: Pattern, signs: readonly Sign[], boundaries: () => Boundaries): Match[] {
  const matches: Match[] = []
  for (let from = 0; from < signs.length; from++) {
    // first as it stands: in "c!a!s!i!n!o" the marks are between the letters, not in their place
    const to = matchAt(pattern, signs, from) || (pattern.isChinese ? 0 : matchAt(pattern, signs, from, true))
    const [first, last] = [signs[from], signs[to - 1]]
    if (to === 0 || !first || !last) continue
    if (pattern.act !== 'pass' && !standsAlone(pattern, signs, { from, to, boundaries })) continue
    matches.push({ pattern, start: first.start, end: last.end })
    from = to - 1
  }
  return matches
}

/** Behind the last sign of the word when it begins at `from`; 0 when it does not. */
function matchAt(pattern: Pattern, signs: readonly Sign[], from: number, byLook = false): number {
  let at = from
  let exact = 0
  let isSpelled = false
  const spellings = new Set<boolean>()
  const gaps: Gap[] = []
  for (const [index, wanted] of pattern.signs.entries()) {
    const stepAt = (place: number) =>
      stepOver(pattern, wanted, signs, place) ?? (byLook ? stepByLook(wanted, signs, place) : null)
    let next = at
    let step = stepAt(next)
    if (index > 0) {
      const gap: Gap = { signs: 0, marks: 0, hasComma: false }
      while (!step && next < signs.length && widen(gap, pattern, signs[next] as Sign)) {
        next++
        step = stepAt(next)
      }
      gaps.push(gap)
    }
    if (!step) return 0
    if (step.isExact) exact++
    isSpelled ||= step.isSpelled
    if (step.isSpelled) spellings.add(step.isParted)
    at = step.to
  }
  if (byLook && pattern.signs.length - exact > mostLookAlikes(pattern.signs.length)) return 0
  // of three characters that sound alike one must be the same, or common phrases are met
  if (pattern.signs.length === 3 && pattern.isChinese && exact === 0 && isWrittenInChinese(signs, from, at)) return 0
  const isOpen = ({ signs: count, marks }: Gap) => count + marks > 0
  // a comma parts clauses and a blank words of letters, unless all signs of the word are parted
  const isUneven = gaps.some(isOpen) && !gaps.every(isOpen)
  if (isUneven && (!pattern.isChinese || gaps.some(({ hasComma }) => hasComma))) return 0
  // "tamaño de" is no pinyin, nor is "ta m a de"
  if (isSpelled && (gaps.some(({ signs: count }) => count > 0) || spellings.size > 1)) return 0
  return at
}

function isWrittenInChinese(signs: readonly Sign[], from: number, to: number): boolean {
  return signs.slice(from, to).some(({ kind }) => kind === 'chinese')
}

interface Gap {
  /** Letters and digits. */
  signs: number
  marks: number
  hasComma: boolean
}

const mostMarks = 4

/** Takes a sign into the gap between two signs of the word; false: it is too wide. */
function widen(gap: Gap, { isChinese, signs }: Pattern, { kind, sign }: Sign): boolean {
  if (kind === 'other') {
    gap.marks++
    gap.hasComma ||= /[，。！？；：、,;!?\n]/.test(sign)
    return gap.marks <= mostMarks
  }
  if (!isChinese || kind === 'chinese') return false
  gap.signs++
  return gap.signs <= (signs.length > 2 ? 2 : 1)
}

interface Step {
  to: number
  isExact: boolean
  /** By its pinyin. */
  isSpelled: boolean
  /** With marks between all letters of it. */
  isParted: boolean
}

const exactly = { isExact: true, isSpelled: false, isParted: false }
const alike = { isExact: false, isSpelled: false, isParted: false }

/** A sign of the word as itself, as a character that sounds like it, or spelled as it sounds. */
function stepOver({ signs: word }: Pattern, wanted: Sign, signs: readonly Sign[], at: number): Step | null {
  const sign = signs[at]
  if (!sign) return null
  if (sign.sign === wanted.sign) return { to: at + 1, ...exactly }
  if (standsFor(sign.sign, wanted.sign) && beginsClause(signs, at)) return { to: at + 1, ...exactly }
  if (wanted.kind !== 'chinese' || word.length < 3) return null
  if (sign.kind === 'chinese') {
    const isAlike = soundsOf(sign.sign).some((sound) => soundsOf(wanted.sign).includes(sound))
    return isAlike ? { to: at + 1, ...alike } : null
  }
  if (sign.kind !== 'letter') return null
  for (const sound of soundsOf(wanted.sign)) {
    const to = spelledTo(sound, signs, at)
    if (to !== null) return { ...alike, isSpelled: true, ...to }
  }
  return null
}

/** Behind a mark that ends a clause of Chinese: in "a + b" and "f(a, +b)" it is a sum, in "手机号+微信" a list. */
function beginsClause(signs: readonly Sign[], at: number): boolean {
  let before = at - 1
  while (signs[before]?.sign === ' ') before--
  const mark = signs[before]?.sign ?? '\n'
  return mark === '\n' || (/[,.。!?;:~]/.test(mark) && signs[before - 1]?.kind === 'chinese')
}

/** Behind a syllable and the number of its tone ("lun4"), its letters together or with one mark between them ("l u n"). */
function spelledTo(sound: string, signs: readonly Sign[], at: number): { to: number; isParted: boolean } | null {
  const end = at + sound.length
  const together = signs.slice(at, end)
  if (together.map((one) => one.sign).join('') === sound) {
    const isTone = /^[1-5]$/.test(signs[end]?.sign ?? '') && signs[end + 1]?.kind !== 'digit'
    return { to: isTone ? end + 1 : end, isParted: sound.length === 1 && signs[end]?.kind === 'other' }
  }
  const parted = signs.slice(at, end + sound.length - 1)
  const isParted = parted.every(({ sign, kind }, index) =>
    index % 2 === 0 ? sign === sound[index / 2] : kind === 'other',
  )
  return isParted && parted.length === 2 * sound.length - 1 ? { to: at + parted.length, isParted } : null
}

/** A sign in place of a letter that looks like it. */
function stepByLook(wanted: Sign, signs: readonly Sign[], at: number): Step | null {
  const sign = signs[at]
  return sign && looksLike(sign.sign, wanted.sign) ? { to: at + 1, ...alike } : null
}

const sounds = new Map<string, string[]>()

function soundsOf(character: string): string[] {
  const known = sounds.get(character)
  if (known) return known
  const made = readingsOf(character)
  if (sounds.size < mostFolded) sounds.set(character, made)
  return made
}

interface Place {
  from: number
  to: number
  boundaries: () => Boundaries
}

/** Whether the match is a whole word. In Chinese only short terms are tested: at the borders that segmentation gives. */
function standsAlone(pattern: Pattern, signs: readonly Sign[], { from, to, boundaries }: Place): boolean {
  const [first, last] = [signs[from], signs[to - 1]]
  const isLetter = (sign: Sign | undefined) => sign?.kind === 'letter' || sign?.kind === 'digit'
  // a match may begin or end with a look-alike sign, which counts as a letter there
  if ((isLetter(first) || !pattern.isChinese) && isLetter(signs[from - 1])) return false
  if ((isLetter(last) || !pattern.isChinese) && isLetter(signs[to])) return false
  if (!pattern.isChinese || pattern.signs.length > 3) return true
  const { starts, ends } = boundaries()
  return (first?.kind !== 'chinese' || starts.has(from)) && (last?.kind !== 'chinese' || ends.has(to))
}

interface Boundaries {
  starts: ReadonlySet<number>
  ends: ReadonlySet<number>
}

/** Where words of Chinese begin and end, by index; cut only for texts in which a short word was met. */
function lazyBoundaries(signs: readonly Sign[]): () => Boundaries {
  let known: Boundaries | undefined
  return () => {
    known ??= boundariesOf(signs)
    return known
  }
}

function boundariesOf(signs: readonly Sign[]): Boundaries {
  const starts = new Set<number>()
  const ends = new Set<number>()
  for (let at = 0; at < signs.length; ) {
    let end = at
    while (signs[end]?.kind === 'chinese') end++
    const run = signs.slice(at, end).map(({ sign }) => sign)
    let place = at
    for (const word of run.length > 0 ? chineseCut(run.join('')) : []) {
      starts.add(place)
      place += Array.from(word).length
      ends.add(place)
    }
    at = Math.max(end, at + 1)
  }
  return { starts, ends }
}
