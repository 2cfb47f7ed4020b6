import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { addDefinitions } from './activities.ts'
import { keepAttachments } from './attachments.ts'
import type { Principal } from './credentials.ts'
import { momentOf } from './formats.ts'
import type { Received } from './received-statements.ts'
import { isSameStatement } from './same-statement.ts'
import { below, fault } from './shape-rules.ts'
import { sameParts, withParts } from './statement-parts.ts'
import { voidedVerb } from './statement-shape.ts'
import type { Statement } from './statement-types.ts'
import { beginWriting } from './store-turns.ts'
import { termOf, termsOf } from './terms.ts'
import type { XapiVersion } from './versions.ts'

interface NewStatement {
  id: string
  statement: Statement
  /** Its place in the request. */
  position: number
  terms: Set<string>
}

interface Known {
  statement: Statement
  terms: string[]
}

/**
 * Stores the statements of one request, all of them or none, and gives their ids in the same order. One that is there
 * already and says the same stays as it is; one that says something else is a conflict.
 */
export async function storeStatements(
  services: Services,
  { organisationId, authority, visit }: Principal,
  { statements, attachments }: Received,
  version: XapiVersion,
): Promise<string[]> {
  const given = statements.map((statement, position) => newStatement(statement, position))
  const ids = given.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw fault('id', 'invalid')
  await keepAttachments(services, organisationId, attachments)
  await inTransaction(services.db, (trx) =>
    storeGiven(services, trx, { organisationId, authority, ...(visit && { visit }) }, given, version),
  )
  return ids
}

/** Statements of the site itself, in the transaction of what they tell of. */
export async function storeWithin(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  principal: Principal,
  statements: readonly Statement[],
): Promise<void> {
  const given = statements.map((statement, position) => newStatement(statement, position))
  await storeGiven(services, trx, principal, given, '1.0.3')
}

async function storeGiven(
  services: Pick<Services, 'clock'>,
  trx: Trx,
  { organisationId, authority, visit }: Principal,
  given: readonly NewStatement[],
  version: XapiVersion,
): Promise<void> {
  const stored = await beginWriting(trx, organisationId, services.clock)
  const known = await readKnown(trx, organisationId, given)
  const added = given.filter(({ id, statement, position }) => {
    const before = known.get(id)
    if (before && !isSameStatement(before.statement, statement)) {
      throw refuse('conflict', { details: [{ field: below(String(position), 'id'), message: 'xapi.id_taken' }] })
    }
    return !before
  })
  if (added.length === 0) return
  const byId = new Map(added.map((one) => [one.id, one]))
  requireVoidable(added, (id) => byId.get(id)?.statement ?? known.get(id)?.statement)
  inheritTerms(added, byId, known)
  const texts = added.map((one) => JSON.stringify(completed(one, { authority, version, stored })))
  await insert(trx, { organisationId, stored, added, texts })
  await passTermsOn(trx, organisationId, added)
  await markVoided(trx, organisationId, added)
  await addDefinitions(
    trx,
    organisationId,
    added.map(({ statement }) => statement),
  )
  await visit?.onWritten(
    trx,
    added.map(({ statement }) => statement),
  )
}

function newStatement(statement: Statement, position: number): NewStatement {
  const id = statement.id?.toLowerCase() ?? randomUUID()
  return { id, statement, position, terms: termsOf(statement) }
}

/** As it is read from now on. Fields that the sender left out are set, and times of 2.0 are in UTC. */
function completed(
  { id, statement }: NewStatement,
  { authority, version, stored }: { authority: Principal['authority']; version: XapiVersion; stored: Date },
): Statement {
  const given = statement.timestamp
  const moment = given === undefined ? stored : momentOf(given)
  const isKept = given !== undefined && (version === '1.0.3' || /Z$/.test(given))
  return {
    ...withParts(statement, sameParts),
    id: statement.id ?? id,
    timestamp: isKept ? given : (moment?.toISOString() ?? stored.toISOString()),
    stored: stored.toISOString(),
    authority,
    version: statement.version ?? (version === '1.0.3' ? '1.0.0' : version),
  }
}

/** The statements that are there under these ids, and those that the new ones refer to. */
async function readKnown(
  trx: Trx,
  organisationId: string,
  given: readonly NewStatement[],
): Promise<Map<string, Known>> {
  const ids = given.flatMap(({ id, statement }) => [id, targetOf(statement) ?? id])
  const { rows } = await sql<{ id: string; body: string; terms: string[] }>`
    select i.id, s.body, s.terms
    from xapi_statement_ids i join xapi_statements s
      on s.organisation_id = i.organisation_id and s.stored = i.stored and s.position = i.position
    where i.organisation_id = ${organisationId} and i.id = any(${[...new Set(ids)]}::uuid[])`.execute(trx)
  // written by this file alone
  return new Map(rows.map(({ id, body, terms }) => [id, { statement: JSON.parse(body) as Statement, terms }]))
}

function targetOf({ object }: Statement): string | null {
  return object.objectType === 'StatementRef' ? object.id.toLowerCase() : null
}

