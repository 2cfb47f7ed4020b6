import {
  type BodyOf,
  changesState,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@lantern/contract/endpoint.ts'
import { firstStop, type Guard, type GuardFacts, refusalOf, twoFactorFor } from '@lantern/contract/guards.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { type Access, mayAccess, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import type { TokenScope } from '@lantern/contract/token-scopes.ts'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Router from 'find-my-way'
import { answersOf, descriptionOf, queryShape } from './endpoint-shapes.ts'
import { type Refusal, refuse } from './errors.ts'
import type { ProgramAddresses } from './program-addresses.ts'
import type { Services } from './services.ts'
import { inputReader } from './validation.ts'

type ReadingCalls = Router.Instance<Router.HTTPVersion.V1>

/** The HTTP application with what the site decorates it with. */
export type App = FastifyInstance & {
  services: Services
  endpoints: Endpoint[]
  answered: ReadonlySet<string>
  programs: ProgramAddresses
  readingCalls: ReadingCalls
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** Every endpoint that was registered, for the access table and for tests that walk them all. */
    endpoints: Endpoint[]
    /** Everything that can be asked for, endpoint or not, as `GET /healthz`. */
    answered: ReadonlySet<string>
    /** Where programs ask and nobody opens a page. */
    programs: ProgramAddresses
    /** Calls that only read and need no HTTP, by method and address: the pages make them without it. */
    readingCalls: ReadingCalls
  }
  interface FastifyRequest {
    viewer: Viewer
    locale: OfferedLocale
    /** The viewer is unknown, because the database is away. Only pages go on then. */
    isDatabaseAway?: boolean
  }
  interface FastifyReply {
    /** A token for the calls of this session that change something. */
    freshCsrfToken(): string
  }
  interface FastifyContextConfig {
    /** The same for everybody: nobody is looked up for it, so it is there without a database too. */
    isForAll?: boolean
    /** Callers prove themselves by a header of their own, so a page of another site has nothing to borrow. */
    takesNoCookies?: boolean
    /** Programs may ask with a token of this scope; without one, a token opens nothing here. */
    tokenScope?: TokenScope
    /** Answers people who open it, not programs. */
    isPage?: boolean
    /** The shape of what is answered, by status, for the description of the API. */
    answers?: Readonly<Record<number, object>>
  }
}

type ViewerFor<E extends Endpoint> = E['shape']['access'] extends 'public' | 'demoOnly' ? Viewer : SignedIn

/** Who makes a call, by HTTP or for a page inside the process. */
export interface Caller {
  viewer: Viewer
  locale: OfferedLocale
  cookies: Readonly<Record<string, string | undefined>>
  /** A token for the calls of this session that change something. Empty for a page: it may be kept for others. */
  csrfToken(): string
}

/** What a call comes with, as it was sent: its shapes were not looked at yet. */
export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

export interface CallContext<E extends Endpoint> extends Caller {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Who asks; narrowed to a signed-in learner unless the endpoint is public. */
  viewer: ViewerFor<E>
  services: Services
}

export interface HttpContext<E extends Endpoint> extends CallContext<E> {
  request: FastifyRequest
  reply: FastifyReply
}

/** An endpoint with its handler. Both ways to it, HTTP and the pages, are these two steps. */
export interface ServedCall {
  path: string
  /** Refuses callers to whom the endpoint is closed. */
  admit(viewer: Viewer): void
  /**
   * Reads the input by the declared shapes, runs the handler, and writes its result by the response shape as JSON: a
   * field that is not declared never leaves.
   */
  answer(input: Input, caller: Caller): Promise<string>
}

type Handler<E extends Endpoint, Context> = (context: Context) => Promise<ResponseOf<E>> | ResponseOf<E>

/** Serves one endpoint of the contract: by HTTP, and to pages inside the process where it only reads. */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E, CallContext<E>>): void {
  const { method, path } = endpoint
  const call = serve(app, endpoint, handler)
  overHttp(app, endpoint, call, () => ({}))
  if (!changesState(endpoint)) app.readingCalls.on(method, path, () => undefined, call)
}

/** The same for handlers that look into the request or write into the head of the answer. */
export function httpRoute<E extends Endpoint>(app: App, endpoint: E, handler: Handler<E, HttpContext<E>>): void {
  const call = serve(app, endpoint, handler)
  overHttp(app, endpoint, call, (request, reply) => ({ request, reply }))
}

function serve<E extends Endpoint, Http extends object>(
  { services }: App,
  endpoint: E,
  handler: Handler<E, CallContext<E> & Http>,
): ServedCall {
  const { read, write } = codecOf(endpoint)
  return {
    path: endpoint.path,
    admit(viewer) {
      const refusal = refusalFor(endpoint, viewer, services)
      if (refusal) throw refusal
    },
    async answer(input, caller) {
      // typed by the shapes that have just been checked, and by `admit` for the viewer
      const context = { ...caller, ...read(input), services } as CallContext<E> & Http
      return write(await handler(context))
    },
  }
}

