import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { isAlternate, readAlternate } from './alternate-syntax.ts'
import { type OtherKeys, type Principal, principalOf, storePath } from './credentials.ts'
import { activityProfileResource, agentProfileResource, stateResource } from './document-resources.ts'
import { about, getActivity, getPerson } from './other-resources.ts'
import type { Method, XapiAnswer, XapiRequest } from './requests.ts'
import { fault } from './shape-rules.ts'
import { getStatements, postStatements, putStatement } from './statement-resource.ts'
import { consistentThrough } from './store-turns.ts'
import { requireScope } from './token-rules.ts'
import { versionNamed, type XapiVersion } from './versions.ts'

/** Bytes of one request, attachments included. */
const mostBytes = 32 * 1024 * 1024
/** A form of the alternate syntax names its sender inside, so it is read before anybody is known. */
const mostFormBytes = 1024 * 1024

type Handler = (services: Services, principal: Principal, request: XapiRequest) => Promise<XapiAnswer>

const resources: Readonly<Record<string, Partial<Record<Method, Handler>>>> = {
  '/statements': { GET: getStatements, PUT: putStatement, POST: postStatements },
  '/activities/state': { GET: stateResource, PUT: stateResource, POST: stateResource, DELETE: stateResource },
  '/activities/profile': {
    GET: activityProfileResource,
    PUT: activityProfileResource,
    POST: activityProfileResource,
    DELETE: activityProfileResource,
  },
  '/agents/profile': {
    GET: agentProfileResource,
    PUT: agentProfileResource,
    POST: agentProfileResource,
    DELETE: agentProfileResource,
  },
  '/activities': { GET: getActivity },
  '/agents': { GET: getPerson },
}

/**
 * The store of xAPI 1.0.3 and 2.0. Programs prove themselves by the Authorization header and no cookie counts, so any
 * origin may call.
 */
export async function storeRoutes(app: App, otherKeys: OtherKeys): Promise<void> {
  app.programs.add(storePath)
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    const config = { isForAll: true, takesNoCookies: true }
    scope.options(`${storePath}/about`, { config }, async (_request, reply) =>
      send(reply.headers(preflightHeaders), { status: 204 }),
    )
    scope.get(`${storePath}/about`, { config }, async (_request, reply) => send(reply.headers(publicHeaders), about()))
    for (const [path, handlers] of Object.entries(resources)) {
      const url = `${storePath}${path}`
      scope.options(url, { config }, async (_request, reply) => send(reply.headers(preflightHeaders), { status: 204 }))
      scope.route({
        method: ['GET', 'PUT', 'POST', 'DELETE'],
        url,
        bodyLimit: mostBytes,
        config,
        onRequest: (request, reply) => admit(app.services, otherKeys, request, reply),
        handler: (request, reply) => answer(app.services, otherKeys, { path, handlers }, request, reply),
      })
    }
  })
}

const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Last-Modified, WWW-Authenticate, X-Experience-API-Version, X-Experience-API-Consistent-Through',
  'x-experience-api-version': '2.0.0',
  // documents may be pages, and a form of another site may ask for one: nothing of it runs as a part of this site
  'content-security-policy': "default-src 'none'; sandbox",
}

const preflightHeaders = {
  ...publicHeaders,
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE',
  'access-control-allow-headers':
    'Accept-Language, Authorization, Content-Type, If-Match, If-None-Match, X-Experience-API-Version',
  'access-control-max-age': '86400',
}

/** Refuses strangers before their body is read. */
async function admit(
  services: Services,
  otherKeys: OtherKeys,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(publicHeaders)
  if (isAlternate(request)) {
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length <= mostFormBytes)) throw refuse('too_large')
    return
  }
  requireVersion(reply, request.headers['x-experience-api-version'])
  request.xapiPrincipal = await principalFor(services, otherKeys, reply, request.headers.authorization)
}

async function answer(
  services: Services,
  otherKeys: OtherKeys,
  { path, handlers }: { path: string; handlers: Partial<Record<Method, Handler>> },
  raw: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const alternate = isAlternate(raw) ? readAlternate(raw) : null
  const version = requireVersion(reply, alternate ? alternate.versionHeader : raw.headers['x-experience-api-version'])
  const principal = raw.xapiPrincipal ?? (await principalFor(services, otherKeys, reply, alternate?.authorization))
  if (alternate && version !== '1.0.3') throw fault('method', 'additionalProperties')
  const request = alternate ? { ...alternate.request, version } : plainRequest(raw, version)
  if (handlers.GET === getStatements) {
    const through = await consistentThrough(services.db, principal.organisationId, services.clock.now())
    reply.header('x-experience-api-consistent-through', through.toISOString())
  }
  const handler = handlers[request.method]
  if (!handler) {
    reply.header('allow', Object.keys(handlers).join(', '))
    throw refuse('method_not_allowed')
  }
  requireScope(principal.scopes, path, request.method)
  return send(reply, await handler(services, principal, request))
}

function send(reply: FastifyReply, { status, headers = {}, body }: XapiAnswer): FastifyReply {
  return reply.status(status).headers(headers).send(body)
}

/** The version of a request, which the answer names too. */
function requireVersion(reply: FastifyReply, header: string | string[] | undefined): XapiVersion {
  if (header === undefined) {
    // the last version whose requests had no such header, and which is not spoken here
    reply.header('x-experience-api-version', '0.9')
    throw fault('X-Experience-API-Version', 'required')
  }
  const version = versionNamed(String(header))
  if (version === null) throw fault('X-Experience-API-Version', 'enum')
  reply.header('x-experience-api-version', version)
  return version
}

async function principalFor(
  services: Services,
  otherKeys: OtherKeys,
  reply: FastifyReply,
  authorization: string | undefined,
): Promise<Principal> {
  reply.header('www-authenticate', 'Basic realm="xAPI", charset="UTF-8", Bearer realm="xAPI"')
  const principal = await principalOf(services, authorization, otherKeys)
  reply.removeHeader('www-authenticate')
  return principal
}

function plainRequest({ method, query, headers, body }: FastifyRequest, version: XapiVersion): XapiRequest {
  const given = Object.entries(query as Record<string, string | string[]>)
  for (const [name, value] of given) if (Array.isArray(value)) throw fault(name, 'type')
  return {
    method: method === 'HEAD' ? 'GET' : (method as Method),
    query: Object.fromEntries(given) as Record<string, string>,
    contentType: headers['content-type'] ?? '',
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    acceptLanguage: headers['accept-language'],
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    version,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks the learning record store; set once the Authorization header is proved. */
    xapiPrincipal?: Principal
  }
}
