import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { fetchOutside } from '#kit/outside-fetch.ts'
import type { Services } from '#kit/services.ts'

/** How far the clock of another site may be off. */
export const clockToleranceSeconds = 60
const tokenAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384']

/** Keys of other sites: asked for at most once a minute, and at once for a key that is not among them. */
const keySets = new WeakMap<Services['config'], Map<string, ReturnType<typeof createRemoteJWKSet>>>()
const mostKeySets = 1000

function keysAt({ config }: Pick<Services, 'config'>, address: string) {
  const kept = keySets.get(config) ?? new Map()
  keySets.set(config, kept)
  const known = kept.get(address)
  if (known) return known
  if (kept.size >= mostKeySets) kept.clear()
  const made = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: 60_000,
    cooldownDuration: 0,
    [customFetch]: async (url) => {
      const { status, text } = await fetchOutside(config, url, { headers: { accept: 'application/json' } })
      return new Response(text, { status })
    },
  })
  kept.set(address, made)
  return made
}

interface Signer {
  jwksUrl: string
  issuer: string
  audience: string | string[]
  subject?: string
  requiredClaims: string[]
}

/**
 * What another site signed for us. Else why it is not to be believed: the code and the claim alone, for a message may
 * carry the token.
 */
export async function readSigned(
  services: Pick<Services, 'config' | 'clock'>,
  token: string,
  { jwksUrl, ...wanted }: Signer,
): Promise<{ payload: JWTPayload } | { reason: string; cause: unknown }> {
  try {
    return await jwtVerify(token, keysAt(services, jwksUrl), {
      ...wanted,
      algorithms: tokenAlgorithms,
      clockTolerance: clockToleranceSeconds,
      currentDate: services.clock.now(),
    })
  } catch (cause) {
    return { reason: reasonOf(cause), cause }
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof errors.JOSEError)) return 'keys'
  return 'claim' in cause ? `${cause.code} ${cause.claim}` : cause.code
}
