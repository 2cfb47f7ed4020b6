import type { ClientScope } from '@lantern/contract/token-scopes.ts'
import { refuse } from '#kit/errors.ts'
import type { Method } from './requests.ts'

export type XapiScope = ClientScope<'xapi'>

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
