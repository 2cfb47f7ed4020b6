import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { knownViewer } from '#kit/http.ts'
import { PageCache } from '#kit/page-cache.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'

type Transport = (request: {
  method: string
  path: string
  body: unknown
}) => Promise<{ status: number; body: unknown }>

/** What the built pages export beside React Router's own parts. */
interface PagesEntry {
  createLoadContext(
    transport: Transport,
    csrfToken: () => Promise<string>,
    locale: OfferedLocale,
  ): RouterContextProvider
  pageOf(response: Response): Buffer | undefined
}

/** Pages that are the same for every guest, and the query parameters that change what they show. */
const guestPages: readonly { path: RegExp; parameters: readonly string[] }[] = [
  { path: /^\/$/, parameters: ['tab'] },
  {
    path: /^\/(tutorials|projects|courses|free|unity-learning-path|educators|discount)$/,
    parameters: ['page', 'sl', 'ob', 'tag', 'lang', 'prm', 'ind', 'd', 'uv'],
  },
  { path: /^\/live-calendar$/, parameters: ['tab', 'period', 'page'] },
  { path: /^\/search$/, parameters: ['k', 'q', 't', 'page', 'sl', 'ob', 'tag', 'lang', 'prm', 'ind', 'd', 'uv'] },
  {
    path: /^\/(tutorial|project|course|quiz|liveSession)\/[\w-]{1,160}$/,
    parameters: ['tab', 'uv', 'language', 'projectId', 'courseId', 'chapterId', 'sectionId'],
  },
  { path: /^\/(faq|contact|term-of-service|app\/(privacy|terms|person-info-list))$/, parameters: [] },
]

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "style-src 'self'",
  // progress bars and grids set their measure in the markup
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
]

/** Where the pages come from: the files built before, or a development server that makes them as they are asked for. */
export interface PageSource {
  load(): Promise<ServerBuild>
  serveFiles(app: App): Promise<void>
  mode: 'production' | 'development'
}

export interface Pages {
  /** Put in front of the framework: answers kept pages from the HTTP listener itself. */
  serverFactory: FastifyServerFactory
  register(app: App): Promise<void>
}

/** The pages of the site: built files, React Router's handler with the API inside the process, and the guests' cache. */
export function createPages(services: Services, source: PageSource = builtPages(services)): Pages {
  const cache = new PageCache({
    parametersOf: (path) => guestPages.find((page) => page.path.test(path))?.parameters ?? null,
    maxBytes: 64 * 1024 * 1024,
    sharedMaxAge: 10,
    freshMs: 30_000,
  })
  services.events.listen(['item_published', 'item_changed', 'item_removed', 'catalog_changed'], () =>
    cache.invalidate(),
  )

  let render: ((request: PageRequest) => Promise<RenderedPage>) | undefined
  let handled: ServerBuild | undefined
  let handle: ReturnType<typeof createRequestHandler>
  const first = new Map<string, Promise<void>>()

  /** Renders for the cache; those who ask for the same page meanwhile wait for this one. */
  function renderKept(key: string, request: PageRequest): Promise<void> {
    const running = first.get(key)
    if (running) return running
    const version = cache.version
    const work = (async () => {
      try {
        const { status, headers, body } = await requireRender()(request)
        await cache.keep(key, version, {
          status: headers.has('set-cookie') ? 0 : status,
          headers: headersOf(headers),
          body,
        })
      } catch (error) {
        cache.giveUp(key)
        throw error
      } finally {
        first.delete(key)
      }
    })()
    first.set(key, work)
    return work
  }

  function requireRender() {
    if (!render) throw new Error('The pages are not registered yet')
    return render
  }

  /** Where the visitor believes to be: a form is accepted from there only, so it must be the address in their bar. */
  function originOf(page: PageRequest): string {
    const { publicUrl, isPublicUrlGiven } = services.config
    return isPublicUrlGiven || !page.headers.host ? publicUrl : `http://${page.headers.host}`
  }

  /** The same request for everybody: only what the key is made of is left of it. */
  function guestRequest(key: string): PageRequest {
    const [locale = '', url = '/'] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    return {
      url: url.endsWith('?') ? url.slice(0, -1) : url,
      method: 'GET',
      headers: { cookie: `lantern_locale=${locale}`, host: new URL(services.config.publicUrl).host },
      body: undefined,
      locale: locale as OfferedLocale,
      ip: '127.0.0.1',
      viewer: { kind: 'guest' },
    }
  }

  return {
    serverFactory: (handler) => {
      return createServer((request: IncomingMessage, response: ServerResponse) => {
        const key = source.mode === 'production' ? cache.keyOf(request) : null
        if (!key) return handler(request, response)
        const refresh = () => {
          renderKept(key, guestRequest(key)).catch((err) => services.log.warn({ err, key }, 'a page was not refreshed'))
        }
        if (cache.answer(key, request, response, refresh)) return
        renderKept(key, guestRequest(key)).then(
          () => cache.answer(key, request, response, refresh) || handler(request, response),
          () => handler(request, response),
        )
      })
    },

    async register(app) {
      await source.serveFiles(app)
      render = async (page) => {
        const build = await source.load()
        const entry = build.entry.module as unknown as PagesEntry
        if (build !== handled) {
          handled = build
          handle = createRequestHandler(build, source.mode)
        }
        const cookies: string[] = []
        const transport = inProcess(app, page, cookies)
        const csrfToken = async () => {
          const answer = await transport({ method: 'GET', path: '/api/session', body: undefined })
          return (answer.body as { csrfToken: string }).csrfToken
        }
        const response = await handle(
          new Request(new URL(page.url, originOf(page)), {
            method: page.method,
            headers: page.headers,
            ...(page.body !== undefined && { body: page.body }),
          }),
          entry.createLoadContext(transport, csrfToken, page.locale),
        )
        for (const cookie of cookies) response.headers.append('set-cookie', cookie)
        const { status, headers } = response
        const body = entry.pageOf(response) ?? Buffer.from(await response.arrayBuffer())
        const rendered = { status, headers, body }
        return source.mode === 'production' ? withPolicy(rendered) : rendered
      }

      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.route({
        method: ['GET', 'HEAD', 'POST'],
        url: '/*',
        schema: { hide: true },
        handler: async (request, reply) => {
          try {
            return answerPage(await requireRender()(pageRequestOf(request)), reply)
          } catch (err) {
            // the renderer itself failed: no script, no style, but a person reads a sentence and not a program's answer
            services.log.error({ err, url: request.url }, 'a page could not be rendered')
            const sentence = services.text(request.locale, 'error.internal')
            return reply
              .status(500)
              .type('text/html; charset=utf-8')
              .send(
                `<!doctype html><html lang="${languageTag(request.locale)}"><title>${sentence}</title><p>${sentence}`,
              )
          }
        },
      })
    },
  }
}

