import type { CalloutTone } from '@lantern/contract/media/rich-text.ts'
import type { ContentLanguage } from '@lantern/contract/roles.ts'
import { toneOf, wordsOf } from '#media/index.ts'
import { fenceTracker, indentOf } from './fences.ts'
import type { Note } from './note.ts'

/**
 * Rewrites what CommonMark does not know into what it does: `:::` and `!!!` admonitions, definition lists, underlined
 * headings and `$` formulas. Blocks become HTML tags on lines of their own, so that the Markdown between them still
 * counts as Markdown, also inside lists.
 */
export function toCommonMark(text: string, language: ContentLanguage): { text: string; notes: Note[] } {
  const notes: Note[] = []
  return { text: blocks(text.split('\n'), language, notes).join('\n'), notes }
}

const containerOpen = /^(\s*)(?::{3,}\s*([\p{L}][\p{L}\d_-]*)[ \t]*(.*)|<div class=['"]([\w-]+)['"] markdown=.*>)\s*$/u
const containerClose = /^\s*(?::{3,}|<\/div>)\s*$/
const admonition = /^(\s*)!!!\s+([\p{L}\d_-]+)(?:\s+"(.*)")?\s*$/u
const definition = /^(\s*):[ \t]+(\S.*)$/
const notATerm = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\||<|>|:|`{3,}|~{3,}|={3,}\s*$|-{3,}\s*$)/

function blocks(lines: string[], language: ContentLanguage, notes: Note[]): string[] {
  const out: string[] = []
  const inFence = fenceTracker()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (inFence(line)) {
      out.push(line)
      continue
    }
    const container = containerOpen.exec(line)
    if (container) {
      at = takeContainer(lines, at, container, out, language, notes)
    } else if (admonition.test(line)) {
      at = takeAdmonition(lines, at, out, language, notes)
    } else if (definition.test(line) && hasTerm(out, indentOf(line))) {
      at = takeDefinitions(lines, at, out, language, notes)
    } else if (isHeadlessTable(line, lines[at - 1], lines[at + 1])) {
      // a table must have a head here; the empty one is taken away again when the table is made
      out.push(line.replace(/[^|\s]/g, ' '), line)
    } else if (/^\s*\$\$\s*$/.test(line)) {
      at = takeFormula(lines, at, out)
    } else if (/^ {0,3}(=+|-{2,})\s*$/.test(line) && isParagraph(out.at(-1))) {
      out.push(`${line.includes('=') ? '#' : '##'} ${out.pop()?.trim()}`, '')
    } else if (!/^\s*(?::{3,}|\[TOC\]|\[\[_TOC_\]\]|\{:\s*toc\s*\})\s*$/i.test(line)) {
      out.push(inlineFormulas(line))
    }
  }
  return out
}

function takeContainer(
  lines: string[],
  start: number,
  [, indent = '', colonKind, rest = '', divKind]: RegExpExecArray,
  out: string[],
  language: ContentLanguage,
  notes: Note[],
): number {
  const kind = colonKind ?? divKind ?? 'note'
  const closedHere = lastWords(rest)
  const inner: string[] = rest ? [indent + (closedHere ?? rest)] : []
  let end = start
  if (closedHere === null) {
    const found = containerEnd(lines, start)
    end = found.end
    inner.push(...lines.slice(start + 1, found.isClosed ? end : end + 1))
    const words = found.isClosed ? lastWords(lines[end] ?? '') : null
    if (words !== null) inner.push(words)
    if (!found.isClosed) notes.push({ kind: 'callout_unclosed', detail: kind })
  }
  out.push(...callout(indent, kind, undefined, blocks(inner, language, notes), language, notes))
  return end
}

/** The line that closes a container; without one it ends before the next heading. */
function containerEnd(lines: string[], start: number): { end: number; isClosed: boolean } {
  const inFence = fenceTracker()
  let firstHeading: number | null = null
  let depth = 1
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (inFence(line)) continue
    if (/^#{1,6}\s/.test(line)) firstHeading ??= at
    if (/^#{1,2}\s/.test(line)) break
    const opens = containerOpen.exec(line)
    if (opens) depth += lastWords(opens[3] ?? '') === null ? 1 : 0
    else if (containerClose.test(line) || lastWords(line) !== null) depth--
    if (depth === 0) return { end: at, isClosed: true }
  }
  return { end: (firstHeading ?? lines.length) - 1, isClosed: false }
}

/** What stands before a closing mark at the end of a line; null when there is none. */
function lastWords(line: string): string | null {
  return /^(.*\S)\s+:{3,}\s*$/.exec(line)?.[1] ?? null
}

function takeAdmonition(
  lines: string[],
  start: number,
  out: string[],
  language: ContentLanguage,
  notes: Note[],
): number {
  const [, indent = '', kind = '', title] = admonition.exec(lines[start] ?? '') ?? []
  const inner: string[] = []
  let end = start
  while (end + 1 < lines.length) {
    const next = lines[end + 1] ?? ''
    if (next.trim() !== '' && indentOf(next) < indent.length + 4) break
    inner.push(next.slice(4))
    end++
  }
  out.push(...callout(indent, kind, title, blocks(inner, language, notes), language, notes))
  return end
}

function callout(
  indent: string,
  kind: string,
  title: string | undefined,
  inner: string[],
  language: ContentLanguage,
  notes: Note[],
): string[] {
  const tone = toneOf(kind)
  if (!tone) notes.push({ kind: 'callout_unknown', detail: kind })
  const open = calloutOpen(tone ?? 'note', title || wordsOf(language).tones[tone ?? 'note'])
  return ['', indent + open, '', ...inner, '', `${indent}</aside>`, '']
}

/** The first line of a callout, as the sanitizer and the pages know it. */
export function calloutOpen(tone: CalloutTone, name: string): string {
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<aside class="callout" role="note" data-tone="${tone}"><strong class="callout-name">${text}</strong>`
}

function hasTerm(out: string[], indent: number): boolean {
  const above = out.at(-1)?.trim() === '' ? out.at(-2) : out.at(-1)
  return above !== undefined && isParagraph(above) && Math.abs(indentOf(above) - indent) <= 1
}

function isParagraph(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== '' && !notATerm.test(line)
}

function takeDefinitions(
  lines: string[],
  start: number,
  out: string[],
  language: ContentLanguage,
  notes: Note[],
): number {
  if (out.at(-1)?.trim() === '') out.pop()
  const terms: string[] = []
  while (terms.length < 4 && isParagraph(out.at(-1))) terms.unshift((out.pop() ?? '').trim())
  const indent = ' '.repeat(indentOf(lines[start] ?? ''))
  const tags = [`${indent}<dl>`]
  for (const term of terms) tags.push(`${indent}<dt>`, '', indent + term, '', `${indent}</dt>`)
  let at = start
  for (let more = true; more; ) {
    const { body, end } = definitionBody(lines, at, indent.length)
    tags.push(`${indent}<dd>`, '', ...blocks(body, language, notes).map((line) => (line ? indent + line : '')), '')
    tags.push(`${indent}</dd>`)
    at = end
    let next = at + 1
    while (lines[next]?.trim() === '') next++
    more = definition.test(lines[next] ?? '') && indentOf(lines[next] ?? '') === indent.length
    if (more) at = next
  }
  out.push('', ...tags, `${indent}</dl>`, '')
  return at
}

function definitionBody(lines: string[], start: number, indent: number): { body: string[]; end: number } {
  const first = definition.exec(lines[start] ?? '')?.[2] ?? ''
  const inFence = fenceTracker()
  inFence(first)
  const taken: string[] = []
  let end = start
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const isCode = inFence(line)
    const isInside = indentOf(line) > indent || (isCode && taken.length > 0)
    const isLazy = at === end + 1 && !notATerm.test(line) && !definition.test(lines[at + 1] ?? '')
    if (!isInside && !isLazy) break
    while (end + 1 < at) {
      taken.push('')
      end++
    }
    taken.push(line)
    end = at
  }
  const step = taken.map(indentOf).find((width) => width > indent) ?? indent
  return { body: [first, ...taken.map((line) => line.slice(Math.min(indentOf(line), step)))], end }
}

