import { isForSearchEngines } from '@lantern/contract/indexing.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { embedOrigins } from '@lantern/contract/media/embeds.ts'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Services } from '#kit/services.ts'
import { embeddedOrigins, mediaOrigins, ownScripts, policyHeaders, scriptHash } from './content-policy.ts'
import type { Transport } from './in-process-calls.ts'
import type { PageRequest, RenderedPage } from './page-request.ts'
import type { PageSource } from './page-source.ts'

/** What the built pages export beside React Router's own parts. */
interface PagesEntry {
  createLoadContext(
    transport: Transport,
    csrfToken: () => Promise<string>,
    page: { locale: OfferedLocale; homeSlugs: { top: string; bottom: string } },
  ): Promise<RouterContextProvider>
  pageOf(response: Response): { html: Buffer; nonce: string } | undefined
}

export type RenderPage = (page: PageRequest, transport: Transport) => Promise<RenderedPage>

/** React Router's handler: it sees the request and, of everything else, only what the transport answers. */
export function pageRenderer({ config }: Services, source: PageSource): RenderPage {
  const frameOrigins = [...embedOrigins, ...(config.userContentUrl === undefined ? [] : [config.userContentUrl])]
  let handled: ServerBuild | undefined
  let handle: ReturnType<typeof createRequestHandler>

  return async (page, transport) => {
    const build = await source.load()
    const entry = build.entry.module as unknown as PagesEntry
    if (build !== handled) {
      handled = build
      handle = createRequestHandler(build, source.mode)
    }
    const csrfToken = async () => {
      const answer = await transport({ method: 'GET', path: '/api/session', body: undefined })
      return (answer.body as { csrfToken: string }).csrfToken
    }
    const request = new Request(siteAddress(originOf(page), page.url), {
      method: page.method,
      headers: page.headers,
      ...(page.body !== undefined && { body: page.body }),
    })
    const response = await handle(
      request,
      await entry.createLoadContext(transport, csrfToken, { locale: page.locale, homeSlugs: config.homeSlugs }),
    )
    const marked = entry.pageOf(response)
    const written = marked ? ownScripts(marked.html, marked.nonce) : { body: Buffer.from(await response.arrayBuffer()) }
    const rendered = {
      status: response.status,
      headers: {
        ...Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
        ...robotsHeader(page.url, response.status),
      },
      cookies: response.headers.getSetCookie(),
      ...written,
    }
    return source.mode === 'production' ? withPolicy(rendered, frameOrigins) : rendered
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

function withPolicy({ headers, body, ...rendered }: RenderedPage, frameOrigins: readonly string[]): RenderedPage {
  if (!headers['content-type']?.startsWith('text/html')) return { ...rendered, headers, body }
  const hashes = (rendered.scripts ?? []).map(({ start, end }) => scriptHash(body.subarray(start, end)))
  const frames = [...new Set([...frameOrigins, ...embeddedOrigins(body)])]
  const policy = policyHeaders(hashes, { frames, media: mediaOrigins(body) })
  return { ...rendered, headers: { ...headers, ...policy }, body }
}
