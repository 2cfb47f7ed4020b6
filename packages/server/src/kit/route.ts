import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { errorStatus } from '@lantern/contract/errors.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { mayAccess, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { refuse } from './errors.ts'
import type { Services } from './services.ts'

/** The HTTP application with what the site decorates it with. */
export type App = FastifyInstance & { services: Services; endpoints: Endpoint[] }

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** Every endpoint that was registered, for the access table and for tests that walk them all. */
    endpoints: Endpoint[]
  }
  interface FastifyRequest {
    viewer: Viewer
    locale: OfferedLocale
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

const unsafeMethods = new Set(['POST', 'PUT', 'DELETE'])

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
  const changesState = unsafeMethods.has(method)
  app.endpoints.push(endpoint)
  app.route({
    method,
    url: path,
    schema: {
      summary: shape.summary,
      tags: [tagOf(path)],
      description: `Access: ${shape.access}`,
      ...(shape.params && { params: shape.params }),
      querystring: queryShape(endpoint, changesState),
      ...(shape.body && { body: shape.body }),
      response: { 200: shape.response, ...errorResponses(shape.errors ?? [], shape.access !== 'public', changesState) },
    } as FastifySchema,
    onRequest: async (request) => {
      const refusal = refusalFor(endpoint, request.viewer, app.services)
      if (refusal) throw refusal
    },
    ...(changesState && { preValidation: app.csrfProtection }),
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

function refusalFor(endpoint: Endpoint, viewer: Viewer, services: Services) {
  const { access } = endpoint.shape
  if (access === 'demoOnly') return services.config.mode === 'demo' ? null : refuse('not_found')
  if (mayAccess(viewer, access)) return null
  return refuse(viewer.kind === 'guest' ? 'login_required' : 'forbidden')
}

/** `_csrf` and the language of the answer may come with every call, so each closed query shape allows them. */
function queryShape(endpoint: Endpoint, changesState: boolean) {
  const declared = endpoint.shape.query as { properties?: TProperties } | undefined
  return Type.Object(
    { ...declared?.properties, ...(changesState && { _csrf: Type.Optional(Type.String({ maxLength: 200 })) }) },
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

function errorResponses(codes: readonly ErrorCode[], guarded: boolean, changesState: boolean) {
  const all = new Set<ErrorCode>([...codes, 'bad_request', 'unavailable'])
  if (guarded) all.add('login_required').add('forbidden')
  if (changesState) all.add('csrf_invalid')
  return Object.fromEntries([...all].map((code) => [errorStatus[code], problem]))
}

function tagOf(path: string): string {
  const parts = path
    .split('/')
    .filter((part) => part && !['api', 'learn', 'cn'].includes(part) && !part.startsWith(':'))
  return parts[0] ?? 'site'
}
