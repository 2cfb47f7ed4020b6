import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { isOfferedLocale, localeNamed, negotiateLocale } from '@lantern/contract/locales.ts'
import { askedLocale } from '@lantern/contract/page-languages.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { LRUCache } from 'lru-cache'
import { ChangedThings, type Things } from './changed-things.ts'
import { isHeldAlready } from './etag.ts'
import { keptBytes } from './kept-bytes.ts'
import { requestIdHeader, requestIdOf } from './request-log.ts'

/** A finished page that every guest of a locale gets byte for byte. */
interface KeptPage {
  etag: string
  /** What a shared cache may do with it. */
  cacheControl: string
  /** Whether a cookie may stand behind the answer that shared caches hold; else such an answer is not theirs. */
  variesByCookie: boolean
  /** Header fields that do not depend on the encoding, as Node writes them fastest: name, value, name, value. */
  head: readonly string[]
  notModified: readonly string[]
  /** Brotli is made with the page; the other encodings at the first request for them. */
  encoded: Map<Encoding, { head: readonly string[]; body: Buffer }>
  bytes: number
}

interface Kept {
  page: KeptPage
  dependsOn: Things
  stale: boolean
  renderedAt: number
}

type Encoding = 'br' | 'gzip' | 'identity'

export interface CacheablePage {
  status: number
  headers: Record<string, string>
  body: Buffer
  dependsOn: Things
}

export interface PageCacheOptions {
  /** Query parameters that change what a page shows, by path; a request with any other is answered without the cache. */
  parametersOf(path: string): readonly string[] | null
  maxBytes: number
  /** What caches of others are told of a page that is made of these things. */
  shared(dependsOn: Things): SharedCaching
  /** How long a page is fresh here without any event, in milliseconds: for what depends on the time of day. */
  freshMs: number
}

export interface SharedCaching {
  /** For how many seconds a shared cache may answer with the page before it asks again. */
  seconds: number
  /** The page differs by the cookie of the language: a request that has it is answered for this visitor alone. */
  variesByCookie: boolean
  /** Names by which a CDN can be told that the page is another now. */
  keys?: string
}

const localeCookie = 'lantern_locale='

/** Marks of campaigns and lists of languages may be of any length, and are of no use again. */
const longestSaid = 500

const compressBrotli = promisify(brotliCompress)

/**
 * Keeps the pages of guests, rendered and compressed once. It answers in the HTTP server's own listener, before the
 * framework: measured there, a hit costs what a plain Node server costs. Requests with a session cookie never meet it.
 *
 * A page is stale as soon as something that it was made of changes. It is still served while one fresh rendering of it
 * runs, so a change never makes a crowd wait.
 */
