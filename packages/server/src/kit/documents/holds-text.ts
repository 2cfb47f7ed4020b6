/**
 * Whether all text of one state still stands in another: strings of every field, in the entry of a list that has the same
 * id. A text that was only added to, anywhere, holds it; one with a word removed or changed does not.
 */
export function holdsText(after: unknown, before: unknown): boolean {
  if (Object.is(after, before) || before === null || before === undefined) return true
  if (typeof before === 'string') return typeof after === 'string' && holdsWords(after, before)
  if (typeof before !== 'object') return true
  if (Array.isArray(before)) return holdsList(after, before)
  // a document is read as one text: where its paragraphs begin is no word of it
  if (isDocument(before)) return holdsWords(wordsOf(after), wordsOf(before))
  const fields = typeof after === 'object' && after !== null ? (after as Record<string, unknown>) : {}
  return Object.entries(before).every(([name, value]) => holdsText(fields[name], value))
}

function holdsList(after: unknown, before: readonly unknown[]): boolean {
  const now = Array.isArray(after) ? after : []
  if (!before.every(isEntry)) return holdsWords(wordsOf(now), wordsOf(before))
  const entries = new Map(now.filter(isEntry).map((entry) => [entry.id, entry]))
  return before.every((entry) => holdsText(entries.get(entry.id), entry))
}

function isEntry(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value
}

function isDocument(value: object): boolean {
  return 'type' in value && value.type === 'doc'
}

/** Every string below a value, in its order; what kind of node it is says nothing to a reader. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const inner = Object.entries(value).filter(([name]) => Array.isArray(value) || name !== 'type')
  return inner
    .map(([, one]) => wordsOf(one))
    .filter(Boolean)
    .join(' ')
}

function holdsWords(after: string, before: string): boolean {
  // typing at one place is by far the most frequent
  const start = sameStart(before, after)
  const rest = before.slice(start)
  if (after.length >= before.length && after.endsWith(rest)) return true
  const words = before.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
  let next = 0
  for (const [word] of after.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)) {
    if (word === words[next]) next++
  }
  return next === words.length
}

function sameStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
