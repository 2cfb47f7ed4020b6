import { isForSearchEngines } from '@lantern/contract/indexing.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { embedOrigins } from '@lantern/contract/media/embeds.ts'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { keptBytes } from '#kit/kept-bytes.ts'
import type { Services } from '#kit/services.ts'
import {
  embeddedOrigins,
  mediaOrigins,
  ownScripts,
  type PageOrigins,
  policyHeaders,
  type ScriptPlace,
  scriptHash,
} from './content-policy.ts'
import type { Transport } from './in-process-calls.ts'
import type { FillPage } from './member-pages.ts'
import type { PageRequest, RenderedPage } from './page-request.ts'
import type { PageSource } from './page-source.ts'

/** What the built pages export beside React Router's own parts. */
interface PagesEntry {
  /** Calls of the API as one visitor. */
  apiFor(transport: Transport, locale: OfferedLocale): object
  /** The bytes between the holes of a kept page, and the ids of the holes. */
  piecesOf(html: Buffer): { pieces: readonly Buffer[]; holes: readonly string[] }
  createLoadContext(
    transport: Transport,
    csrfToken: () => Promise<string>,
    page: { locale: OfferedLocale; homeSlugs: { top: string; bottom: string }; isForEverybody: boolean },
  ): Promise<RouterContextProvider>
  pageOf(response: Response): MarkedPage | undefined
}

interface MarkedPage {
  html: Buffer
  nonce: string
  /** What a visit puts into the holes of a page for everybody; null where this visitor needs a page of their own. */
  fill?(api: object, visit: Request): Promise<ReadonlyMap<string, string> | null>
}

export interface PageRenderer {
  /** Renders a page for one visitor. */
  render(page: PageRequest, transport: Transport): Promise<RenderedPage>
  /** Renders what all readers of a page have in common; without `fill` it is not such a page. */
  renderForEverybody(page: PageRequest, transport: Transport): Promise<RenderedPage & { fill?: FillPage<Visit> }>
}

/** One member's visit to a page that is kept. */
export interface Visit {
  page: PageRequest
  transport: Transport
}

/** React Router's handler: it sees the request and, of everything else, only what the transport answers. */
export function pageRenderer({ config }: Services, source: PageSource): PageRenderer {
  const frameOrigins = [...embedOrigins, ...(config.userContentUrl === undefined ? [] : [config.userContentUrl])]
  let handled: ServerBuild | undefined
  let handle: ReturnType<typeof createRequestHandler>

  async function respond(page: PageRequest, transport: Transport, isForEverybody: boolean) {
    const build = await source.load()
    const entry = build.entry.module as unknown as PagesEntry
    if (build !== handled) {
      handled = build
      handle = createRequestHandler(build, source.mode)
    }
    const csrfToken = async () => {
      const answer = await transport({ method: 'GET', path: '/api/session', body: undefined, asksToken: true })
      return (answer.body as { csrfToken: string }).csrfToken
    }
    const { homeSlugs } = config
    const context = await entry.createLoadContext(transport, csrfToken, {
      locale: page.locale,
      homeSlugs,
      isForEverybody,
    })
    const response = await handle(requestOf(page), context)
    const marked = entry.pageOf(response)
    const written = marked ? ownScripts(marked.html, marked.nonce) : { body: Buffer.from(await response.arrayBuffer()) }
    const rendered: RenderedPage = {
      status: response.status,
      headers: {
        ...Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
        ...robotsHeader(page.url, response.status),
      },
      cookies: response.headers.getSetCookie(),
      ...written,
    }
    return { entry, rendered, fill: marked?.fill }
  }

  const secured = (page: RenderedPage) => (source.mode === 'production' ? withPolicy(page, frameOrigins) : page)

  return {
    async render(page, transport) {
      return secured((await respond(page, transport, false)).rendered)
    },

    async renderForEverybody(page, transport) {
      const { entry, rendered, fill } = await respond(page, transport, true)
      if (!fill) return rendered
      const { body, scripts = [], ...head } = rendered
      const { pieces, holes } = entry.piecesOf(body)
      const kept = pieces.map(keptBytes)
      // of all that is kept; what a visit puts into the holes may bring more
      const own = originsOf(body)
      const headersWith = (origins: PageOrigins) => ({
        ...head.headers,
        ...policyOf(hashesOf(body, scripts), origins, frameOrigins),
      })
      const headers = headersWith(own)
      return {
        ...rendered,
        async fill(visit) {
          const parts = await fill(entry.apiFor(visit.transport, visit.page.locale), requestOf(visit.page))
          if (!parts || holes.some((hole) => !parts.has(hole))) return null
          const drawn = holes.map((hole) => parts.get(hole) ?? '')
          const bytes = kept.flatMap((piece, at) =>
            at < drawn.length ? [piece, Buffer.from(drawn[at] ?? '')] : [piece],
          )
          const { frames, media } = originsOf(drawn.join(''))
          const brings = frames.length > 0 || media.length > 0
          return {
            ...head,
            headers: brings
              ? headersWith({ frames: [...own.frames, ...frames], media: [...own.media, ...media] })
              : headers,
            body: Buffer.concat(bytes),
          }
        },
      }
    },
  }

  function requestOf(page: PageRequest): Request {
    return new Request(siteAddress(originOf(page), page.url), {
      method: page.method,
      headers: page.headers,
      ...(page.body !== undefined && { body: page.body }),
    })
  }

  /** Where the visitor believes to be: a form is accepted from there only, so it must be the address in their bar. */
  function originOf(page: PageRequest): string {
    return config.isPublicUrlGiven || !page.headers.host ? config.publicUrl : `http://${page.headers.host}`
  }
}

/** Joined and not resolved: `//elsewhere/x` is a path of the site, and no other host. */
export function siteAddress(origin: string, url: string): URL {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return new URL(origin + (path.startsWith('/') ? path : `/${path}`))
}

/** Programs hear it before they read the page, and of answers that are no page too. */
export function robotsHeader(url: string, status: number): Record<string, string> {
  const { pathname, searchParams } = new URL(url, 'http://site')
  const isFound = status === 200 && isForSearchEngines(pathname, searchParams)
  return isFound ? {} : { 'x-robots-tag': 'noindex' }
}

function withPolicy(page: RenderedPage, frameOrigins: readonly string[]): RenderedPage {
  if (!page.headers['content-type']?.startsWith('text/html')) return page
  const policy = policyOf(hashesOf(page.body, page.scripts ?? []), originsOf(page.body), frameOrigins)
  return { ...page, headers: { ...page.headers, ...policy } }
}

function originsOf(page: Buffer | string): PageOrigins {
  return { frames: embeddedOrigins(page), media: mediaOrigins(page) }
}

function policyOf(hashes: readonly string[], { frames, media }: PageOrigins, frameOrigins: readonly string[]) {
  return policyHeaders(hashes, { frames: [...new Set([...frameOrigins, ...frames])], media: [...new Set(media)] })
}

function hashesOf(body: Buffer, scripts: readonly ScriptPlace[]): string[] {
  return scripts.map(({ start, end }) => scriptHash(body.subarray(start, end)))
}
