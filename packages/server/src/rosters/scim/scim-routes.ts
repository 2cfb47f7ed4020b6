import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countUse } from '#identity/index.ts'
import { isHeldAlready } from '#kit/etag.ts'
import { failureOf, forLog } from '#kit/failures.ts'
import type { App } from '#kit/route.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { mostResults, resourceTypes, schemas, serviceProviderConfig } from './about.ts'
import { chosen, groupJson, namesIn, userJson } from './answers.ts'
import { externalId, groupAttributes, userAttributes } from './attributes.ts'
import { readDocument } from './documents.ts'
import { badRequest, notFound, requireVersion, ScimFault } from './fault.ts'
import { addGroup, changeGroup, documentOf, findGroup, listGroups, removeGroup } from './groups.ts'
import { directoryOf, scimPath } from './keys.ts'
import { patched } from './patch.ts'
import {
  type Asking,
  addPerson,
  changePerson,
  findPerson,
  listPeople,
  lockDirectory,
  lockPerson,
  removePerson,
} from './people.ts'
import { rememberRequest } from './request-log.ts'

/** Bytes of a request: a class with some thousand members. */
const mostBytes = 1024 * 1024
const perMinute = 1200

const ofUser = [externalId, ...userAttributes]
const ofGroup = [externalId, ...groupAttributes]

interface Resources {
  list(asking: Asking, query: ListQuery): Promise<{ resources: Json[]; total: number }>
  read(asking: Asking, id: string, query: ListQuery): Promise<Json>
  add(trx: Trx, asking: Asking, body: unknown): Promise<Json>
  change(
    trx: Trx,
    asking: Asking,
    id: string,
    body: unknown,
    how: 'put' | 'patch',
    ifMatch: string | undefined,
  ): Promise<Json>
  remove(trx: Trx, asking: Asking, id: string, ifMatch: string | undefined): Promise<void>
}

type Json = Record<string, unknown>
type ListQuery = { filter?: string; skip: number; most: number; attributes?: string; excludedAttributes?: string }