function builtPages(services: Services): PageSource {
  const built = join(services.config.siteRoot, 'packages/web/build')
  let build: Promise<ServerBuild> | undefined
  return {
    mode: 'production',
    load() {
      build ??= import(pathToFileURL(join(built, 'server/index.js')).href) as Promise<ServerBuild>
      return build
    },
    async serveFiles(app) {
      await app.register(fastifyStatic, {
        root: join(built, 'client'),
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          // built files carry a hash of their content in the name
          reply.header(
            'cache-control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
          )
        },
      })
    },
  }
}

interface PageRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | undefined
  locale: OfferedLocale
  ip: string
  viewer: Viewer
}

interface RenderedPage {
  status: number
  headers: Headers
  body: Buffer
}

function pageRequestOf(request: FastifyRequest): PageRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers[name] = value
    else if (value) headers[name] = value.join(', ')
  }
  return {
    url: request.url,
    method: request.method,
    headers,
    body: request.method === 'POST' ? String(request.body ?? '') : undefined,
    locale: request.locale,
    ip: request.ip,
    viewer: request.viewer,
  }
}

/** Loaders and actions call the API with the visitor's cookies and address, without a socket in between. */
function inProcess(app: App, page: PageRequest, cookies: string[]): Transport {
  let cookie = page.headers.cookie ?? ''
  // an act may change who is here: after it, each call asks anew
  const isActing = page.method === 'POST'
  return async ({ method, path, body }) => {
    const call = () =>
      app.inject({
        method: method as 'GET' | 'POST',
        url: path,
        remoteAddress: page.ip,
        headers: {
          ...(cookie && { cookie }),
          'accept-language': page.headers['accept-language'] ?? '',
          'user-agent': page.headers['user-agent'] ?? '',
        },
        ...(body !== undefined && { payload: body as object }),
      })
    const response = await (isActing ? call() : knownViewer.run(page.viewer, async () => await call()))
    // only acts set cookies of the page: a kept page must have none
    if (isActing) {
      for (const set of [response.headers['set-cookie'] ?? []].flat()) {
        cookies.push(set)
        cookie = [cookie, set.slice(0, set.indexOf(';'))].filter(Boolean).join('; ')
      }
    }
    return { status: response.statusCode, body: response.json() }
  }
}

/** A strict policy: scripts are our files, and exactly the inline ones that this page was rendered with. */
function withPolicy({ status, headers, body }: RenderedPage): RenderedPage {
  if (!headers.get('content-type')?.startsWith('text/html')) return { status, headers, body }
  const hashes = inlineScripts(body).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`)
  headers.set('content-security-policy', [...policy, `script-src 'self' ${hashes.join(' ')}`].join('; '))
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  return { status, headers, body }
}

/** What stands between the tags of scripts without an address, found in the bytes as they are sent. */
function inlineScripts(html: Buffer): Buffer[] {
  const scripts: Buffer[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.toString('latin1', at, start))) scripts.push(html.subarray(start, end))
    at = end
  }
  return scripts
}

function headersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'))
}

function answerPage({ status, headers, body }: RenderedPage, reply: FastifyReply): FastifyReply {
  reply.status(status).headers(headersOf(headers))
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  return reply.send(body)
}
