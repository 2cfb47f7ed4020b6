import { sameContent } from '@lantern/contract/same-content.ts'
import { bothOf, canKeepBoth } from './keep-both.ts'

// Two texts of one form side by side: what is different, and what comes of choosing. Pure.

export type Choice = 'mine' | 'theirs' | 'both'

/** One thing that is different and can be decided alone. */
export interface Difference {
  /** Names it: `sections.se_1.title`. */
  id: string
  /** Field names, and ids where a list of things with an id is passed. */
  path: readonly string[]
  /** A field, something of a list that only one side has, or the order of a list. */
  kind: 'field' | 'element' | 'order'
  /** Undefined where one side does not have it. */
  mine: unknown
  theirs: unknown
  /** The side that changed it, where only one did: the other has not seen it yet. */
  suggestion: Exclude<Choice, 'both'> | null
  canBoth: boolean
}

export interface Sides {
  mine: unknown
  theirs: unknown
  /** What both began with; undefined when it is not known. */
  base: unknown
}

export function differencesOf(sides: Sides): Difference[] {
  return [...walk([], sides)]
}

function* walk(path: readonly string[], sides: Sides): Generator<Difference> {
  const { mine, theirs, base } = sides
  if (sameContent(mine, theirs)) return
  if (isListOfThings(mine) && isListOfThings(theirs)) yield* walkList(path, mine, theirs, base)
  else if (hasParts(mine) && hasParts(theirs)) {
    for (const name of namesOf(mine, theirs)) {
      yield* walk([...path, name], { mine: mine[name], theirs: theirs[name], base: fieldOf(base, name) })
    }
  } else {
    yield difference(path, 'field', sides)
  }
}

/** One difference at a path; nothing is suggested where nobody knows what the two began with. */
export function difference(
  path: readonly string[],
  kind: Difference['kind'],
  sides: Sides,
  isBaseKnown = true,
): Difference {
  const { mine, theirs } = sides
  return {
    id: path.join('.'),
    path,
    kind,
    mine,
    theirs,
    suggestion: isBaseKnown ? suggest(sides) : null,
    canBoth: kind === 'field' && canKeepBoth(mine, theirs),
  }
}

/** What stands of one difference after a choice. */
export function chosen(choice: Choice | undefined, mine: unknown, theirs: unknown): unknown {
  if (choice === 'both') return bothOf(mine, theirs)
  return choice === 'theirs' ? theirs : mine
}

function* walkList(path: readonly string[], mine: Thing[], theirs: Thing[], base: unknown): Generator<Difference> {
  const began = isListOfThings(base) ? base : undefined
  for (const id of allIds(mine, theirs)) {
    const sides = {
      mine: mine.find((thing) => thing.id === id),
      theirs: theirs.find((thing) => thing.id === id),
      base: began?.find((thing) => thing.id === id),
    }
    if (sides.mine && sides.theirs) yield* walk([...path, id], sides)
    else yield difference([...path, id], 'element', sides, began !== undefined)
  }
  const orders = { mine: commonOrder(mine, theirs), theirs: commonOrder(theirs, mine) }
  if (sameContent(orders.mine, orders.theirs)) return
  const before = began && commonOrder(began, mine).filter((id) => orders.theirs.includes(id))
  yield difference([...path, 'order'], 'order', { ...orders, base: before }, before !== undefined)
}

function suggest({ mine, theirs, base }: Sides): Difference['suggestion'] {
  if (base === undefined && (mine === undefined) === (theirs === undefined)) return null
  if (sameContent(mine, base)) return 'theirs'
  if (sameContent(theirs, base)) return 'mine'
  return null
}

/** What stands after the choices; a difference that was not decided stays as it is here. */
export function mergeForms<Form>(mine: Form, theirs: Form, choices: Readonly<Record<string, Choice>>): Form {
  return merge([], mine, theirs, choices) as Form
}

type Choices = Readonly<Record<string, Choice>>

function merge(path: readonly string[], mine: unknown, theirs: unknown, choices: Choices): unknown {
  if (sameContent(mine, theirs)) return mine
  if (isListOfThings(mine) && isListOfThings(theirs)) return mergeList(path, mine, theirs, choices)
  if (hasParts(mine) && hasParts(theirs)) {
    const merged: Record<string, unknown> = { ...mine }
    for (const name of namesOf(mine, theirs)) {
      merged[name] = merge([...path, name], mine[name], theirs[name], choices)
    }
    return withContentIds(merged)
  }
  return chosen(choices[path.join('.')], mine, theirs)
}

function mergeList(path: readonly string[], mine: Thing[], theirs: Thing[], choices: Choices): Thing[] {
  const choiceOf = (id: string) => choices[[...path, id].join('.')] ?? 'mine'
  const [first, second] = choiceOf('order') === 'theirs' ? [theirs, mine] : [mine, theirs]
  const kept = (id: string) => {
    const [here, there] = [mine.some((thing) => thing.id === id), theirs.some((thing) => thing.id === id)]
    if (here && there) return true
    return choiceOf(id) === 'both' || (here ? choiceOf(id) === 'mine' : choiceOf(id) === 'theirs')
  }
  const order = first.map(({ id }) => id)
  for (const [index, { id }] of second.entries()) {
    if (order.includes(id)) continue
    // behind what it stood behind
    const before = second[index - 1]?.id
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order.filter(kept).map((id) => {
    const here = mine.find((thing) => thing.id === id)
    const there = theirs.find((thing) => thing.id === id)
    return here && there ? (merge([...path, id], here, there, choices) as Thing) : ((here ?? there) as Thing)
  })
}

type Thing = { id: string } & Record<string, unknown>

function isListOfThings(value: unknown): value is Thing[] {
  return Array.isArray(value) && value.every((one) => isPlain(one) && typeof one.id === 'string')
}

/**
 * An object whose fields can be decided one by one: a thing of a list, or one that holds texts or lists. A range or a
 * setting is decided as one.
 */
function hasParts(value: unknown): value is Record<string, unknown> {
  if (!isPlain(value) || isDocument(value)) return false
  return (
    typeof value.id === 'string' ||
    Object.values(value).some((field) => isDocument(field) || Array.isArray(field) || hasParts(field))
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isDocument(value: unknown): value is { type: 'doc'; content: unknown[] } {
  return isPlain(value) && value.type === 'doc' && Array.isArray(value.content)
}

export function namesOfBoth(one: object = {}, other: object = {}): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}

/** The order of contents stands in the contents themselves. */
function namesOf(mine: Record<string, unknown>, theirs: Record<string, unknown>): string[] {
  const names = namesOfBoth(mine, theirs)
  return 'contents' in mine ? names.filter((name) => name !== 'contentIds') : names
}

function withContentIds(merged: Record<string, unknown>): Record<string, unknown> {
  const { contents, chapters } = merged
  if (!('contentIds' in merged) || !isListOfThings(contents) || !isListOfThings(chapters)) return merged
  // a chapter that was taken away leaves its contents before the first one
  const left = new Set<unknown>(chapters.map(({ id }) => id))
  const placed = contents.map((one) => (left.has(one.chapterId) ? one : { ...one, chapterId: null }))
  return { ...merged, contents: placed, contentIds: contents.map(({ id }) => id) }
}

function fieldOf(value: unknown, name: string): unknown {
  return isPlain(value) ? value[name] : undefined
}

function allIds(mine: Thing[], theirs: Thing[]): string[] {
  return [...new Set([...mine, ...theirs].map(({ id }) => id))]
}

function commonOrder(of: Thing[], other: Thing[]): string[] {
  return of.map(({ id }) => id).filter((id) => other.some((thing) => thing.id === id))
}
