import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isOfferedLocale, localeNamed, negotiateLocale } from '@lantern/contract/locales.ts'
import { askedLocale } from '@lantern/contract/page-languages.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'

/** A finished page that every guest of a locale gets byte for byte. */
interface KeptPage {
  head: Record<Encoding, Record<string, string>>
  bodies: Record<Encoding, Buffer>
  etag: string
  bytes: number
}

type Encoding = 'br' | 'gzip' | 'identity'

export interface CacheablePage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface PageCacheOptions {
  /** Query parameters that change what a page shows, by path; a request with any other is answered without the cache. */
  parametersOf(path: string): readonly string[] | null
  maxBytes: number
  /** How long a CDN may keep a page before it asks again, in seconds. */
  sharedMaxAge: number
  /** How long a page is fresh here without any event, in milliseconds: for what depends on the time of day. */
  freshMs: number
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Keeps the pages of guests, rendered and compressed once. It answers in the HTTP server's own listener, before the
 * framework: measured there, a hit costs what a plain Node server costs. Who has a session cookie never meets it.
 *
 * What a page depends on is kept coarse: any change of the catalogue makes every page stale. A stale page is still
 * served while one fresh rendering of it runs, so a change never makes a crowd wait.
 */
export class PageCache {
  readonly #pages = new Map<string, { page: KeptPage; version: number; renderedAt: number }>()
  readonly #rendering = new Set<string>()
  readonly #options: PageCacheOptions
  #version = 0
  #bytes = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
  }

  /** The key of a request that may be answered from here, or null. */
  keyOf(request: IncomingMessage): string | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const cookies = request.headers.cookie ?? ''
    if (cookies.includes('lantern_session=')) return null
    const url = request.url ?? '/'
    const cut = url.indexOf('?')
    const path = cut < 0 ? url : url.slice(0, cut)
    const allowed = this.#options.parametersOf(path)
    if (!allowed) return null
    let query = ''
    let asked: string | null = null
    if (cut >= 0) {
      const given = new URLSearchParams(url.slice(cut + 1))
      for (const name of [...given.keys()]) {
        if (name.startsWith('utm_')) given.delete(name)
        else if (!allowed.includes(name)) return null
      }
      // whatever else is written there would be one more page to keep, without end
      asked = given.get(wireNames.language)
      if (asked !== null && localeNamed(asked) === null) return null
      given.sort()
      query = given.toString()
      if (query.length > 300) return null
    }
    const chosen = /(?:^|; )lantern_locale=(\w+)/.exec(cookies)?.[1]
    const locale =
      askedLocale(path, asked) ??
      (isOfferedLocale(chosen) ? chosen : negotiateLocale(request.headers['accept-language']))
    return `${locale} ${path}?${query}`
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
      if (kept.version !== this.#version) {
        this.#rendering.add(key)
        return false
      }
      if (Date.now() - kept.renderedAt > this.#options.freshMs) {
        this.#rendering.add(key)
        refresh()
      }
    }
    const { page } = kept
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, { etag: page.etag, 'cache-control': page.head.identity['cache-control'] ?? '' })
      response.end()
      return true
    }
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
    response.writeHead(200, page.head[encoding])
    response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding])
    return true
  }

  /** The version to pass to `keep`: taken before rendering, so that a change during it leaves the page stale. */
  get version(): number {
    return this.#version
  }

  async keep(key: string, version: number, page: CacheablePage): Promise<void> {
    this.#rendering.delete(key)
    if (page.status !== 200) {
      this.#drop(key)
      return
    }
    const identity = page.body
    const [br, gz] = await Promise.all([
      compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      compressGzip(identity, { level: 6 }),
    ])
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const bodies = { br, gzip: gz, identity }
    const headOf = (encoding: Encoding): Record<string, string> => ({
      ...page.headers,
      etag,
      vary: 'accept-encoding, accept-language, cookie',
      'cache-control': `public, max-age=0, s-maxage=${this.#options.sharedMaxAge}, stale-while-revalidate=60`,
      'content-length': String(bodies[encoding].length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    })
    const bytes = br.length + gz.length + identity.length
    this.#drop(key)
    this.#pages.set(key, {
      page: { head: { br: headOf('br'), gzip: headOf('gzip'), identity: headOf('identity') }, bodies, etag, bytes },
      version,
      renderedAt: Date.now(),
    })
    this.#bytes += bytes
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break
      this.#drop(oldest)
    }
  }

  /** A rendering behind a stale answer failed: the next request tries again. */
  giveUp(key: string): void {
    this.#rendering.delete(key)
  }

  /** Everything kept is stale from now on. */
  invalidate(): void {
    this.#version++
  }

  #drop(key: string): void {
    const kept = this.#pages.get(key)
    if (!kept) return
    this.#bytes -= kept.page.bytes
    this.#pages.delete(key)
  }
}
