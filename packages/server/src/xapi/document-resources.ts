import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import type { Principal } from './credentials.ts'
import {
  type DocumentOwner,
  deleteDocument,
  deleteDocuments,
  listDocuments,
  readDocument,
  saveDocument,
  writeDocument,
} from './documents.ts'
import { done, json, parameters, readParameters, type XapiAnswer, type XapiRequest } from './requests.ts'
import { fault } from './shape-rules.ts'
import { identifierOf } from './statement-parts.ts'
import type { Agent } from './statement-types.ts'
import { digestOf } from './terms.ts'
import type { DocumentUse } from './visit-rules.ts'

interface Asked {
  owner: DocumentOwner
  documentId: string | undefined
  since: Date | undefined
  /** What the document is about. */
  about: Pick<DocumentUse, 'activityId' | 'agent' | 'registration'>
}

type Resource = (services: Services, principal: Principal, request: XapiRequest) => Promise<XapiAnswer>

/** Documents of a person in an activity, as a bookmark or a score so far. */
export const stateResource = documentResource('stateId', { deletesAll: true }, (request, { organisationId }) => {
  const given = readParameters(request, {
    activityId: parameters.iri.required,
    agent: parameters.agent.required,
    registration: parameters.uuid,
    stateId: parameters.text,
    since: parameters.moment,
  })
  const owner = digestOf(given.activityId, identifierFor(given.agent))
  return {
    owner: { organisationId, kind: 'state', owner, registration: given.registration },
    documentId: given.stateId,
    since: given.since,
    about: { activityId: given.activityId, agent: given.agent, registration: given.registration },
  }
})

/** A state that the site writes for a visit, in the transaction that begins it. */
export async function keepState(
  trx: Trx,
  organisationId: string,
  { activityId, agent, registration, stateId, document, now }: KeptState,
): Promise<void> {
  const content = Buffer.from(JSON.stringify(document))
  const owner = digestOf(activityId, identifierFor(agent))
  await writeDocument(trx, { organisationId, kind: 'state', owner, registration }, stateId, {
    content,
    contentType: 'application/json',
    now,
  })
}

interface KeptState {
  activityId: string
  agent: Agent
  registration: string
  stateId: string
  document: unknown
  now: Date
}

export const activityProfileResource = documentResource('profileId', {}, (request, { organisationId }) => {
  const given = readParameters(request, {
    activityId: parameters.iri.required,
    profileId: parameters.text,
    since: parameters.moment,
  })
  return {
    owner: { organisationId, kind: 'activity_profile', owner: digestOf(given.activityId) },
    documentId: given.profileId,
    since: given.since,
    about: { activityId: given.activityId },
  }
})

export const agentProfileResource = documentResource('profileId', {}, (request, { organisationId }) => {
  const given = readParameters(request, {
    agent: parameters.agent.required,
    profileId: parameters.text,
    since: parameters.moment,
  })
  return {
    owner: { organisationId, kind: 'agent_profile', owner: digestOf(identifierFor(given.agent)) },
    documentId: given.profileId,
    since: given.since,
    about: { agent: given.agent },
  }
})

function identifierFor(agent: Agent): string {
  const identifier = identifierOf(agent)
  if (identifier === null) throw fault('agent', 'invalid')
  return identifier
}

/** GET, PUT, POST and DELETE of one document, GET of the ids of several and, of states, DELETE of all. */
function documentResource(
  idName: 'stateId' | 'profileId',
  { deletesAll = false }: { deletesAll?: boolean },
  read: (request: XapiRequest, principal: Principal) => Asked,
): Resource {
  return async (services, principal, request) => {
    const { owner, documentId, since, about } = read(request, principal)
    const { method, body, contentType } = request
    await principal.visit?.requireDocument({ ...about, kind: owner.kind, documentId, method, body, contentType })
    // `since` is of a list
    if (since && (documentId !== undefined || request.method !== 'GET')) throw fault('since', 'additionalProperties')
    if (documentId === undefined) {
      if (request.method === 'GET') return json(await listDocuments(services.db, owner, since))
      if (request.method !== 'DELETE' || !deletesAll) throw fault(idName, 'required')
      await deleteDocuments(services, owner)
      return done
    }
    if (request.method === 'GET') return answerDocument(services, owner, documentId)
    const write = request.method === 'DELETE' ? deleteDocument : saveDocument
    await write(services, owner, documentId, request)
    return done
  }
}

async function answerDocument({ db }: Services, owner: DocumentOwner, documentId: string): Promise<XapiAnswer> {
  const document = await readDocument(db, owner, documentId)
  if (!document) throw refuse('not_found')
  const { content, contentType, etag, updatedAt } = document
  return {
    status: 200,
    headers: { 'content-type': contentType, etag, 'last-modified': updatedAt.toUTCString() },
    body: content,
  }
}
