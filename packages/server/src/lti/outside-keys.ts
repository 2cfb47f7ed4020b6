import { createRemoteJWKSet, customFetch } from 'jose'
import { fetchOutside } from '#kit/outside-fetch.ts'
import type { Services } from '#kit/services.ts'

export const tokenAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384']

/** Keys of other sites: asked for at most once a minute, and at once for a key that is not among them. */
const keySets = new WeakMap<Services['config'], Map<string, ReturnType<typeof createRemoteJWKSet>>>()
const mostKeySets = 1000

export function keysAt({ config }: Pick<Services, 'config'>, address: string) {
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