/** SCIM 2.0 (RFC 7644) for the directory of an organisation, which proves itself by a key and no cookie. */
export async function scimRoutes(app: App): Promise<void> {
  const { services } = app
  const base = services.config.publicUrl

  const people: Resources = {
    async list({ organisationId }, { filter, skip, most }) {
      const { rows, total } = await listPeople(services.db, organisationId, { filter, skip, most })
      return { resources: rows.map((row) => userJson(row, base)), total }
    },
    read: async ({ organisationId }, id) => userJson(await findPerson(services.db, organisationId, id), base),
    add: async (trx, asking, body) =>
      userJson(await addPerson(services, trx, asking, readDocument(body, ofUser)), base),
    async change(trx, asking, id, body, how, ifMatch) {
      const before = await lockPerson(trx, asking.organisationId, id)
      requireVersion(ifMatch, before.version)
      const next = how === 'put' ? readDocument(body, ofUser) : patched(before.document, body, ofUser)
      return userJson(await changePerson(services, trx, asking, before, next), base)
    },
    async remove(trx, asking, id, ifMatch) {
      const row = await lockPerson(trx, asking.organisationId, id)
      requireVersion(ifMatch, row.version)
      await removePerson(services, trx, asking, row)
    },
  }

  const groups: Resources = {
    async list({ organisationId }, { filter, skip, most, excludedAttributes, attributes }) {
      const withMembers = wantsMembers({ attributes, excludedAttributes })
      const { rows, total } = await listGroups(services.db, organisationId, { filter, skip, most, withMembers })
      return { resources: rows.map((row) => groupJson(row, base)), total }
    },
    read: async ({ organisationId }, id, query) =>
      groupJson(await findGroup(services.db, organisationId, id, { withMembers: wantsMembers(query) }), base),
    add: async (trx, asking, body) =>
      groupJson(await addGroup(services, trx, asking, readDocument(body, ofGroup)), base),
    async change(trx, asking, id, body, how, ifMatch) {
      const before = await findGroup(trx, asking.organisationId, id, { isLocked: true })
      requireVersion(ifMatch, before.version)
      const next = how === 'put' ? readDocument(body, ofGroup) : patched(documentOf(before), body, ofGroup)
      return groupJson(await changeGroup(services, trx, asking, before, next), base)
    },
    async remove(trx, asking, id, ifMatch) {
      const row = await findGroup(trx, asking.organisationId, id, { isLocked: true })
      requireVersion(ifMatch, row.version)
      await removeGroup(trx, asking, row)
    },
  }

  app.programs.add(scimPath, (error, request, reply) => sendFault(app, error, request, reply))
  await app.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    const types = ['application/scim+json', 'application/json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: mostBytes }, (_request, text, done) => {
      try {
        done(null, text === '' ? undefined : JSON.parse(String(text)))
      } catch {
        done(badRequest('invalidSyntax', 'The body is not JSON'))
      }
    })
    scope.decorateRequest('scimAsking')
    scope.decorateRequest('scimProblem')
    // before the answer leaves: who asks once more after it finds its requests in their order
    scope.addHook('onSend', async (request, reply) => {
      const { scimAsking, scimProblem, method } = request
      if (!scimAsking) return
      const { path } = forLog(request)
      const ended = {
        method,
        path: path.slice(scimPath.length),
        status: reply.statusCode,
        problem: scimProblem ?? null,
      }
      try {
        await rememberRequest(services, scimAsking.organisationId, ended)
      } catch (error) {
        // what was asked is done: the answer says so all the same
        request.log.error(error, 'A request of a directory was not remembered')
      }
    })
    const config = { isForAll: true, takesNoCookies: true }
    const schema = { hide: true }

    for (const [path, about] of Object.entries({
      ServiceProviderConfig: () => serviceProviderConfig(base),
      ResourceTypes: () => resourceTypes(base),
      Schemas: () => schemas(base),
    })) {
      scope.get(`${scimPath}/${path}`, { config, schema }, async (_request, reply) => {
        const answer = about()
        return send(reply, 200, Array.isArray(answer) ? listAnswer(answer, answer.length, 0) : answer)
      })
      scope.get<{ Params: { id: string } }>(
        `${scimPath}/${path}/:id`,
        { config, schema },
        async ({ params }, reply) => {
          const found = [about()].flat().find((one) => 'id' in one && one.id === params.id)
          if (!found) throw notFound()
          return send(reply, 200, found)
        },
      )
    }

    const options = { config, schema, bodyLimit: mostBytes, onRequest: admit }
    for (const [path, resources] of Object.entries({ Users: people, Groups: groups })) {
      const url = `${scimPath}/${path}`
      scope.get(url, options, async (request, reply) => {
        const query = listQuery(request.query)
        const { resources: found, total } = await resources.list(askingOf(request), query)
        return send(
          reply,
          200,
          listAnswer(
            found.map((one) => chosen(one, query)),
            total,
            query.skip,
          ),
        )
      })
      scope.post(url, options, async (request, reply) => {
        const made = await write(request, (trx) => resources.add(trx, askingOf(request), request.body))
        return send(reply.header('location', locationOf(made)), 201, made)
      })
      scope.get<OfOne>(`${url}/:id`, options, async (request, reply) => {
        const query = listQuery(request.query)
        const found = await resources.read(askingOf(request), request.params.id, query)
        if (isHeldAlready(bare(request.headers['if-none-match']), bare(versionOf(found)) ?? ''))
          return reply.header('etag', versionOf(found)).status(304).send()
        return send(reply, 200, chosen(found, query), versionOf(found))
      })
      for (const [method, how] of [
        ['PUT', 'put'],
        ['PATCH', 'patch'],
      ] as const) {
        scope.route<OfOne>({
          method,
          url: `${url}/:id`,
          ...options,
          async handler(request, reply) {
            const changed = await write(request, (trx) =>
              resources.change(
                trx,
                askingOf(request),
                request.params.id,
                request.body,
                how,
                request.headers['if-match'],
              ),
            )
            return send(reply, 200, chosen(changed, listQuery(request.query)), versionOf(changed))
          },
        })
      }
      scope.delete<OfOne>(`${url}/:id`, options, async (request, reply) => {
        await write(request, (trx) =>
          resources.remove(trx, askingOf(request), request.params.id, request.headers['if-match']),
        )
        return reply.status(204).send()
      })
    }
  })

  /** One change of a directory after the other, before anything else is locked: two at once neither clash nor block each other. */
  function write<T>(request: FastifyRequest, work: (trx: Trx) => Promise<T>): Promise<T> {
    return inTransaction(services.db, async (trx) => {
      await lockDirectory(trx, askingOf(request).organisationId)
      return work(trx)
    })
  }

  /** Refuses strangers before their body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const directory = await directoryOf(services, request.headers.authorization)
    if (!directory) {
      reply.header('www-authenticate', 'Bearer realm="SCIM"')
      throw new ScimFault(401, 'The key is missing or good for nothing')
    }
    const now = services.clock.now()
    request.scimAsking = { ...directory, now }
    const limit = { key: `scim:${directory.organisationId}`, windowSeconds: 60, most: perMinute }
    await countUse(services.db, limit, now)
  }
}

interface OfOne {
  Params: { id: string }
}

function askingOf({ scimAsking }: FastifyRequest): Asking {
  if (!scimAsking) throw new Error('A request of a directory is admitted first')
  return scimAsking
}

function listQuery(query: unknown): ListQuery {
  const { filter, startIndex, count, attributes, excludedAttributes } = query as Record<string, string | undefined>
  for (const one of Object.values(query as Json))
    if (typeof one !== 'string') throw badRequest('invalidValue', 'A parameter stands in the address twice')
  const most = count === undefined ? mostResults : Math.min(mostResults, Math.max(0, wholeNumber(count)))
  return {
    skip: startIndex === undefined ? 0 : Math.max(0, wholeNumber(startIndex) - 1),
    most,
    ...(filter !== undefined && { filter }),
    ...(attributes !== undefined && { attributes }),
    ...(excludedAttributes !== undefined && { excludedAttributes }),
  }
}

function wholeNumber(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', 'startIndex and count have to be whole numbers')
  return Number(text)
}

function wantsMembers({
  attributes,
  excludedAttributes,
}: {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}): boolean {
  const wanted = namesIn(attributes)
  if (wanted.length > 0) return wanted.some((one) => one === 'members' || one.startsWith('members.'))
  return !namesIn(excludedAttributes).includes('members')
}

function listAnswer(resources: readonly object[], total: number, skip: number): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: skip + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

function versionOf(resource: Json): string {
  return String((resource.meta as { version: string }).version)
}

function locationOf(resource: Json): string {
  return String((resource.meta as { location: string }).location)
}

/** Versions are weak, and compared without saying so. */
function bare(tag: string | undefined): string | undefined {
  return tag?.replace(/W\//g, '')
}

function send(reply: FastifyReply, status: number, body: object, version?: string): FastifyReply {
  const meta = (body as { meta?: { version?: string } }).meta
  const etag = version ?? meta?.version
  if (etag !== undefined) reply.header('etag', etag)
  // a string: what the framework writes of an object is JSON of another name
  return reply.status(status).type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

function sendFault(app: App, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail, scimType, retryAfterSeconds } = faultOf(app, error, request)
  request.scimProblem = scimType ? `${scimType}: ${detail}` : detail
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return send(reply, status, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail,
  })
}

function faultOf({ services }: App, error: Error, request: FastifyRequest) {
  if (error instanceof ScimFault)
    return { status: error.status, detail: error.message, scimType: error.scimType, retryAfterSeconds: undefined }
  const failure = failureOf(services, error, { locale: 'en_US', log: request.log, ...forLog(request) })
  return {
    status: failure.status,
    detail: failure.body.message,
    scimType: undefined,
    retryAfterSeconds: failure.retryAfterSeconds,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose directory asks; set once its key is proved. */
    scimAsking?: Asking
    /** What was wrong, for the log of requests. */
    scimProblem?: string
  }
}
