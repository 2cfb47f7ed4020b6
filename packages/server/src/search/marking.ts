import type { MarkedText } from '@lantern/contract/search/searching.ts'
import { foldWithOrigin } from './analysis/fold.ts'
import { stem } from './analysis/stem.ts'
import type { Marks } from './query-plan.ts'

const letters = /[\p{L}\p{N}_+#]+/gu
const otherScripts = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu

/** The text with every place at which the words of the query stand. */
export function mark(text: string, marks: Marks, language: string): MarkedText {
  const { folded, origin } = foldWithOrigin(text)
  const spans: [number, number][] = []
  for (const piece of marks.pieces) {
    for (let at = folded.indexOf(piece); at >= 0; at = folded.indexOf(piece, at + piece.length)) {
      spans.push([at, at + piece.length])
    }
  }
  if (marks.stems.length > 0 || marks.beginnings.length > 0) {
    for (const run of folded.matchAll(letters)) {
      for (const [at, word] of wordsIn(run[0])) {
        const fits =
          marks.stems.includes(stem(word, language)) || marks.beginnings.some((start) => word.startsWith(start))
        if (fits) spans.push([run.index + at, run.index + at + word.length])
      }
    }
  }
  return { text, marks: joined(spans).map(([from, to]) => [origin[from] ?? 0, origin[to] ?? text.length]) }
}

/** Some words around the first place that is marked; null where none is. */
export function snippet(text: string, marks: Marks, language: string, length = 90): MarkedText | null {
  const whole = mark(text, marks, language)
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

/** A run such as `Unity引擎` or `load_buffer` in its words, each with where it begins. */
function wordsIn(run: string): [number, string][] {
  const out: [number, string][] = [[0, run]]
  const parts = run.split(otherScripts)
  if (parts.length > 1 || run.includes('_')) {
    for (const part of run.matchAll(/[^_\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu)) {
      out.push([part.index, part[0]])
    }
  }
  return out
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
