import {
  type BodyOf,
  changesState,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@lantern/contract/endpoint.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { errorStatus } from '@lantern/contract/errors.ts'
import { firstStop, type Guard, type GuardFacts, refusalOf, twoFactorFor } from '@lantern/contract/guards.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { type Access, mayAccess, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { type Refusal, refuse } from './errors.ts'
import type { Services } from './services.ts'

/** The HTTP application with what the site decorates it with. */
export type App = FastifyInstance & { services: Services; endpoints: Endpoint[]; answered: ReadonlySet<string> }

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** Every endpoint that was registered, for the access table and for tests that walk them all. */
    endpoints: Endpoint[]
    /** Everything that can be asked for, endpoint or not, as `GET /healthz`. */
    answered: ReadonlySet<string>
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
    /** Answers people who open it, not programs. */
    isPage?: boolean
    /** The shape of what is answered, by status; here and not among the schemas, which are compiled at the start. */
    answers?: Readonly<Record<number, object>>
  }
}

type ViewerFor<E extends Endpoint> = E['shape']['access'] extends 'public' | 'demoOnly' ? Viewer : SignedIn

export interface RouteContext<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Who asks; narrowed to a signed-in learner unless the endpoint is public. */
  viewer: ViewerFor<E>
  locale: OfferedLocale
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves one endpoint of the contract: access first, then the shapes, then the handler, whose result is written by the
 * response shape, so that a field which is not declared never leaves.
 */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (context: RouteContext<E>) => Promise<ResponseOf<E>> | ResponseOf<E>,
): void {
  const { shape, method, path } = endpoint
  const withToken = changesState(endpoint)
  const answers: Readonly<Record<number, object>> = {
    200: shape.response,
    ...errorResponses(codesOf(endpoint), shape.access !== 'public', withToken),
  }
  app.endpoints.push(endpoint)
  app.route({
    method,
    url: path,
    bodyLimit: shape.bodyLimit ?? bodyLimitFor(shape.access),
    schema: {
      summary: shape.summary,
      tags: [tagOf(path)],
      description: [`Access: ${shape.access}`, ...(shape.guards ?? [])].join(', '),
      ...(shape.params && { params: shape.params }),
      querystring: queryShape(endpoint, withToken),
      ...(shape.body && { body: shape.body }),
    } as FastifySchema,
    config: { answers },
    onRequest: async (request) => {
      const refusal = refusalFor(endpoint, request.viewer, app.services)
      if (refusal) throw refusal
    },
    ...(withToken && { preValidation: app.csrfProtection }),
    // a writer is made with the first answer: those of all endpoints take a tenth of the process and of its start
    preSerialization: (_request, reply, payload, done) => {
      const answer = answers[reply.statusCode]
      reply.serializer(answer ? reply.compileSerializationSchema(answer as Record<string, unknown>) : JSON.stringify)
      done(null, payload)
    },
    handler: (request, reply) =>
      handler({
        params: request.params as ParamsOf<E>,
        query: request.query as QueryOf<E>,
        body: request.body as BodyOf<E>,
        // `mayAccess` has just seen to it that everything but public has a signed-in viewer
        viewer: request.viewer as ViewerFor<E>,
        locale: request.locale,
        services: app.services,
        request,
        reply,
      }),
  })
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
  return heldUp(endpoint.shape.guards ?? [], viewer, services)
}

/** Refuses viewers to whom an access level is closed; for addresses that speak another protocol than the contract's. */
export function requireAccess(viewer: Viewer, access: Access): void {
  if (!mayAccess(viewer, access)) throw refuse(viewer.kind === 'guest' ? 'login_required' : 'forbidden')
}

/** Why these guards do not let this visitor pass; null when they do. */
export function heldUp(guards: readonly Guard[], viewer: Viewer, services: Services): Refusal | null {
  const stop = firstStop(guards, guardFactsOf(viewer, services), services.clock.now())
  return stop && refuse(refusalOf[stop.guard])
}

function guardFactsOf(viewer: Viewer, { config }: Services): GuardFacts {
  const signedIn = viewer.kind === 'user'
  return {
    signedIn,
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

function codesOf({ shape }: Endpoint): ErrorCode[] {
  return [...(shape.errors ?? []), ...(shape.guards ?? []).map((guard) => refusalOf[guard])]
}

/** `_csrf` and the language of the answer may come with every call, so each closed query shape allows them. */
function queryShape(endpoint: Endpoint, withToken: boolean) {
  const declared = endpoint.shape.query as { properties?: TProperties } | undefined
  return Type.Object(
    { ...declared?.properties, ...(withToken && { _csrf: Type.Optional(Type.String({ maxLength: 200 })) }) },
    { additionalProperties: false },
  )
}

const problem = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  },
  { description: 'What was refused and why' },
)

function errorResponses(codes: readonly ErrorCode[], guarded: boolean, withToken: boolean) {
  const all = new Set<ErrorCode>([...codes, 'bad_request', 'unavailable'])
  if (guarded) all.add('login_required').add('forbidden')
  if (withToken) all.add('csrf_invalid')
  return Object.fromEntries([...all].map((code) => [errorStatus[code], problem]))
}

function tagOf(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part && !['api', 'learn', 'cn'].includes(part) && !part.startsWith(':'))
  return parts[0] ?? 'site'
}
