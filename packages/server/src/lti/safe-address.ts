import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

/** Both sides sign by what they say under these addresses, so nobody on the way may change it. */
export function requireSafeAddress({ config }: Pick<Services, 'config'>, field: string, typed: string): string {
  const text = typed.trim()
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' }
  const isSafe = protocol === 'https:' || (protocol === 'http:' && config.mode === 'demo')
  if (!isSafe) throw refuse('bad_request', { details: [{ field, message: 'lti.address_invalid' }] })
  return text
}
