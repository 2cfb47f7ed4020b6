import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { mostJsonBytes, readJson } from './read-json.ts'
import type { XapiRequest } from './requests.ts'
import { fault, isObject } from './shape-rules.ts'

export type DocumentKind = 'state' | 'activity_profile' | 'agent_profile'

/** Documents of one activity, one agent, or an agent in an activity. */
export interface DocumentOwner {
  organisationId: string
  kind: DocumentKind
  /** Digest of the activity, the agent or both. */
  owner: string
  /** Of a state. Left out: of all registrations where several documents are meant, of none where one is. */
  registration?: string | undefined
}

export interface Document {
  content: Buffer
  contentType: string
  /** SHA-1 of the content, in quotes. */
  etag: string
  updatedAt: Date
}

const noRegistration = '00000000-0000-0000-0000-000000000000'

export async function readDocument(db: Db, owner: DocumentOwner, documentId: string): Promise<Document | null> {
  const row = await db
    .selectFrom('xapi_documents')
    .select(['content', 'content_type', 'etag', 'updated_at'])
    .where('organisation_id', '=', owner.organisationId)
    .where('kind', '=', owner.kind)
    .where('owner', '=', owner.owner)
    .where('registration', '=', owner.registration ?? noRegistration)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row ? { content: row.content, contentType: row.content_type, etag: row.etag, updatedAt: row.updated_at } : null
}

/** Ids of an owner's documents, those alone that changed after `since`. */
export async function listDocuments(db: Db, owner: DocumentOwner, since: Date | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('xapi_documents')
    .select('document_id')
    .distinct()
    .where('organisation_id', '=', owner.organisationId)
    .where('kind', '=', owner.kind)
    .where('owner', '=', owner.owner)
    .$if(owner.registration !== undefined, (query) => query.where('registration', '=', owner.registration ?? ''))
    .$if(since !== undefined, (query) => query.where('updated_at', '>', since ?? new Date(0)))
    .orderBy('document_id')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** PUT replaces a document; POST adds the fields of a JSON object to those of the one that is there. */
export async function saveDocument(
  { db, clock }: Services,
  owner: DocumentOwner,
  documentId: string,
  request: XapiRequest,
): Promise<void> {
  const { body, contentType } = request
  const isMerge = request.method === 'POST'
  const given = isJson(contentType) && (isMerge || body.byteLength > 0) ? readJson(body) : undefined
  await inTransaction(db, async (trx) => {
    const now = clock.now()
    const before = await readToWrite(trx, owner, documentId, request)
    const content = isMerge ? merged(before, body, given) : body
    if (content.byteLength > mostJsonBytes) throw refuse('too_large')
    await writeDocument(trx, owner, documentId, { content, contentType, now })
  })

  function merged(before: Document | null, content: Buffer, value: unknown): Buffer {
    if (isJson(contentType) && !isObject(value)) throw fault('body', 'type')
    if (!before) return content
    const old = isJson(before.contentType) ? readJson(before.content) : undefined
    if (!isObject(old) || !isObject(value)) throw fault('Content-Type', 'enum')
    return Buffer.from(JSON.stringify({ ...old, ...value }))
  }
}

export async function writeDocument(
  trx: Trx,
  owner: DocumentOwner,
  documentId: string,
  { content, contentType, now }: { content: Buffer; contentType: string; now: Date },
): Promise<void> {
  const values = {
    content,
    content_type: contentType || 'application/octet-stream',
    etag: `"${createHash('sha1').update(content).digest('hex')}"`,
    updated_at: now,
  }
  await trx
    .insertInto('xapi_documents')
    .values({
      organisation_id: owner.organisationId,
      kind: owner.kind,
      owner: owner.owner,
      registration: owner.registration ?? noRegistration,
      document_id: documentId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'kind', 'owner', 'registration', 'document_id']).doUpdateSet(values),
    )
    .execute()
}

export async function deleteDocument(
  { db }: Services,
  owner: DocumentOwner,
  documentId: string,
  request: XapiRequest,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await readToWrite(trx, owner, documentId, request)
    await trx
      .deleteFrom('xapi_documents')
      .where('organisation_id', '=', owner.organisationId)
      .where('kind', '=', owner.kind)
      .where('owner', '=', owner.owner)
      .where('registration', '=', owner.registration ?? noRegistration)
      .where('document_id', '=', documentId)
      .execute()
  })
}

export async function deleteDocuments({ db }: Services, owner: DocumentOwner): Promise<void> {
  await db
    .deleteFrom('xapi_documents')
    .where('organisation_id', '=', owner.organisationId)
    .where('kind', '=', owner.kind)
    .where('owner', '=', owner.owner)
    .$if(owner.registration !== undefined, (query) => query.where('registration', '=', owner.registration ?? ''))
    .execute()
}

/** Who writes a document waits for others who do, then meets its preconditions. */
async function readToWrite(
  trx: Trx,
  owner: DocumentOwner,
  documentId: string,
  request: XapiRequest,
): Promise<Document | null> {
  const key = JSON.stringify([owner.organisationId, owner.kind, owner.owner, owner.registration, documentId])
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 1))`.execute(trx)
  const before = await readDocument(trx, owner, documentId)
  requirePreconditions(request, before, owner.kind)
  return before
}

/** A write that was made for another state of the document is refused (RFC 9110, 13.1). */
function requirePreconditions(
  { method, ifMatch, ifNoneMatch, version }: XapiRequest,
  before: Document | null,
  kind: DocumentKind,
): void {
  const names = (header: string) =>
    header.trim() === '*' ? before !== null : before !== null && tagsIn(header).includes(before.etag)
  if (ifMatch !== undefined && !names(ifMatch)) throw refuse('precondition_failed')
  if (ifNoneMatch !== undefined && names(ifNoneMatch)) throw refuse('precondition_failed')
  const isBlind = ifMatch === undefined && ifNoneMatch === undefined
  if (method !== 'PUT' || !isBlind) return
  // 1.0.3 lets a state be replaced blindly and asks for a header even for a new profile; 2.0 guards what is there
  if (version === '1.0.3' && kind === 'state') return
  if (before) throw refuse('conflict', { details: [{ field: 'If-Match', message: 'shape.required' }] })
  if (version === '1.0.3') throw fault('If-None-Match', 'required')
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}

function isJson(contentType: string): boolean {
  return /^application\/json\s*(;|$)/i.test(contentType)
}
