import { quoteContextLength, quoteLength } from '@lantern/contract/community/note-rules.ts'
import type { NoteQuote } from '@lantern/contract/community/notes.ts'

// A highlight is kept as the text that it covers with a little of what stands before and after it. Positions would be
// wrong after the first edit of the lesson.

/** The text of a step with the text nodes it is made of. */
export interface StepText {
  text: string
  nodes: { node: Text; start: number }[]
}

/** From `start` to before `end`, in characters of the text. */
export interface Place {
  start: number
  end: number
}

/** What scripts have put into the text is none of it. */
const added = '[data-player], [data-copy], [data-note-part], button'
const blocks = 'p, li, h2, h3, h4, h5, h6, pre, blockquote, figure, figcaption, td, th, dt, dd, div, summary'

/** Blocks are a line apart, so that no word runs into the next. */
export function readStepText(prose: HTMLElement): StepText {
  const read: StepText = { text: '', nodes: [] }
  const walk = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        read.nodes.push({ node, start: read.text.length })
        read.text += node.data
      } else if (node instanceof Element && !node.matches(added)) {
        const isBlock = node.matches(blocks)
        if (isBlock) endLine(read)
        walk(node)
        if (isBlock) endLine(read)
      }
    }
  }
  walk(prose)
  return read
}

function endLine(read: StepText): void {
  if (read.text !== '' && !/\s$/.test(read.text)) read.text += '\n'
}

/** What is selected of a step; null where that is nothing or more than a note can be about. */
export function quoteOf({ text, nodes }: StepText, range: Range): NoteQuote | null {
  const covered = nodes.flatMap(({ node, start }) => {
    if (!range.intersectsNode(node)) return []
    const from = node === range.startContainer ? range.startOffset : 0
    const to = node === range.endContainer ? range.endOffset : node.length
    return to > from ? [{ start: start + from, end: start + to }] : []
  })
  const [first] = covered
  const last = covered.at(-1)
  if (!first || !last) return null
  const raw = text.slice(first.start, last.end)
  const start = first.start + (raw.length - raw.trimStart().length)
  const exact = raw.trim()
  if (exact === '' || exact.length > quoteLength) return null
  return {
    exact,
    before: text.slice(Math.max(0, start - quoteContextLength), start),
    after: text.slice(start + exact.length, start + exact.length + quoteContextLength),
  }
}

/** A shorter quote, or one that stands in several places, is found only beside some of what stood around it. */
const tellingLength = 4
const tellingContext = 4

/** Where the quote stands in the text as it is now; null where the text has changed. White space counts as one space. */
export function findQuote(text: string, quote: NoteQuote): Place | null {
  const whole = collapsed(text)
  const exact = collapsed(quote.exact).text.trim()
  const [before, after] = [collapsed(quote.before).text, collapsed(quote.after).text]
  const known = before.length + after.length
  let best: { at: number; score: number } | null = null
  let found = 0
  for (let at = whole.text.indexOf(exact); at >= 0; at = whole.text.indexOf(exact, at + 1)) {
    found++
    const end = at + exact.length
    const score = alikeAtEnd(whole.text.slice(0, at), before) + alikeAtStart(whole.text.slice(end, end + known), after)
    if (best === null || score > best.score) best = { at, score }
  }
  if (best === null) return null
  const isTelling = found === 1 && exact.length >= tellingLength
  if (!isTelling && best.score < Math.min(tellingContext, known)) return null
  const last = best.at + exact.length - 1
  return { start: whole.placeOf[best.at] ?? 0, end: (whole.placeOf[last] ?? 0) + 1 }
}

/** Runs of white space as one space each, and where each character stood. */
function collapsed(text: string): { text: string; placeOf: number[] } {
  const placeOf: number[] = []
  let made = ''
  for (let at = 0; at < text.length; at++) {
    const isSpace = /\s/.test(text.charAt(at))
    if (isSpace && made.endsWith(' ')) continue
    made += isSpace ? ' ' : text.charAt(at)
    placeOf.push(at)
  }
  return { text: made, placeOf }
}

function alikeAtStart(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
  return length
}

function alikeAtEnd(a: string, b: string): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}

/** Puts marks of this note around the text at the place; formulas and drawings stay as they are. */
export function markPlace({ nodes }: StepText, { start, end }: Place, pageId: string): HTMLElement[] {
  return nodes.flatMap(({ node, start: at }) => {
    const from = Math.max(0, start - at)
    const to = Math.min(node.length, end - at)
    if (to <= from || node.data.slice(from, to).trim() === '') return []
    if (node.parentElement?.closest('math, svg')) return []
    const covered = from > 0 ? node.splitText(from) : node
    if (to - from < covered.length) covered.splitText(to - from)
    const mark = document.createElement('mark')
    mark.dataset.note = pageId
    covered.replaceWith(mark)
    mark.append(covered)
    return [mark]
  })
}

export function removeMarks(prose: HTMLElement): void {
  for (const mark of prose.querySelectorAll('mark[data-note]')) {
    const parent = mark.parentNode
    mark.replaceWith(...mark.childNodes)
    parent?.normalize()
  }
}
