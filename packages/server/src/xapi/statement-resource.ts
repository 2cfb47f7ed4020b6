import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { attachmentKey, keptAttachments } from './attachments.ts'
import { type Principal, storePath } from './credentials.ts'
import { partHead } from './multipart.ts'
import { type Cursor, listStatements, readStatement } from './read-statements.ts'
import { receiveStatements } from './received-statements.ts'
import { done, json, oneOfWords, parameters, readParameters, type XapiAnswer, type XapiRequest } from './requests.ts'
import { fault } from './shape-rules.ts'
import { formatted } from './statement-formats.ts'
import { digestsIn } from './statement-parts.ts'
import type { Statement } from './statement-types.ts'
import { requireOwnRegistration } from './visit-rules.ts'
import { storeStatements } from './write-statements.ts'

export async function putStatement(
  services: Services,
  principal: Principal,
  request: XapiRequest,
): Promise<XapiAnswer> {
  const { statementId } = readParameters(request, { statementId: parameters.uuid.required })
  const received = receiveStatements(request, request.version)
  const [statement, ...more] = received.statements
  if (!statement || more.length > 0) throw fault('body', 'type')
  if (statement.id !== undefined && statement.id.toLowerCase() !== statementId) throw fault('id', 'invalid')
  await storeStatements(
    services,
    principal,
    { ...received, statements: [{ ...statement, id: statementId }] },
    request.version,
  )
  return done
}

export async function postStatements(
  services: Services,
  principal: Principal,
  request: XapiRequest,
): Promise<XapiAnswer> {
  readParameters(request, {})
  return json(await storeStatements(services, principal, receiveStatements(request, request.version), request.version))
}

const presentation = { format: oneOfWords('exact', 'ids', 'canonical'), attachments: parameters.boolean }

const filterParameters = {
  agent: parameters.agent,
  verb: parameters.iri,
  activity: parameters.iri,
  registration: parameters.uuid,
  related_activities: parameters.boolean,
  related_agents: parameters.boolean,
  since: parameters.moment,
  until: parameters.moment,
  limit: parameters.count,
  ascending: parameters.boolean,
  ...presentation,
  /** Of ours: where the page before ended. */
  cursor: parameters.text,
}

export function getStatements(services: Services, principal: Principal, request: XapiRequest): Promise<XapiAnswer> {
  const { query } = request
  requireOwnRegistration(principal.visit, request)
  return 'statementId' in query || 'voidedStatementId' in query
    ? getOne(services, principal, request)
    : getList(services, principal, request)
}

async function getOne(services: Services, { organisationId }: Principal, request: XapiRequest): Promise<XapiAnswer> {
  const given = readParameters(request, {
    statementId: parameters.uuid,
    voidedStatementId: parameters.uuid,
    ...presentation,
  })
  const id = given.statementId ?? given.voidedStatementId
  if (id === undefined || (given.statementId !== undefined && given.voidedStatementId !== undefined)) {
    throw fault('voidedStatementId', 'additionalProperties')
  }
  const { db } = services
  const body = await readStatement(db, organisationId, id, { isVoided: given.statementId === undefined })
  if (body === null) throw refuse('not_found')
  const { format = 'exact' } = given
  const { acceptLanguage } = request
  const [text = body] = await formatted(db, organisationId, [body], { format, acceptLanguage })
  const lastModified = new Date((JSON.parse(body) as Statement).stored ?? 0).toUTCString()
  return present(services, organisationId, { text, bodies: [body], lastModified, withAttachments: given.attachments })
}

async function getList(services: Services, { organisationId }: Principal, request: XapiRequest): Promise<XapiAnswer> {
  const given = readParameters(request, filterParameters)
  const { limit = 0, ascending = false, format = 'exact', cursor } = given
  const after = cursor === undefined ? null : readCursor(cursor)
  const { bodies, next } = await listStatements(services.db, organisationId, given, { limit, ascending, after })
  const { acceptLanguage } = request
  const texts = await formatted(services.db, organisationId, bodies, { format, acceptLanguage })
  const more = next
    ? `${storePath}/statements?${new URLSearchParams({ ...request.query, cursor: cursorText(next) })}`
    : ''
  const text = `{"statements":[${texts.join()}],"more":${JSON.stringify(more)}}`
  const newest = bodies[ascending ? bodies.length - 1 : 0]
  const lastModified = newest && new Date((JSON.parse(newest) as Statement).stored ?? 0).toUTCString()
  return present(services, organisationId, { text, bodies, lastModified, withAttachments: given.attachments })
}

function cursorText({ stored, position }: Cursor): string {
  return `${stored.toISOString()} ${position}`
}

function readCursor(text: string): Cursor {
  const [, stored = '', position = ''] = /^(\S+) (\d{1,9})$/.exec(text) ?? []
  const moment = new Date(stored)
  if (Number.isNaN(moment.getTime())) throw fault('cursor', 'pattern')
  return { stored: moment, position: Number(position) }
}

interface Presented {
  text: string
  bodies: readonly string[]
  lastModified: string | undefined
  withAttachments: boolean | undefined
}

async function present(
  { db, storage }: Services,
  organisationId: string,
  { text, bodies, lastModified, withAttachments = false }: Presented,
): Promise<XapiAnswer> {
  const headers: Record<string, string> = lastModified === undefined ? {} : { 'last-modified': lastModified }
  if (!withAttachments) return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: text }
  const kept = await keptAttachments(db, organisationId, digestsIn(bodies))
  const boundary = randomUUID()
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}`, ...headers },
    body: Readable.from(pieces()),
  }

  async function* pieces(): AsyncGenerator<string | Buffer> {
    yield `${partHead(boundary, { 'Content-Type': 'application/json' })}${text}\r\n`
    for (const { sha2, contentType } of kept) {
      const bytes = await storage.stream(attachmentKey(organisationId, sha2))
      if (!bytes) continue
      yield partHead(boundary, {
        'Content-Type': contentType,
        'Content-Transfer-Encoding': 'binary',
        'X-Experience-API-Hash': sha2,
      })
      yield* bytes as AsyncIterable<Buffer>
      yield '\r\n'
    }
    yield `--${boundary}--\r\n`
  }
}
