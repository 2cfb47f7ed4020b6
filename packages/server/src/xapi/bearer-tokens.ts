import { timingSafeEqual } from 'node:crypto'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Method } from './requests.ts'

/** What a token may be given for: the scopes of xAPI 1.0.3, but for `statements/read/mine`. */
const scopes = ['statements/write', 'statements/read', 'state', 'define', 'profile', 'all/read', 'all'] as const

export type XapiScope = (typeof scopes)[number]

export const tokenSeconds = 3600

/** None named: what the key itself opens. Null: one of them is not known. */
export function scopesNamed(text: string | undefined): readonly XapiScope[] | null {
  const names = [...new Set((text ?? '').split(' ').filter((name) => name !== ''))]
  if (names.length === 0) return ['all']
  const known = scopes.filter((scope) => names.includes(scope))
  return known.length === names.length ? known : null
}

interface Granted {
  credentialId: string
  scopes: readonly XapiScope[]
}

/**
 * A token for an hour of a key. It says itself what it is for, under a digest of ours, so none is kept; the key is looked
 * up with each request, and with it its tokens end.
 */
export function makeToken({ sealer, clock }: Pick<Services, 'sealer' | 'clock'>, granted: Granted): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + tokenSeconds
  const said = Buffer.from(JSON.stringify({ ...granted, expires })).toString('base64url')
  return `${said}.${sealer.digest(said, context).toString('base64url')}`
}

/** Null: it is not ours, or its time is over. */
export function readToken({ sealer, clock }: Pick<Services, 'sealer' | 'clock'>, token: string): Granted | null {
  const [said = '', sign = ''] = token.split('.')
  const right = sealer.digest(said, context)
  const given = Buffer.from(sign, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  // written by `makeToken` alone
  const { expires, ...granted } = JSON.parse(Buffer.from(said, 'base64url').toString('utf8')) as Granted & {
    expires: number
  }
  return clock.now().getTime() < expires * 1000 ? granted : null
}

const context = 'xapi bearer token'

/** Refuses what a token was not given for. */
export function requireScope(granted: readonly XapiScope[] | undefined, resource: string, method: Method): void {
  if (granted && !opening(resource, method).some((scope) => granted.includes(scope))) throw refuse('token_scope')
}

function opening(resource: string, method: Method): readonly XapiScope[] {
  const reads = method === 'GET'
  if (resource === '/statements') {
    return reads ? ['statements/read', 'all/read', 'all'] : ['statements/write', 'all']
  }
  if (resource === '/activities' || resource === '/agents') return ['statements/read', 'define', 'all/read', 'all']
  const own: XapiScope = resource === '/activities/state' ? 'state' : 'profile'
  return reads ? [own, 'all/read', 'all'] : [own, 'all']
}