function requireVoidable(added: readonly NewStatement[], find: (id: string) => Statement | undefined): void {
  for (const { statement, position } of added) {
    if (statement.verb.id !== voidedVerb) continue
    if (find(targetOf(statement) ?? '')?.verb.id === voidedVerb) {
      throw refuse('bad_request', {
        details: [{ field: below(String(position), 'object.id'), message: 'xapi.void_of_void' }],
      })
    }
  }
}

/** A statement that refers to another one is found by what that one is found by, over any number of steps. */
function inheritTerms(
  added: readonly NewStatement[],
  byId: ReadonlyMap<string, NewStatement>,
  known: ReadonlyMap<string, Known>,
): void {
  for (const one of added) {
    const passed = new Set<string>()
    for (let id = targetOf(one.statement); id !== null && !passed.has(id); ) {
      passed.add(id)
      const inBatch = byId.get(id)
      for (const term of inBatch?.terms ?? known.get(id)?.terms ?? []) one.terms.add(term)
      id = inBatch ? targetOf(inBatch.statement) : null
    }
  }
}

async function insert(
  trx: Trx,
  {
    organisationId,
    stored,
    added,
    texts,
  }: { organisationId: string; stored: Date; added: readonly NewStatement[]; texts: string[] },
): Promise<void> {
  const positions = added.map(({ position }) => position)
  const terms = added.flatMap(({ position, terms }) => [...terms].map((term) => ({ term, position })))
  // in one statement: whoever writes next waits for its end
  await sql`
    with ids as (
      insert into xapi_statement_ids (organisation_id, id, stored, position)
      select ${organisationId}, n.id, ${stored}, n.position
      from unnest(${added.map(({ id }) => id)}::uuid[], ${positions}::integer[]) n(id, position)
    ), found_by as (
      insert into xapi_terms (organisation_id, term, stored, position)
      select ${organisationId}, n.term, ${stored}, n.position
      from unnest(${terms.map(({ term }) => term)}::uuid[], ${terms.map(({ position }) => position)}::integer[])
        n(term, position)
    )
    insert into xapi_statements (organisation_id, stored, position, body, byte_size, terms, is_voided)
    select ${organisationId}, ${stored}, n.position, n.body, octet_length(n.body), n.terms::uuid[], false
    from unnest(${positions}::integer[], ${texts}::text[], ${added.map(({ terms }) => `{${[...terms].join()}}`)}::text[])
      n(position, body, terms)`.execute(trx)
}

/** Statements may refer to one that comes later: from now on they are found by its terms too. */
async function passTermsOn(trx: Trx, organisationId: string, added: readonly NewStatement[]): Promise<void> {
  const references = new Map(added.map(({ id, terms }) => [termOf('refers to', id), terms]))
  const referredTo = await usedTerms(trx, organisationId, [...references.keys()])
  if (referredTo.length === 0) return
  const passed = referredTo.flatMap((reference) =>
    [...(references.get(reference) ?? [])].map((term) => ({ reference, term })),
  )
  await sql`
    with passed as (
      select distinct t.stored, t.position, p.term
      from unnest(${passed.map(({ reference }) => reference)}::uuid[], ${passed.map(({ term }) => term)}::uuid[])
        p(reference, term)
      join xapi_terms t on t.organisation_id = ${organisationId} and t.term = p.reference
    ), found_by as (
      insert into xapi_terms (organisation_id, term, stored, position)
      select ${organisationId}, term, stored, position from passed on conflict do nothing
    )
    update xapi_statements s set terms = array(select unnest(s.terms) union select unnest(p.terms))
    from (select stored, position, array_agg(term) as terms from passed group by stored, position) p
    where s.organisation_id = ${organisationId} and s.stored = p.stored and s.position = p.position`.execute(trx)
}

/** Marks what the new statements void, and those of the new ones that were voided before they came. */
async function markVoided(trx: Trx, organisationId: string, added: readonly NewStatement[]): Promise<void> {
  const targets = added.flatMap(({ statement }) =>
    statement.verb.id === voidedVerb ? [targetOf(statement) ?? ''] : [],
  )
  const voidable = added.filter(({ statement }) => statement.verb.id !== voidedVerb)
  const idByTerm = new Map(voidable.map(({ id }) => [termOf('voids', id), id]))
  const voided = await usedTerms(trx, organisationId, [...idByTerm.keys()])
  const marked = [...targets, ...voided.map((term) => idByTerm.get(term) ?? '')]
  if (marked.length === 0) return
  await sql`
    update xapi_statements s set is_voided = true from xapi_statement_ids i
    where i.organisation_id = ${organisationId} and i.id = any(${marked}::uuid[])
      and s.organisation_id = i.organisation_id and s.stored = i.stored and s.position = i.position`.execute(trx)
}

/** Those of the terms that statements are found by. */
async function usedTerms(trx: Trx, organisationId: string, terms: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select distinct term from xapi_terms
    where organisation_id = ${organisationId} and term = any(${terms}::uuid[])`.execute(trx)
  return rows.map(({ term }) => term)
}
