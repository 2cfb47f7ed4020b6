import { isDeepStrictEqual } from 'node:util'
import { refuse } from './errors.ts'

interface Replacing<Form> {
  /** What the caller's form began with. Undefined: it is not compared. */
  before: Form | undefined
  wished: Form
}

const mostCharacters = 300

/**
 * Refuses a form that would replace what somebody else saved since it was opened, and says what that is. What stands as it is
 * wished passes: the answer to the same form may have been lost. `words` are parts of what stands, which read alike in every
 * language.
 */
export function requireUnchanged<Form>(
  stands: Form,
  { before, wished }: Replacing<Form>,
  words: readonly (string | number | null)[],
): void {
  if (before === undefined || isDeepStrictEqual(stands, before) || isDeepStrictEqual(stands, wished)) return
  const said = words.filter((word) => word !== null && word !== '').join(' · ')
  const now = said.length > mostCharacters ? `${said.slice(0, mostCharacters)}…` : said || '–'
  throw refuse('bad_request', { details: [{ field: 'before', message: 'kit.changed_meanwhile', values: { now } }] })
}
