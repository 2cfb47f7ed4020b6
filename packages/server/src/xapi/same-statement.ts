import { comparableDuration, momentOf } from './formats.ts'
import { isObject } from './shape-rules.ts'
import { identifyingParts, withParts } from './statement-parts.ts'
import type { Sentence, Statement } from './statement-types.ts'

/**
 * Whether two statements say the same. What the store sets itself, names and definitions, which may change, the order of
 * members, and how times, zones and single activities are written make no difference. A timestamp counts where both have
 * one.
 */
export function isSameStatement(one: Statement, other: Statement): boolean {
  const [left, right] = [momentIn(one), momentIn(other)]
  if (left !== null && right !== null && left !== right) return false
  return comparable(one) === comparable(other)
}

function momentIn({ timestamp }: Statement): number | null {
  return timestamp === undefined ? null : (momentOf(timestamp)?.getTime() ?? null)
}

function comparable(statement: Statement): string {
  const { id: _id, stored, authority, version, attachments, timestamp, ...said } = statement
  return sortedJson(comparableSentence(said))
}

function comparableSentence<S extends Sentence>(sentence: S): S {
  const { result, context, object, timestamp, ...rest } = withParts(sentence, identifyingParts)
  return {
    ...rest,
    object: object.objectType === 'SubStatement' ? comparableSentence(object) : object,
    ...(timestamp !== undefined && { timestamp: momentOf(timestamp)?.toISOString() }),
    ...(result && {
      result: { ...result, ...(result.duration && { duration: comparableDuration(result.duration) }) },
    }),
    ...(context && {
      context: { ...context, ...(context.registration && { registration: context.registration.toLowerCase() }) },
    }),
  } as S
}

/** JSON with sorted names; members of a group are sorted, and the usual object types left out. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(
      ([name, entry]) => entry !== undefined && !(name === 'objectType' && (entry === 'Agent' || entry === 'Activity')),
    )
    .map(([name, entry]): [string, string] => [
      name,
      name === 'member' && Array.isArray(entry) ? `[${entry.map(sortedJson).sort().join()}]` : sortedJson(entry),
    ])
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`
}
