import { isDocument, plainText } from '../media/plain-text.ts'
import { sameContent } from '../same-content.ts'
import type { KeptBlock, PageContent } from './blocks.ts'

/** One readable difference between two states of a page. The wire has the same shape (pages.ts). */
export interface PageDifference {
  blockId: string
  /** The kind of the block; empty for the page itself. */
  blockKind: string
  /** Path of the field; empty for the block as a whole. */
  field: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: string
  after: string
}

/** Everything that is different, in the order of the page: removals come last. */
export function changesBetween(before: PageContent, after: PageContent): PageDifference[] {
  const [old, now] = [placesOf(before.blocks), placesOf(after.blocks)]
  const found: PageDifference[] = []
  const about = { blockId: '', blockKind: '' }
  compare(about, 'properties', before.properties, after.properties, found)
  const moved = movedBlocks(old, now)
  for (const [id, place] of now) {
    const { kind } = place.block
    const was = old.get(id)
    const block = { blockId: id, blockKind: kind, field: '' }
    if (!was || was.block.kind !== kind)
      found.push({ ...block, kind: 'added', before: '', after: firstWords(place.block) })
    else {
      if (moved.has(id))
        found.push({ ...block, kind: 'moved', before: String(was.at + 1), after: String(place.at + 1) })
      compare({ blockId: id, blockKind: kind }, '', was.block.fields, place.block.fields, found)
    }
  }
  for (const [id, { block }] of old) {
    if (now.get(id)?.block.kind === block.kind) continue
    found.push({
      blockId: id,
      blockKind: block.kind,
      field: '',
      kind: 'removed',
      before: firstWords(block),
      after: '',
    })
  }
  for (const part of ['packages', 'filters', 'sortings'] as const)
    compare(about, part, before[part], after[part], found)
  return found
}

interface BlockPlace {
  block: KeptBlock
  /** Id of the parent block; empty on the page itself. */
  parent: string
  /** Place beside its neighbours, from 0. */
  at: number
}

function placesOf(
  blocks: readonly KeptBlock[],
  parent = '',
  places = new Map<string, BlockPlace>(),
): Map<string, BlockPlace> {
  for (const [at, block] of blocks.entries()) {
    places.set(block.id, { block, parent, at })
    placesOf(block.children ?? [], block.id, places)
  }
  return places
}

type Places = ReadonlyMap<string, BlockPlace>

/** What lies somewhere else, or has changed its order with neighbours who stayed: as few blocks as explain it. */
function movedBlocks(old: Places, now: Places): Set<string> {
  const moved = new Set<string>()
  const neighbours = new Map<string, string[]>()
  for (const [id, { parent }] of now) {
    const was = old.get(id)
    if (!was) continue
    if (was.parent === parent) neighbours.set(parent, [...(neighbours.get(parent) ?? []), id])
    else moved.add(id)
  }
  for (const ids of neighbours.values()) {
    const places = ids.map((id) => old.get(id)?.at ?? 0)
    const stayed = longestRise(places)
    for (const [at, id] of ids.entries()) if (!stayed.has(at)) moved.add(id)
  }
  return moved
}

/** Which of these figures make the longest series that only rises. */
function longestRise(figures: readonly number[]): Set<number> {
  const ends: number[] = []
  const before = figures.map((figure, at) => {
    const found = ends.findIndex((end) => (figures[end] ?? 0) >= figure)
    const length = found < 0 ? ends.length : found
    ends[length] = at
    return ends[length - 1]
  })
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at)
  return rise
}

type About = Pick<PageDifference, 'blockId' | 'blockKind'>

function compare(about: About, field: string, before: unknown, after: unknown, found: PageDifference[]): void {
  if (sameContent(before, after)) return
  if (isGroup(before) && isGroup(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(about, field ? `${field}.${name}` : name, before[name], after[name], found)
    }
  } else if (isEntries(before) && isEntries(after)) compareEntries(about, field, before, after, found)
  else {
    const [left, right] = [textOf(before), textOf(after)]
    const kind = left === '' ? 'added' : right === '' ? 'removed' : 'changed'
    // a missing value and an empty one look alike
    if (left !== '' || right !== '') found.push({ ...about, field, kind, before: left, after: right })
  }
}

/** Entries at both ends that are as they were stay out of it, so that one that goes does not change all behind it. */
function compareEntries(
  about: About,
  field: string,
  before: readonly unknown[],
  after: readonly unknown[],
  found: PageDifference[],
): void {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && sameContent(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && sameContent(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const path = `${field}.${head + at}`
    if (at >= left.length) found.push({ ...about, field: path, kind: 'added', before: '', after: textOf(right[at]) })
    else if (at >= right.length) {
      found.push({ ...about, field: path, kind: 'removed', before: textOf(left[at]), after: '' })
    } else compare(about, path, left[at], right[at], found)
  }
}

/** The first thing that a block says, by which people know it again. */
function firstWords({ fields }: KeptBlock): string {
  return textOf(fields)
}

const mostWords = 300
/** Says what a thing looks like and not what it says. */
const looks = new Set([
  'type',
  'theme',
  'color',
  'style',
  'layout',
  'columns',
  'width',
  'height',
  'look',
  'level',
  'id',
])

function textOf(value: unknown): string {
  return wordsOf(value).replace(/\s+/g, ' ').trim().slice(0, mostWords)
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.includes('<') ? plainText(value) || value : value
  if (typeof value !== 'object') return String(value)
  if (isDocument(value)) return plainText(value)
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  const named = Object.entries(value).filter(([name]) => !looks.has(name))
  for (const [, inner] of named) {
    const words = typeof inner === 'boolean' || typeof inner === 'number' ? '' : wordsOf(inner)
    if (words !== '') return words
  }
  return ''
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDocument(value)
}

/** A list of more than words: of tiles, of questions. */
function isEntries(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((entry) => isGroup(entry))
}