export class PageCache {
  readonly #pages: LRUCache<string, Kept>
  readonly #rendering = new Set<string>()
  readonly #options: PageCacheOptions
  readonly #changes = new ChangedThings()
  /** Keys by what requests said: working one out costs as much as the rest of an answer. */
  readonly #keys = new LRUCache<string, string>({ max: 5_000 })

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ page }) => page.bytes })
  }

  /** The key of a request that may be answered from here, or null. */
  keyOf(request: IncomingMessage): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const { cookie, 'accept-language': languages = '' } = request.headers
    if (cookie?.includes('lantern_session=')) return null
    const chosen = cookie === undefined ? '' : (/(?:^|; )lantern_locale=(\w+)/.exec(cookie)?.[1] ?? '')
    const said = `${chosen} ${languages} ${request.url}`
    const known = this.#keys.get(said)
    if (known !== undefined) return known
    const address = keptAddress(request.url ?? '/', this.#options.parametersOf)
    if (!address) return null
    const { path, query, asked } = address
    const locale = askedLocale(path, asked) ?? (isOfferedLocale(chosen) ? chosen : negotiateLocale(languages))
    const key = `${locale} ${path}?${query}`
    if (said.length <= longestSaid) this.#keys.set(said, key)
    return key
  }

  /**
   * Answers from the cache and says true, or says false: then the caller renders, and gives the page to `keep`. After a
   * change the first to ask renders while everyone else still gets the kept page; a page that is merely old is answered
   * at once and rendered anew behind the answer by `refresh`.
   */
  answer(key: string, request: IncomingMessage, response: ServerResponse, refresh: () => void): boolean {
    const kept = this.#pages.get(key)
    if (!kept) return false
    if (!this.#rendering.has(key)) {
      if (kept.stale) {
        this.#rendering.add(key)
        return false
      }
      if (Date.now() - kept.renderedAt > this.#options.freshMs) {
        this.#rendering.add(key)
        refresh()
      }
    }
    const { page } = kept
    // an array of header fields, none of them set before, is what Node sends with the least work
    const own = [requestIdHeader, requestIdOf(request), 'cache-control', cacheControlOf(kept, request)]
    if (isHeldAlready(request.headers['if-none-match'], page.etag)) {
      response.writeHead(304, [...own, ...page.notModified])
      response.end()
      return true
    }
    const { head, body } = this.#encodedIn(key, kept, acceptedEncoding(request.headers['accept-encoding']))
    response.writeHead(200, [...own, ...head])
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }

  /** The version to pass to `keep`: taken before rendering, so that a change during it leaves the page stale. */
  get version(): number {
    return this.#changes.version
  }

  get size(): number {
    return this.#pages.size
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }

  async keep(key: string, version: number, page: CacheablePage): Promise<void> {
    this.#rendering.delete(key)
    if (page.status !== 200) {
      this.#pages.delete(key)
      return
    }
    const body = keptBytes(await compressBrotli(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
    const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`
    const { seconds, variesByCookie, keys } = this.#options.shared(page.dependsOn)
    const validators = [
      ...['etag', etag],
      ...['vary', variesByCookie ? 'accept-encoding, accept-language, cookie' : 'accept-encoding, accept-language'],
      ...(keys === undefined ? [] : ['surrogate-key', keys]),
    ]
    const head = [...Object.entries(page.headers).flat(), ...validators]
    this.#pages.set(key, {
      page: {
        etag,
        cacheControl: `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=60`,
        variesByCookie,
        head,
        // preload links are the same for a 304
        notModified: page.headers.link === undefined ? validators : [...validators, 'link', page.headers.link],
        encoded: new Map([['br', { head: headOf(head, 'br', body), body }]]),
        bytes: body.length,
      },
      dependsOn: page.dependsOn,
      stale: this.#changes.haveChanged(page.dependsOn, version),
      renderedAt: Date.now(),
    })
  }

  /** A rendering behind a stale answer failed: the next request tries again. */
  giveUp(key: string): void {
    this.#rendering.delete(key)
  }

  /** Makes the pages of these things stale, also those still being rendered. */
  invalidate(changed: Things): void {
    this.#changes.note(changed)
    // which addresses are pages may be what changed
    this.#keys.clear()
    for (const kept of this.#pages.values()) kept.stale ||= haveCommon(kept.dependsOn, changed)
  }

  /** Few clients do without Brotli, and few pages are asked for by those: an encoding is made when it is. */
  #encodedIn(key: string, kept: Kept, encoding: Encoding): { head: readonly string[]; body: Buffer } {
    const { page } = kept
    const known = page.encoded.get(encoding)
    if (known) return known
    const identity = brotliDecompressSync(page.encoded.get('br')?.body ?? Buffer.alloc(0))
    const body = keptBytes(encoding === 'gzip' ? gzipSync(identity) : identity)
    const made = { head: headOf(page.head, encoding, body), body }
    page.encoded.set(encoding, made)
    page.bytes += body.length
    // the cache asks for the size of what is new to it alone
    this.#pages.delete(key)
    this.#pages.set(key, kept)
    return made
  }
}

/** A stale page, or one that was chosen by a cookie which a shared cache does not look at, is this visitor's alone. */
function cacheControlOf({ page, stale }: Kept, { headers }: IncomingMessage): string {
  const isForOthers = !stale && (page.variesByCookie || !headers.cookie?.includes(localeCookie))
  return isForOthers ? page.cacheControl : 'private, no-cache'
}

function headOf(head: readonly string[], encoding: Encoding, body: Buffer): readonly string[] {
  const own = ['content-length', String(body.length)]
  return [...head, ...own, ...(encoding === 'identity' ? [] : ['content-encoding', encoding])]
}

/**
 * The path and those parameters of an address that change what its page shows, in one order; null where there are others.
 * `parametersOf` gives those of a path, null where no page is kept.
 */
export function keptAddress(url: string, parametersOf: PageCacheOptions['parametersOf']) {
  const cut = url.indexOf('?')
  const path = cut < 0 ? url : url.slice(0, cut)
  const allowed = parametersOf(path)
  if (!allowed) return null
  if (cut < 0) return { path, query: '', asked: null }
  const given = new URLSearchParams(url.slice(cut + 1))
  for (const name of [...given.keys()]) {
    if (name.startsWith('utm_')) given.delete(name)
    else if (!allowed.includes(name)) return null
  }
  // other values would fill the cache with copies of one page
  const asked = given.get(wireNames.language)
  if (asked !== null && localeNamed(asked) === null) return null
  given.sort()
  const query = given.toString()
  return query.length > 300 ? null : { path, query, asked }
}

/** The best of ours that is not refused by a weight of 0. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
  const refused = accepted.includes('q=0') ? /\b(br|gzip)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/g : null
  const offered = refused ? accepted.replace(refused, '') : accepted
  return offered.includes('br') ? 'br' : offered.includes('gzip') ? 'gzip' : 'identity'
}

function haveCommon(some: Things, others: Things): boolean {
  return some === 'everything' || others === 'everything' || !some.isDisjointFrom(others)
}
