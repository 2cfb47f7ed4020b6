import { randomBytes } from 'node:crypto'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { ClientService } from '@lantern/contract/token-scopes.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'

// Keys of an organisation for programs of one service. A key is sent as it is (HTTP Basic), or for a token (OAuth 2.0).

const secretBytes = 32
const mostClients = 100
const lastUseMs = 3_600_000

const kinds = {
  xapi: { id: 'xapiCredential', made: 'xapi_credential_created', ended: 'xapi_credential_revoked' },
  oneroster: { id: 'rosterClient', made: 'roster_client_created', ended: 'roster_client_revoked' },
} as const

/** Whose key it is, and how the organisation calls it. */
export interface Client {
  id: string
  organisationId: string
  name: string
}

interface ClientsOf {
  organisationId: string
  service: ClientService
}

export async function readClients({ db }: Pick<Services, 'db'>, { organisationId, service }: ClientsOf) {
  const rows = await db
    .selectFrom('organisation_clients')
    .select(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .where('service', '=', service)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revoked: row.revoked_at !== null,
  }))
}

/** The secret is random and long: its digest needs no slow function, and is all that is kept. */
export async function createClient(
  { db, clock, sealer }: Services,
  viewer: SignedIn,
  { organisationId, service, name }: ClientsOf & { name: string },
): Promise<{ id: string; secret: string }> {
  const now = clock.now()
  const id = newId(kinds[service].id, now.getTime())
  const secret = randomBytes(secretBytes).toString('base64url')
  await inTransaction(db, async (trx) => {
    const { count } = await trx
      .selectFrom('organisation_clients')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('service', '=', service)
      .executeTakeFirstOrThrow()
    if (count >= mostClients) throw refuse('conflict', { details: [{ field: 'name', message: 'xapi.too_many_keys' }] })
    await trx
      .insertInto('organisation_clients')
      .values({
        id,
        organisation_id: organisationId,
        service,
        name: name.trim(),
        secret_digest: sealer.digest(secret, secretContext(service, id)),
        created_by: viewer.id,
        created_at: now,
      })
      .execute()
    await writeAudit(trx, { actor: viewer.id, act: kinds[service].made, subject: id, organisationId, now })
  })
  return { id, secret }
}

export async function revokeClient(
  { db, clock }: Services,
  viewer: SignedIn,
  { organisationId, service, clientId }: ClientsOf & { clientId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('organisation_clients')
      .select('revoked_at')
      .where('id', '=', clientId)
      .where('organisation_id', '=', organisationId)
      .where('service', '=', service)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.revoked_at) return
    await trx.updateTable('organisation_clients').set({ revoked_at: now }).where('id', '=', clientId).execute()
    await writeAudit(trx, { actor: viewer.id, act: kinds[service].ended, subject: clientId, organisationId, now })
  })
}

/** Null: there is no such key, or not any more. */
export async function clientOfKey(
  services: Services,
  service: ClientService,
  { id, secret }: { id: string; secret: string },
): Promise<Client | null> {
  if (id.includes('\0')) return null
  // compared as a digest with a key of ours: how long that takes tells nothing of the secret
  return findClient(services, service, id, services.sealer.digest(secret, secretContext(service, id)))
}

/** Of a key that was proved before, as by a token. */
export function clientOfId(services: Services, service: ClientService, id: string): Promise<Client | null> {
  return findClient(services, service, id)
}

async function findClient(
  { db, clock }: Services,
  service: ClientService,
  id: string,
  digest?: Buffer,
): Promise<Client | null> {
  const found = await db
    .selectFrom('organisation_clients')
    .select(['organisation_id', 'name', 'last_used_at'])
    .where('id', '=', id)
    .where('service', '=', service)
    .$if(digest !== undefined, (query) => query.where('secret_digest', '=', digest ?? Buffer.alloc(0)))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const now = clock.now()
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > lastUseMs) {
    await db.updateTable('organisation_clients').set({ last_used_at: now }).where('id', '=', id).execute()
  }
  return { id, organisationId: found.organisation_id, name: found.name }
}

/** What HTTP Basic says; null for another scheme. */
export function basicOf(authorization: string | undefined): { id: string; secret: string } | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return { id, secret }
}

function secretContext(service: ClientService, id: string): string {
  return `${service}:${id}`
}
