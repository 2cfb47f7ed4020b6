import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import { type ErrorBody, type ErrorCode, errorStatus } from '@lantern/contract/errors.ts'
import {
  defaultLocale,
  isOfferedLocale,
  localeNamed,
  negotiateLocale,
  type OfferedLocale,
} from '@lantern/contract/locales.ts'
import { askedLocale } from '@lantern/contract/page-languages.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import findMyWay from 'find-my-way'
import type { Config } from './config.ts'
import { isDatabaseAway, refuse } from './errors.ts'
import { failureOf, forLog } from './failures.ts'
import { hostCookie, hostCookieScope } from './host-cookie.ts'
import { limitedServer } from './http-server.ts'
import type { AnswerKind } from './metrics.ts'
import { isOwnOrigin } from './own-origin.ts'
import { ProgramAddresses } from './program-addresses.ts'
import { isFromOutside, noteAnswer, observed, requestIdHeader, requestIdOf } from './request-log.ts'
import type { App } from './route.ts'
import { sentencePage } from './sentence-page.ts'
import type { Services } from './services.ts'
import { isUserContentHost } from './user-content-host.ts'
import { validatorCompiler } from './validation.ts'

/** The same for requests and for the calls that pages make inside the process. */
const routerOptions = {
  maxParamLength: 300,
  querystringParser: (text: string) => Object.fromEntries(groupRepeated(text)),
}

/** Longer than any address of ours, criteria of search included. */
const maxUrlLength = 16_384

export const localeCookie = 'lantern_locale'

/** Holds what the tokens against forged requests are made of. */
export function csrfCookie(config: Config): string {
  return hostCookie(config, 'lantern_csrf')
}

export interface HttpOptions {
  resolveViewer(services: Services, request: FastifyRequest): Promise<Viewer>
  /** The session that a request comes with, in words that nobody can read it from; never empty. */
  sessionMark(services: Services, request: FastifyRequest): string
  /** Stands in front of the framework and answers some requests itself. */
  front?: (framework: RequestListener) => RequestListener
}

/** The empty application: parsing, cookies, language, viewer, CSRF, security headers and the one error handler. */
export async function createHttpApp(services: Services, options: HttpOptions): Promise<App> {
  const fastify = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    trustProxy: services.config.trustProxy ?? false,
    bodyLimit: 1_048_576,
    routerOptions,
    // no request is accepted once closing began, and those accepted are answered
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // an address that cannot be read: no route and no hook hears of it
    frameworkErrors: (error, request, reply) => sendError(app, error, request, reply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(services, error, socket),
    genReqId: requestIdOf,
    serverFactory(framework) {
      const named: RequestListener = (request, response) => {
        response.setHeader(requestIdHeader, requestIdOf(request))
        framework(request, response)
      }
      return limitedServer(observed(services, options.front?.(named) ?? named))
    },
  })
  fastify.decorate('services', services)
  fastify.decorate('endpoints', [])
  fastify.decorate('readingCalls', findMyWay(routerOptions))
  const answered = new Set<string>()
  fastify.decorate('answered', answered)
  fastify.decorate('programs', new ProgramAddresses(answered))
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') answered.add(`${one} ${url}`)
  })
  fastify.decorateRequest('viewer')
  fastify.decorateRequest('locale')
  // the same instance; App also knows what is decorated above
  const app = fastify as unknown as App

  app.setValidatorCompiler(validatorCompiler as never)
  await app.register(cookie)
  await app.register(csrf, {
    cookieKey: csrfCookie(services.config),
    cookieOpts: hostCookieScope(services.config),
    // a token is of one session: one that an attacker got for a planted cookie is worth nothing beside another session
    csrfOpts: { hmacKey: services.sealer.digest('csrf', 'csrf').toString('base64url'), userInfo: true },
    getUserInfo: (request) => options.sessionMark(services, request),
    getToken: (request) => (request.query as Record<string, string>)[wireNames.csrf],
  })
  fastify.decorateReply('freshCsrfToken', function () {
    return this.generateCsrf({ userInfo: options.sessionMark(services, this.request) })
  })

  const security = securityHeadersOf(services.config)
  app.addHook('onRequest', async (request, reply) => {
    // public answers set their own Cache-Control; an answer without one is private
    reply.header('cache-control', 'private, no-store')
    reply.header(requestIdHeader, request.id)
    noteAnswer(request.raw, ...answerOf(request.routeOptions.url ?? 'none'))
    request.locale = localeOf(request)
    // two sites in one process: neither answers for the other
    const isOnUserContentHost = isUserContentHost(services.config, request.raw)
    if (isOnUserContentHost !== (request.routeOptions.config.onUserContentHost === true)) throw refuse('not_found')
    if (isOnUserContentHost) {
      if (services.config.userContentUrl?.startsWith('https:')) reply.headers(onlyByTls)
      request.viewer = { kind: 'guest' }
      return
    }
    reply.headers(security)
    if (request.url.length > maxUrlLength) throw refuse('too_large')
    // before its body is read, which nobody wants
    if (request.is404) throw app.programs.refusalOf(request, reply)
    const { takesNoCookies = false } = request.routeOptions.config
    if (!takesNoCookies && mayChangeState(request) && !isOwnOrigin(services.config, request))
      throw refuse('csrf_invalid')
    request.viewer = await viewerOf(request)
  })
  app.addHook('onResponse', async ({ raw, method, routeOptions }, reply) => {
    // a socket of the gateway is no call
    if (isFromOutside(raw) || raw.headers.upgrade) return
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    services.metrics.insideCalls.observe(labels, reply.elapsedTime / 1000)
  })
  /** A page says itself, in the visitor's language, that the database is away: the rest of it asks for nobody. */
  async function viewerOf(request: FastifyRequest): Promise<Viewer> {
    if (request.routeOptions.config.isForAll) return { kind: 'guest' }
    try {
      return await options.resolveViewer(services, request)
    } catch (error) {
      if (!request.routeOptions.config.isPage || !isDatabaseAway(error)) throw error
      request.isDatabaseAway = true
      return { kind: 'guest' }
    }
  }
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(app, error, request, reply))
  return app
}

