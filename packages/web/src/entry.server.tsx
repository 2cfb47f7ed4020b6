import { randomBytes } from 'node:crypto'
import files from 'virtual:message-files'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { isInsideBlock } from '#cms/index.ts'
import { type Api, apiContext, apiOf, type HomeSlugs, homeSlugsContext, isForEverybodyContext } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { createCall, type Transport } from '#kit/request.ts'
import { ScriptNonce } from '#kit/script-nonce.ts'
import { asForNobody, Everybody, Nobody, type Visit, VisitProvider } from '#kit/visit.tsx'
import { readRoot } from '#shell/index.ts'
import { keepPage, piecesOf } from './kept-page.ts'
import { ownData } from './pages/own-data.ts'
import { writePage } from './write-page.ts'

// what is said where nobody knows any more which language was asked for
await loadCatalogue(defaultLocale)

/**
 * Renders the whole page before it answers: every loader has finished by then, so nothing would be streamed but markup,
 * and a finished page can be kept, measured and given its security policy (docs/decisions/003-whole-pages.md).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  // named before the page is: the sheet that draws it, and the words that a module which speaks waits for
  for (const file of stylesOf(entry)) headers.append('link', `<${file}>; rel=preload; as=style`)
  for (const file of spokenFiles(entry, apiOf(context).locale))
    headers.append('link', `<${file}>; rel=modulepreload; fetchpriority=low`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  // new for each page: stored content cannot contain it
  const nonce = randomBytes(18).toString('base64url')
  const pageFor = (visit: Visit | Everybody | Nobody | null, context = entry) => (
    <VisitProvider value={visit}>
      <ScriptNonce value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ScriptNonce>
    </VisitProvider>
  )
  const own = ownData[routeOf(entry)]
  if (own && context.get(isForEverybodyContext) && status === 200) {
    const kept = await keepPage(pageFor(new Everybody()))
    const shown = withShownRoutes(entry)
    // the data of the loaders are in what is kept, and can be read once
    const withoutData = () => ({ ...shown, serverHandoffStream: new ReadableStream<Uint8Array>() })
    const nobodys = await kept.fill(pageFor(new Nobody(), withoutData()))
    const response = new Response(null, { status, headers })
    const data = entry.staticHandlerContext.loaderData
    written.set(response, {
      html: scriptsAfterLooks(kept.html),
      nonce,
      async fill(visitors, visiting) {
        const root = readRoot(visitors, visiting, new URL(visiting.url))
        const [part, known] = await Promise.all([
          own(visitors, data[routeOf(entry)] as never, { request: visiting, root }),
          root,
        ])
        if (!part) return null
        const visit: Visit = { own: { root: known, ...part }, replaced: new Map() }
        const holes = await kept.fill(pageFor(nobodys ? { ...visit, inHole: visit } : visit, withoutData()))
        if (!holes || !nobodys) return holes
        const filled = new Map([...holes].map(([id, html]) => [id, html === asForNobody ? nobodys.get(id) : html]))
        // a hole of another kind, as that of a part whose module came late, has holes of its own
        return [...filled.values()].some((html) => html === undefined || html.includes(asForNobody))
          ? null
          : (filled as Map<string, string>)
      },
    })
    return response
  }
  const { html, fault } = await writePage(pageFor(null), isInsideBlock, nonce)
  const response = new Response(null, { status: fault && status === 200 ? 500 : status, headers })
  written.set(response, { html: scriptsAfterLooks(html), nonce })
  return response
}

/** The router makes objects of all routes that it is given, for each visit anew; a page is drawn by the few that it shows. */
function withShownRoutes(entry: EntryContext): EntryContext {
  const shown = entry.staticHandlerContext.matches.map(({ route }) => route.id)
  const among = <Of,>(all: Record<string, Of>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => shown.includes(id)))
  const manifest = { ...entry.manifest, routes: among(entry.manifest.routes) }
  return { ...entry, manifest, routeModules: among(entry.routeModules) }
}

/** The innermost: its data are what the page is about. */
function routeOf({ staticHandlerContext }: EntryContext): string {
  return staticHandlerContext.matches.at(-1)?.route.id ?? ''
}

export { piecesOf }

/** What a visitor may use to fill a page that is kept. */
export function apiFor(transport: Transport, locale: OfferedLocale): Api {
  return { call: createCall(transport, () => Promise.reject(new Error('A visit only reads'))), locale }
}

/** A page whose own scripts, and nothing else in it, carry the nonce. */
interface MarkedPage {
  html: Buffer
  nonce: string
  /** The visit's parts for the holes of a kept page; null where this visitor needs a page of their own. */
  fill?(api: Api, visit: Request): Promise<ReadonlyMap<string, string> | null>
}

const written = new WeakMap<Response, MarkedPage>()

/** The page that belongs to an answer, as it was written: through the answer's own stream it would be copied twice. */
export function pageOf(response: Response): MarkedPage | undefined {
  return written.get(response)
}

/**
 * A page is read before its script comes: on a slow line the style sheet and the first picture go ahead of it. The router
 * writes the links itself and has no setting for that.
 */
function scriptsAfterLooks(page: Buffer): Buffer {
  const endOfHead = page.indexOf('</head>')
  const head = page.toString('utf8', 0, endOfHead)
  const ordered = head.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"')
  return Buffer.concat([Buffer.from(ordered), page.subarray(endOfHead)])
}

function stylesOf({ manifest, staticHandlerContext }: EntryContext): Set<string> {
  return new Set(staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []))
}

/** The catalogue files of the pages that are shown, in this visitor's language. */
function spokenFiles({ manifest, staticHandlerContext }: EntryContext, locale: OfferedLocale): Set<string> {
  const scripts = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]?.module ?? '')
  return new Set(scripts.flatMap((script) => files[script]?.[locale] ?? []))
}

/** Loaders of the pages call the API through this; the server gives the transport of one visitor. */
export async function createLoadContext(
  transport: Transport,
  csrfToken: () => Promise<string>,
  { locale, homeSlugs, isForEverybody }: { locale: OfferedLocale; homeSlugs: HomeSlugs; isForEverybody: boolean },
): Promise<RouterContextProvider> {
  await loadCatalogue(locale)
  const context = new RouterContextProvider()
  context.set(apiContext, { call: createCall(transport, csrfToken), locale })
  context.set(homeSlugsContext, homeSlugs)
  context.set(isForEverybodyContext, isForEverybody)
  return context
}
