import { type ClientScope, clientScopes } from '@lantern/contract/token-scopes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { clientOfToken, clientTokenRoute, countUse } from '#identity/index.ts'
import { failureOf, forLog } from '#kit/failures.ts'
import type { App } from '#kit/route.ts'
import { discoveryDocument, discoveryPaths } from './discovery.ts'
import { codeMinorOf, invalid, RosterFault, statusInfo } from './fault.ts'
import { readOne, readPage } from './lists.ts'
import { ensurePublished } from './publish.ts'
import { classes, courses, enrollments, orgs, people, type Resource, refsOf, sessions } from './resources.ts'

const familyPath = '/ims/oneroster'
export const rosteringPath = `${familyPath}/rostering/v1p2`
export const tokenPath = `${familyPath}/oauth/token`

const perMinute = 1200

const [core, full] = clientScopes.oneroster

type Condition = RawBuilder<unknown>
interface Kind {
  resource: Resource
  where: Condition
}

const all = sql`true`
const none = sql`false`
const ofRole = (role: 'student' | 'teacher'): Kind => ({ resource: people, where: sql`r.role = ${role}` })

/** By the name of the list. */
const kinds: Readonly<Record<string, Kind>> = {
  academicSessions: { resource: sessions, where: all },
  terms: { resource: sessions, where: all },
  gradingPeriods: { resource: sessions, where: none },
  classes: { resource: classes, where: all },
  courses: { resource: courses, where: all },
  enrollments: { resource: enrollments, where: all },
  orgs: { resource: orgs, where: all },
  schools: { resource: orgs, where: all },
  users: { resource: people, where: all },
  students: ofRole('student'),
  teachers: ofRole('teacher'),
}

/** What is asked for below an object: who is in a class, and in which classes somebody is. */
interface Nested {
  /** List names and `:list`, which stands for the id of an object of that list. */
  path: string
  where(ids: Readonly<Record<string, string>>, organisationId: string): Condition
}

const seatsOf = (organisationId: string) =>
  sql`oneroster_seats s where s.organisation_id = ${organisationId} and s.status = 'active'`
const inClass =
  (role: 'student' | 'teacher'): Nested['where'] =>
  ({ classes: id }, organisationId) =>
    sql`r.id in (select s.user_id from ${seatsOf(organisationId)} and s.class_id = ${id} and s.role = ${role})`
const classesOf =
  (list: 'students' | 'teachers' | 'users'): Nested['where'] =>
  (ids, organisationId) =>
    sql`r.id in (select s.class_id from ${seatsOf(organisationId)} and s.user_id = ${ids[list]})`
const ofSchool: Nested['where'] = () => all

const nested: readonly Nested[] = [
  { path: 'classes/:classes/students', where: inClass('student') },
  { path: 'classes/:classes/teachers', where: inClass('teacher') },
  { path: 'courses/:courses/classes', where: ({ courses: id }) => sql`r.id = ${id}` },
  { path: 'schools/:schools/classes', where: ofSchool },
  { path: 'schools/:schools/classes/:classes/enrollments', where: ({ classes: id }) => sql`r.class_id = ${id}` },
  { path: 'schools/:schools/classes/:classes/students', where: inClass('student') },
  { path: 'schools/:schools/classes/:classes/teachers', where: inClass('teacher') },
  { path: 'schools/:schools/courses', where: ofSchool },
  { path: 'schools/:schools/enrollments', where: ofSchool },
  { path: 'schools/:schools/students', where: ofSchool },
  { path: 'schools/:schools/teachers', where: ofSchool },
  { path: 'schools/:schools/terms', where: ofSchool },
  { path: 'students/:students/classes', where: classesOf('students') },
  { path: 'teachers/:teachers/classes', where: classesOf('teachers') },
  { path: 'terms/:terms/classes', where: ({ terms: id }) => sql`r.session_id = ${id}` },
  { path: 'terms/:terms/gradingPeriods', where: () => none },
  { path: 'users/:users/classes', where: classesOf('users') },
]

