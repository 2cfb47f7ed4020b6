import { isDocument, plainText } from '../media/plain-text.ts'
import { sameContent } from '../same-content.ts'

/** One readable difference, in plain text. The wire has the same shape (drafts.ts). */
export interface Difference {
  /** Path of the field: `steps.sections.se_1.title`. Things of a list are named by their ids. */
  field: string
  /** The title of the step or chapter, the number of the question; empty for what stands alone. */
  name: string
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** Places, from 1, of moved entries. The same text twice means that only its look has changed. */
  before: string
  after: string
}

/** Everything that is different between two forms, or two parts of forms, in the order of the form. */
export function changesBetween(before: object, after: object): Difference[] {
  const found: Difference[] = []
  compareFields({ path: '', name: '' }, before, after, found)
  return found
}

interface Place {
  path: string
  name: string
}

function compareFields(place: Place, before: object, after: object, found: Difference[]): void {
  const [left, right] = [before as Record<string, unknown>, after as Record<string, unknown>]
  for (const key of inFormOrder(new Set([...Object.keys(left), ...Object.keys(right)]))) {
    if (key === 'id' && place.path !== '') continue
    const path = place.path ? `${place.path}.${key}` : key
    compare({ path, name: place.name }, left[key], right[key], found)
  }
}

/** What people look at first: a store does not keep the order in which fields were written. */
const first =
  'general steps questions contents details language title unityVersionRange type chapters sections body description'.split(
    ' ',
  )

function inFormOrder(keys: Iterable<string>): string[] {
  const rank = (key: string) => (first.indexOf(key) + first.length + 1) % (first.length + 1)
  return [...keys].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
}

function compare(place: Place, before: unknown, after: unknown, found: Difference[]): void {
  if (sameContent(before, after)) return
  if (isNamedList(before) && isNamedList(after) && before.length + after.length > 0) {
    compareLists(place, before, after, found)
  } else if (isGroup(before) && isGroup(after)) compareFields(place, before, after, found)
  else if (isNothing(before) && isNothing(after)) return
  else {
    const kind = isNothing(before) ? 'added' : isNothing(after) ? 'removed' : 'changed'
    found.push({ field: place.path, name: place.name, kind, before: textOf(before), after: textOf(after) })
  }
}

interface Named {
  id: string
}

function compareLists(place: Place, before: readonly Named[], after: readonly Named[], found: Difference[]): void {
  const old = new Map(before.map((entry, index) => [entry.id, index]))
  const now = new Set(after.map(({ id }) => id))
  before.forEach((entry, index) => {
    if (now.has(entry.id)) return
    const field = `${place.path}.${entry.id}`
    found.push({ field, name: nameOf(entry, index), kind: 'removed', before: textOf(entry), after: '' })
  })
  const stays = inOrder(after.map(({ id }) => old.get(id) ?? -1))
  after.forEach((entry, index) => {
    const at = old.get(entry.id)
    const inner = { path: `${place.path}.${entry.id}`, name: nameOf(entry, index) }
    if (at === undefined) {
      found.push({ field: inner.path, name: inner.name, kind: 'added', before: '', after: textOf(entry) })
      return
    }
    if (!stays.has(at)) {
      found.push({ field: inner.path, name: inner.name, kind: 'moved', before: `${at + 1}`, after: `${index + 1}` })
    }
    compareFields(inner, before[at] ?? entry, entry, found)
  })
}

/** The most places that kept their order: everything else was moved. Negative places are new and count for nothing. */
function inOrder(places: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const place of places) {
    if (place < 0) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous.set(place, ends[low - 1])
    ends[low] = place
  }
  const kept = new Set<number>()
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) kept.add(place)
  return kept
}

function nameOf(entry: Named, index: number): string {
  const { title } = entry as { title?: unknown }
  return typeof title === 'string' && title.trim() !== '' ? title : `${index + 1}`
}

function isNamedList(value: unknown): value is readonly Named[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'id' in entry)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDocument(value)
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isDocument(value) && plainText(value) === ''
}

/** Fields without meaning of their own in an entry that was added or removed as a whole. */
const wordless = new Set([
  'id',
  'type',
  'optionType',
  'submissionType',
  'toolLinkId',
  'chapterId',
  'attachmentId',
  'contentIds',
])

/** A value of a form as readable text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (isDocument(value)) return plainText(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([key, inner]) => !wordless.has(key) && (typeof inner === 'string' || typeof inner === 'object'))
    .map(([, inner]) => textOf(inner))
    .filter(Boolean)
    .join('\n')
}
