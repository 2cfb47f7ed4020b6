import { isDeepStrictEqual } from 'node:util'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { type RefusalValue, refuse } from './errors.ts'

interface Replacing<Form> {
  /** What the caller's form began with. Undefined: it is not compared. */
  before: Form | undefined
  wished: Form
}

const mostCharacters = 300

/**
 * Refuses a form when the stored value is neither the one that the form began with nor the one that it asks for: somebody
 * else saved in between. A value that is stored as asked for passes, since a repeated request is one whose answer was lost.
 * The refusal names the field `before` and quotes `parts` of the stored value.
 */
export function requireUnchanged<Form>(
  stands: Form,
  { before, wished }: Replacing<Form>,
  parts: readonly (RefusalValue | null)[],
): void {
  if (before === undefined || isDeepStrictEqual(stands, before) || isDeepStrictEqual(stands, wished)) return
  const now = (locale: OfferedLocale) => {
    const read = parts.map((part) => (typeof part === 'function' ? part(locale) : part))
    const text = read.filter((part) => part !== null && part !== '').join(' · ')
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text || '–'
  }
  throw refuse('bad_request', { details: [{ field: 'before', message: 'kit.changed_meanwhile', values: { now } }] })
}
