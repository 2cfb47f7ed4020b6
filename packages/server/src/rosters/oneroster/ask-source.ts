import { clientScopes } from '@lantern/contract/token-scopes.ts'
import type { Config } from '#kit/config.ts'
import { AnswerTooLong, fetchOutside, type OutsideResponse } from '#kit/outside-fetch.ts'
import { PrivateAddress } from '#kit/public-address.ts'
import { SourceFault } from './source-fault.ts'

/** The system outside, with its secret. */
export interface SourceAccess {
  address: string
  tokenAddress: string
  clientId: string
  clientSecret: string
}

export type SourceObject = Record<string, unknown> & { sourcedId: string }

const pageSize = 500
/** Of all lists of one reading. */
const mostPages = 2_000
const mostBytes = 400 * 1024 * 1024
const mostObjects = 500_000
const longestMs = 15 * 60_000

/**
 * Reads lists of a OneRoster 1.2 provider. A list comes whole or not at all: whatever is not as it should be throws a
 * `SourceFault`. The token goes to the given address and nowhere else.
 */
export function sourceReader(config: Pick<Config, 'connectionNetworks'>, access: SourceAccess, signal?: AbortSignal) {
  const began = performance.now()
  let token: string | null = null
  let [pages, bytes, objects] = [0, 0, 0]

  async function page(list: string, url: URL): Promise<OutsideResponse> {
    for (let isFresh = token === null; ; isFresh = true) {
      token ??= await askToken(config, access)
      const answer = await ask(config, list, url.href, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status === 401 && !isFresh) {
        // its time was over on the way
        token = null
        continue
      }
      if (answer.status === 401) throw new SourceFault('unauthorised', list, 401)
      if (answer.status === 403) throw new SourceFault('scope_refused', list, 403)
      if (answer.status !== 200) throw new SourceFault('status', list, answer.status)
      return answer
    }
  }

  async function* read(list: string, filter?: string): AsyncGenerator<SourceObject[]> {
    const seen = new Set<string>()
    let url: URL | null = new URL(`${access.address}/${list}`)
    url.search = new URLSearchParams({ limit: String(pageSize), offset: '0', ...(filter && { filter }) }).toString()
    let total: number | null = null
    while (url) {
      signal?.throwIfAborted()
      if (++pages > mostPages) throw new SourceFault('endless', list)
      if (performance.now() - began > longestMs) throw new SourceFault('too_slow', list)
      const answer: OutsideResponse = await page(list, url)
      bytes += answer.text.length
      if (bytes > mostBytes) throw new SourceFault('too_many', list)
      const found = objectsOf(answer.text, list)
      const fresh = found.filter(({ sourcedId }) => !seen.has(sourcedId))
      for (const { sourcedId } of fresh) seen.add(sourcedId)
      if (found.length > 0 && fresh.length === 0) throw new SourceFault('endless', list)
      objects += fresh.length
      if (objects > mostObjects) throw new SourceFault('too_many', list)
      total = totalOf(answer) ?? total
      if (fresh.length > 0) yield fresh
      url = nextOf(url, answer, { found: found.length, seen: seen.size, total })
    }
    if (total !== null && seen.size < total) throw new SourceFault('total', list)
  }

  return { read, first: (list: string) => page(list, new URL(`${access.address}/${list}?limit=1`)) }
}

/** Throws a `SourceFault` when there is no OneRoster to be had with this. */
export async function trySource(config: Pick<Config, 'connectionNetworks'>, access: SourceAccess): Promise<void> {
  const answer = await sourceReader(config, access).first('orgs')
  objectsOf(answer.text, 'orgs')
}

function objectsOf(text: string, list: string): SourceObject[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new SourceFault('no_roster', list)
  }
  const objects = isRecord(body) ? body[list] : undefined
  if (!Array.isArray(objects) || !objects.every(isSourceObject)) throw new SourceFault('no_roster', list)
  return objects
}

function isSourceObject(value: unknown): value is SourceObject {
  return isRecord(value) && typeof value.sourcedId === 'string'
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function totalOf({ headers }: OutsideResponse): number | null {
  const text = headers['x-total-count'] ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** As the answer says; of a provider that does not, by counting. */
function nextOf(
  url: URL,
  { headers }: OutsideResponse,
  { found, seen, total }: { found: number; seen: number; total: number | null },
): URL | null {
  const [, said] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.link ?? '') ?? []
  if (said !== undefined) {
    const next = URL.parse(said, url)
    // behind a proxy an address may be another one: path and query are what counts, and the token stays with its address
    return next && new URL(`${next.pathname}${next.search}`, url.origin)
  }
  const isMore = total === null ? headers.link === undefined && found >= pageSize : seen < total
  if (found === 0 || !isMore) return null
  const next = new URL(url)
  next.searchParams.set('offset', String(Number(url.searchParams.get('offset') ?? 0) + found))
  return next
}

/** As RFC 6749 wants it, by header and then by form; for the smaller scope, and then for the larger one. */
async function askToken(config: Pick<Config, 'connectionNetworks'>, access: SourceAccess): Promise<string> {
  const { tokenAddress, clientId, clientSecret } = access
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  const ways: { headers: Record<string, string>; form: Record<string, string> }[] = [
    { headers: { authorization: `Basic ${basic}` }, form: {} },
    { headers: {}, form: { client_id: clientId, client_secret: clientSecret } },
  ]
  let refused = new SourceFault('token_refused', 'token')
  for (const { headers, form } of ways) {
    for (const scope of clientScopes.oneroster) {
      const answer = await ask(config, 'token', tokenAddress, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, ...form }).toString(),
      })
      const said = jsonOf(answer.text)
      if (answer.status === 200 && typeof said.access_token === 'string') return said.access_token
      if (answer.status === 200) throw new SourceFault('no_roster', 'token')
      if (said.error !== 'invalid_scope') {
        refused = new SourceFault(answer.status < 500 ? 'token_refused' : 'status', 'token', answer.status)
        break
      }
      refused = new SourceFault('scope_refused', 'token', answer.status)
    }
  }
  throw refused
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const said: unknown = JSON.parse(text)
    return isRecord(said) ? said : {}
  } catch {
    return {}
  }
}

async function ask(
  config: Pick<Config, 'connectionNetworks'>,
  what: string,
  address: string,
  request: Parameters<typeof fetchOutside>[2],
): Promise<OutsideResponse> {
  let answer: OutsideResponse
  try {
    answer = await fetchOutside(config, address, request)
  } catch (error) {
    if (error instanceof PrivateAddress) throw new SourceFault('private_address', what)
    if (error instanceof AnswerTooLong) throw new SourceFault('too_long', what)
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new SourceFault(isSlow ? 'timeout' : 'unreachable', what)
  }
  // never followed: it may lead anywhere, and the token with it
  if (answer.status >= 300 && answer.status < 400) throw new SourceFault('redirect', what, answer.status)
  return answer
}