interface Codec {
  read: ReturnType<typeof inputReader>
  write(answer: unknown): string
}

/** Of each endpoint there is one in a process, which all sites in it share: a run of the tests has hundreds of sites. */
const codecs = new WeakMap<Endpoint, Codec>()

function codecOf(endpoint: Endpoint): Codec {
  const known = codecs.get(endpoint)
  if (known) return known
  const { shape } = endpoint
  // made with the first answer: the writers of all endpoints take a tenth of the process and of its start
  let write: Codec['write'] | undefined
  const codec: Codec = {
    read: inputReader({ ...shape, query: queryShape(endpoint) }),
    write(answer) {
      write ??= fastJson(shape.response)
      return write(answer)
    },
  }
  codecs.set(endpoint, codec)
  return codec
}

function overHttp(
  app: App,
  endpoint: Endpoint,
  call: ServedCall,
  http: (request: FastifyRequest, reply: FastifyReply) => object,
): void {
  const { shape, method, path } = endpoint
  app.endpoints.push(endpoint)
  app.route({
    method,
    url: path,
    bodyLimit: shape.bodyLimit ?? bodyLimitFor(shape.access),
    schema: descriptionOf(endpoint),
    // the schema describes; the call itself reads its input
    validatorCompiler: () => () => true,
    config: { answers: answersOf(endpoint), ...(shape.tokenScope && { tokenScope: shape.tokenScope }) },
    onRequest: async ({ viewer }) => call.admit(viewer),
    ...(changesState(endpoint) && { preValidation: unlessByToken(app.csrfProtection) }),
    async handler(request, reply) {
      const { params, query, body, viewer, locale, cookies } = request
      const caller = { viewer, locale, cookies, csrfToken: () => reply.freshCsrfToken(), ...http(request, reply) }
      const text = await call.answer({ params, query, body }, caller)
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/** A token in a header comes along from no page of another site, and a program has none of the session's. */
function unlessByToken(protect: App['csrfProtection']): App['csrfProtection'] {
  return (request, reply, done) => {
    const { viewer } = request
    if (viewer.kind === 'user' && viewer.tokenId !== undefined) done()
    else protect(request, reply, done)
  }
}

/**
 * How much is read of a body before its shape is looked at, unless the endpoint says so itself: a megabyte of brackets
 * takes a second to parse. Authors may send as much as a long text.
 */
function bodyLimitFor(access: Access): number {
  if (access === 'public' || access === 'demoOnly') return 16 * 1024
  return access === 'learner' ? 256 * 1024 : 1024 * 1024
}

function refusalFor(endpoint: Endpoint, viewer: Viewer, services: Services) {
  const { access } = endpoint.shape
  if (access === 'demoOnly') return services.config.mode === 'demo' ? null : refuse('not_found')
  requireAccess(viewer, access)
  return blockedBy(endpoint.shape.guards ?? [], viewer, services)
}

/** Refuses viewers to whom an access level is closed; for addresses that speak another protocol than the contract's. */
export function requireAccess(viewer: Viewer, access: Access): void {
  if (!mayAccess(viewer, access)) throw refuse(viewer.kind === 'guest' ? 'login_required' : 'forbidden')
}

/** Why these guards do not let this visitor pass; null when they do. */
export function blockedBy(guards: readonly Guard[], viewer: Viewer, services: Services): Refusal | null {
  const stop = firstStop(guards, guardFactsOf(viewer, services), services.clock.now())
  return stop && refuse(refusalOf[stop.guard])
}

/**
 * Refuses a viewer whom these guards hold up: for calls that need them only with some input, as a note that is published.
 * Elsewhere the endpoint says its guards.
 */
export function requireGuards(guards: readonly Guard[], viewer: Viewer, services: Services): void {
  const refusal = blockedBy(guards, viewer, services)
  if (refusal) throw refusal
}

function guardFactsOf(viewer: Viewer, { config }: Services): GuardFacts {
  const signedIn = viewer.kind === 'user'
  return {
    signedIn,
    edition: config.edition,
    suspended: viewer.kind === 'guest' && viewer.accountStatus?.suspend === true,
    hasPhone: signedIn && viewer.hasPhone,
    emailRequired: signedIn && viewer.emailRequired,
    // what may be put off is asked for by the page and never here
    twoFactor: twoFactorFor(config.twoFactor, signedIn && viewer.hasTwoFactor) === 'required' ? 'required' : 'off',
    tfaEndTime: signedIn ? viewer.tfaEndTime : null,
    needsReview: signedIn && viewer.needsReview,
    isRealName: signedIn && viewer.isRealName,
  }
}