/** Some calls change something by GET: they come with the token. */
function mayChangeState({ method, query }: FastifyRequest): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method) || wireNames.csrf in Object(query)
}

/** Pages say themselves which one they are. */
function answerOf(route: string): [AnswerKind, string] {
  if (['/healthz', '/readyz', '/metrics'].includes(route)) return ['machine', route]
  // each built file is a route, with another name after every build
  const ending = route.startsWith('/api/') ? null : /\.\w+$/.exec(route)
  return ending ? ['file', `*${ending[0]}`] : ['call', route]
}

/** Answers with the one shape of failure, or as the protocol of the address wants it. */
function sendError({ services, programs }: App, error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const say = programs.sayerOf(request.url)
  if (say) return say(error, request, reply)
  const locale = request.locale ?? localeOf(request)
  const { status, body, retryAfterSeconds } = failureOf(services, error, {
    locale,
    log: request.log,
    ...forLog(request),
  })
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  // a person who opened a page gets a page; the page's script, which asks for `.data`, gets JSON
  if (request.routeOptions?.config.isPage && !programs.has(request.url) && !/\.data(\?|$)/.test(request.url)) {
    const page = sentencePage({ sentence: body.message, locale, comesBack: status === 503 })
    return reply.status(status).type('text/html; charset=utf-8').send(page)
  }
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}

/** The locale of the calling page or of the page's address; else the visitor's choice, else the browser's languages. */
function localeOf(request: FastifyRequest): OfferedLocale {
  const chosen = request.cookies?.[localeCookie]
  return (
    askedLocaleOf(request) ?? (isOfferedLocale(chosen) ? chosen : negotiateLocale(request.headers['accept-language']))
  )
}

function askedLocaleOf({ url, headers, query }: FastifyRequest): OfferedLocale | null {
  // an address of the API may mean the language of content by the same name
  if (url.startsWith('/api/')) return localeNamed([headers[wireNames.localeHeader]].flat()[0])
  const language = (query as Record<string, string | string[] | undefined> | undefined)?.[wireNames.language]
  return typeof language === 'string' ? askedLocale(url.split('?', 1)[0] ?? '', language) : null
}

/** What never became a request (an endless header, bytes that are no HTTP) still gets an answer of our shape. */
function answerBrokenRequest(services: Services, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request'
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : errorStatus[code]
  const body = JSON.stringify({ code, message: services.text(defaultLocale, `error.${code}`) } satisfies ErrorBody)
  socket.write(
    `HTTP/1.1 ${status} ${code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // a client that never closes its end would keep the socket open
  socket.destroySoon()
}

/** Repeated names become lists, so that the shape decides whether one or several are meant. */
function groupRepeated(text: string): Map<string, string | string[]> {
  const grouped = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = grouped.get(name)
    grouped.set(name, before === undefined ? value : [before, value].flat())
  }
  return grouped
}

/** In the head of every answer. Who was here by https once comes by nothing else for a year. */
export function securityHeadersOf({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return { ...securityHeaders, ...(publicUrl.startsWith('https:') && onlyByTls) }
}

const onlyByTls = { 'strict-transport-security': 'max-age=31536000' }

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-frame-options': 'SAMEORIGIN',
}