function isHeadlessTable(line: string, before: string | undefined, after: string | undefined): boolean {
  const isRule = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)+\|?\s*$/.test(line)
  return isRule && !before?.includes('|') && after?.includes('|') === true
}

function takeFormula(lines: string[], start: number, out: string[]): number {
  const length = lines.slice(start + 1).findIndex((line) => /^\s*\$\$\s*$/.test(line))
  if (length < 0) {
    out.push(lines[start] ?? '')
    return start
  }
  const indent = ' '.repeat(indentOf(lines[start] ?? ''))
  out.push('', `${indent}\`\`\`math`, ...lines.slice(start + 1, start + 1 + length), `${indent}\`\`\``, '')
  return start + 1 + length
}

// A dollar sign starts a formula only when what follows looks like one: prices must stay prices.
function inlineFormulas(line: string): string {
  if (!line.includes('$')) return line
  return line.replace(
    /(`+)(?:(?!\1).)*\1|\$\$([^$`]+)\$\$|\$(?=\S)([^$`]*[\\^_={][^$`]*)(?<=\S)\$(?!\d)/g,
    (all, code?: string, display?: string, inline?: string) => {
      if (code !== undefined) return all
      return `\`${display ?? inline ?? ''}\`{.${display === undefined ? 'math' : 'math-display'}}`
    },
  )
}