/** The Rostering service of OneRoster 1.2, as it is read. The key of a program says whose organisation it is about. */
export async function providerRoutes(app: App): Promise<void> {
  const { services } = app
  const base = `${services.config.publicUrl}${rosteringPath}`
  await clientTokenRoute(app, { service: 'oneroster', path: tokenPath, realm: 'OneRoster', unnamed: [core, full] })

  const described = discoveryDocument({
    base,
    tokenUrl: `${services.config.publicUrl}${tokenPath}`,
    lists: Object.keys(kinds),
    nested: nested.map(({ path }) => path),
  })
  // before there is a key one looks at what there would be
  for (const path of discoveryPaths)
    app.get(
      `${rosteringPath}/${path}`,
      { config: { isForAll: true, takesNoCookies: true }, schema: { hide: true } },
      () => described,
    )

  app.programs.add(familyPath, (error, request, reply) => sendFault(app, error, request, reply))
  await app.register(async (scope: FastifyInstance) => {
    scope.decorateRequest('rosterOf')
    scope.addHook('onRequest', async (request, reply) => {
      const granted = await clientOfToken(services, 'oneroster', request.headers.authorization)
      if (!granted) {
        reply.header('www-authenticate', 'Bearer realm="OneRoster", error="invalid_token"')
        throw new RosterFault(401, 'unauthorisedrequest', 'The token is missing or good for nothing')
      }
      const { organisationId } = granted.client
      const limit = { key: `oneroster:${organisationId}`, windowSeconds: 60, most: perMinute }
      await countUse(services.db, limit, services.clock.now())
      request.rosterOf = { organisationId, scopes: granted.scopes }
      requireOneOf(request, reply, [core, full])
      if (await ensurePublished(services, organisationId)) return
      reply.header('retry-after', 10)
      throw new RosterFault(429, 'server_busy', 'The lists are being made for the first time')
    })
    const options = { config: { isForAll: true, takesNoCookies: true }, schema: { hide: true } }
    const answer = (reply: FastifyReply, body: object) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(body))

    for (const [list, { resource, where }] of Object.entries(kinds)) {
      scope.get(`${rosteringPath}/${list}`, options, (request, reply) => sendList(request, reply, { resource, where }))
      scope.get<{ Params: { id: string } }>(`${rosteringPath}/${list}/:id`, options, async (request, reply) => {
        const { organisationId } = asking(request)
        const rows = { organisationId, resource, where }
        const { id } = request.params
        const object = await readOne(services.db, rows, id, queryOf(request), refsOf(base, organisationId))
        return answer(reply, { [resource.one]: object })
      })
    }
    for (const { path, where } of nested) {
      const list = path.split('/').at(-1) ?? ''
      const kind = kinds[list] as Kind
      scope.get<{ Params: Record<string, string> }>(`${rosteringPath}/${path}`, options, async (request, reply) => {
        const { organisationId } = asking(request)
        requireOneOf(request, reply, [full])
        for (const [parent, id] of Object.entries(request.params)) {
          const of = kinds[parent] as Kind
          await readOne(services.db, { organisationId, ...of }, id, {}, refsOf(base, organisationId))
        }
        const within = sql`${kind.where} and ${where(request.params, organisationId)}`
        return sendList(request, reply, { resource: kind.resource, where: within })
      })
    }

    async function sendList(request: FastifyRequest, reply: FastifyReply, { resource, where }: Kind) {
      const { organisationId } = asking(request)
      const query = queryOf(request)
      const rows = { organisationId, resource, where }
      const { objects, total, links } = await readPage(services.db, rows, query, refsOf(base, organisationId))
      const address = `${services.config.publicUrl}${forLog(request).path}`
      const link = links.map(({ rel, query: asked }) => `<${address}?${new URLSearchParams(asked)}>; rel="${rel}"`)
      reply.headers({ 'x-total-count': String(total), link: link.join(', ') })
      return answer(reply, { [resource.many]: objects })
    }
  })
}

interface Asking {
  organisationId: string
  scopes: readonly ClientScope<'oneroster'>[]
}

function asking({ rosterOf }: FastifyRequest): Asking {
  if (!rosterOf) throw new Error('A reader of a roster is admitted first')
  return rosterOf
}

function requireOneOf(request: FastifyRequest, reply: FastifyReply, scopes: Asking['scopes']): void {
  if (scopes.some((scope) => asking(request).scopes.includes(scope))) return
  reply.header('www-authenticate', `Bearer realm="OneRoster", error="insufficient_scope", scope="${scopes.join(' ')}"`)
  throw new RosterFault(403, 'forbidden', 'The token was not given for this')
}

function queryOf({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> {
  const given = query as Record<string, unknown>
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw invalid(`${name} stands in the address twice`)
    // PostgreSQL keeps no zero character
    if (value.includes('\0')) throw invalid(`${name} has a character that is none of a text`)
  }
  return given as Record<string, string>
}

function sendFault(app: App, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const send = (status: number, body: object) =>
    reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  if (error instanceof RosterFault) return send(error.status, statusInfo(error.codeMinor, error.message))
  const failure = failureOf(app.services, error, { locale: 'en_US', log: request.log, ...forLog(request) })
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  return send(failure.status, statusInfo(codeMinorOf(failure.status), failure.body.message))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose roster is read; set once the token is proved. */
    rosterOf?: Asking
  }
}
