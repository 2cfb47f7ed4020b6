import { Writable } from 'node:stream'
import files from 'virtual:speech-files'
import { type OfferedLocale, offeredLocales } from '@lantern/contract/locales.ts'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { apiContext, apiOf } from '#kit/api.ts'
import { loadCatalogue } from '#kit/catalogue.ts'
import { createCall, type Transport } from '#kit/request.ts'

await Promise.all(offeredLocales.map(loadCatalogue))

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
  // named before the page is: a module that speaks waits for its words
  for (const file of spokenFiles(entry, apiOf(context).locale)) headers.append('link', `<${file}>; rel=modulepreload`)
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let failed: unknown
  const html = await new Promise<Buffer>((done, fail) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} />, {
      // nothing is sent in pieces: a part that came late still stands in its place and not at the end
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(collect(done))
      },
      onShellError: fail,
      onError(error) {
        failed = error
      },
    })
  })
  if (failed) console.error(failed)
  const response = new Response(null, { status: failed && status === 200 ? 500 : status, headers })
  written.set(response, html)
  return response
}

const written = new WeakMap<Response, Buffer>()

/** The page that belongs to an answer, as it was written: through the answer's own stream it would be copied twice. */
export function pageOf(response: Response): Buffer | undefined {
  return written.get(response)
}

function collect(done: (page: Buffer) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next()
    },
    final(next) {
      done(Buffer.concat(chunks))
      next()
    },
  })
}

/** The catalogue files of the pages that are shown, in this visitor's language. */
function spokenFiles({ manifest, staticHandlerContext }: EntryContext, locale: OfferedLocale): Set<string> {
  const scripts = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]?.module ?? '')
  return new Set(scripts.flatMap((script) => files[script]?.[locale] ?? []))
}

/** Loaders of the pages call the API through this; the server gives the transport of one visitor. */
export function createLoadContext(
  transport: Transport,
  csrfToken: () => Promise<string>,
  locale: OfferedLocale,
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(apiContext, { call: createCall(transport, csrfToken), locale })
  return context
}
