import type { MarkedText } from '@lantern/contract/search/searching.ts'
import { foldWithOrigin } from './analysis/fold.ts'
import { stem } from './analysis/stem.ts'
import type { Marks } from './query-plan.ts'

/** A text beside its folded form, so that it is folded once however often it is marked. */
export interface Markable {
  text: string
  folded: string
  origin: number[] | null
}

export function markable(text: string): Markable {
  return { text, ...foldWithOrigin(text) }
}

/** The text with every place at which the words of the query stand. */
export function mark({ text, folded, origin }: Markable, marks: Marks, language: string): MarkedText {
  const spans: [number, number][] = []
  for (const piece of marks.pieces) {
    for (let at = folded.indexOf(piece); at >= 0; at = folded.indexOf(piece, at + piece.length)) {
      spans.push([at, at + piece.length])
    }
  }
  for (const first of marks.firsts) {
    for (let at = folded.indexOf(first); at >= 0; at = folded.indexOf(first, at + 1)) {
      if (isLetter(folded, at - 1)) continue
      const end = wordEnd(folded, at)
      const word = folded.slice(at, end)
      const fits =
        marks.stems.includes(stem(word, language)) || marks.beginnings.some((start) => word.startsWith(start))
      if (fits) spans.push([at, end])
    }
  }
  const found = spans.length > 1 ? joined(spans) : spans
  return { text, marks: origin ? found.map(([from, to]) => [origin[from] ?? 0, origin[to] ?? text.length]) : found }
}

/** The letters with which words begin that may fit: a stem keeps the first letters of its word, but for the last ones. */
export function firstLetters(stems: readonly string[], beginnings: readonly string[]): string[] {
  const first = new Set<string>()
  for (const text of stems) first.add(text.slice(0, Math.max(1, Math.min(3, text.length - 1))))
  for (const text of beginnings) first.add(text.slice(0, 3))
  first.delete('')
  return [...first]
}

/** Some words around the first place that is marked; null where none is. */
export function snippet(markable: Markable, marks: Marks, language: string, length = 90): MarkedText | null {
  const whole = mark(markable, marks, language)
  const { text } = markable
  const first = whole.marks[0]
  if (!first) return null
  let from = Math.max(0, (first[0] ?? 0) - Math.floor(length / 4))
  let to = Math.min(text.length, from + length)
  from = Math.max(0, Math.min(from, to - length))
  from = wordStart(text, from)
  if (isLowSurrogate(text, to)) to++
  const before = from > 0 ? '…' : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    marks: whole.marks.flatMap(([a = 0, b = 0]) => (a >= from && b <= to ? [[a + shift, b + shift]] : [])),
  }
}

/** Not in the middle of a word of letters, nor of a character. */
function wordStart(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from < 16 && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]$/u.test(text[from - 1] ?? ''))
    from--
  return isLowSurrogate(text, from) ? from - 1 : from
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

function wordEnd(text: string, from: number): number {
  let to = from
  while (isLetter(text, to)) to++
  return to
}

const unknown = 0
const letter = 1
const other = 2
const kinds = new Uint8Array(65_536)

/** Whether a word of letters goes on here. Names end at an underscore, and where another script begins. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return false
  if (kinds[code] === unknown) {
    const char = String.fromCharCode(code)
    const fits = /^[[\p{L}\p{N}+#]--[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]]$/v.test(
      char,
    )
    kinds[code] = fits ? letter : other
  }
  return kinds[code] === letter
}

function joined(spans: [number, number][]): [number, number][] {
  const out: [number, number][] = []
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}
