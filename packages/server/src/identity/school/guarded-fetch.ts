import type { CustomFetch } from 'openid-client'
import type { Config } from '#kit/config.ts'
import { fetchOutside } from '#kit/outside-fetch.ts'

/** Reaches the provider that an organisation named, at public addresses alone. */
export function guardedFetch(config: Pick<Config, 'connectionNetworks'>): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { status, text, ...answer } = await fetchOutside(config, address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
    })
    return new Response(status === 204 || status === 304 ? null : text, { status, headers: answer.headers })
  }
}
