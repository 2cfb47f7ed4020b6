import { randomBytes } from 'node:crypto'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { listXapiCredentials } from '@lantern/contract/xapi/credentials.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { readToken, type XapiScope } from './bearer-tokens.ts'
import type { Agent } from './statement-types.ts'
import type { VisitRules } from './visit-rules.ts'

/** Which organisation's records a request is about, and who answers for what it writes. */
export interface Principal {
  organisationId: string
  authority: Agent
  /** A key that is good for one visit of one person: what may be done with it. None: for everything. */
  visit?: VisitRules
  /** What a bearer token was given for. None: for everything. */
  scopes?: readonly XapiScope[]
}

const secretBytes = 32
const mostCredentials = 100
const lastUseMs = 3_600_000

/** Where the store is, below the site's address. */
export const storePath = '/xapi'

export async function readCredentials(
  { db, config }: Services,
  organisationId: string,
): Promise<ResponseOf<typeof listXapiCredentials>> {
  const rows = await db
    .selectFrom('xapi_credentials')
    .select(['id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at', 'desc')
    .execute()
  return {
    address: `${config.publicUrl}${storePath}`,
    credentials: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      revoked: row.revoked_at !== null,
    })),
  }
}

/** The secret is random and long: its digest needs no slow function, and is all that is kept. */
export async function createCredential(
  { db, clock, sealer }: Services,
  viewer: SignedIn,
  { organisationId, name }: { organisationId: string; name: string },
): Promise<{ id: string; secret: string }> {
  const now = clock.now()
  const id = newId('xapiCredential', now.getTime())
  const secret = randomBytes(secretBytes).toString('base64url')
  await inTransaction(db, async (trx) => {
    const { count } = await trx
      .selectFrom('xapi_credentials')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
    if (count >= mostCredentials)
      throw refuse('conflict', { details: [{ field: 'name', message: 'xapi.too_many_keys' }] })
    await trx
      .insertInto('xapi_credentials')
      .values({
        id,
        organisation_id: organisationId,
        name: name.trim(),
        secret_digest: sealer.digest(secret, secretContext(id)),
        created_by: viewer.id,
        created_at: now,
      })
      .execute()
    await writeAudit(trx, { actor: viewer.id, act: 'xapi_credential_created', subject: id, organisationId, now })
  })
  return { id, secret }
}

export async function revokeCredential(
  { db, clock }: Services,
  viewer: SignedIn,
  { organisationId, credentialId }: { organisationId: string; credentialId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('xapi_credentials')
      .select('revoked_at')
      .where('id', '=', credentialId)
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.revoked_at) return
    await trx.updateTable('xapi_credentials').set({ revoked_at: now }).where('id', '=', credentialId).execute()
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'xapi_credential_revoked',
      subject: credentialId,
      organisationId,
      now,
    })
  })
}

/** Who a request comes from, by its Authorization header, Basic or Bearer; throws `credentials_invalid`. */
export async function principalOf(
  services: Services,
  authorization: string | undefined,
  otherKeys: OtherKeys,
): Promise<Principal> {
  const principal = await principalOfHeader(services, authorization, otherKeys)
  if (!principal) throw refuse('credentials_invalid')
  return principal
}

async function principalOfHeader(
  services: Services,
  authorization: string | undefined,
  otherKeys: OtherKeys,
): Promise<Principal | null> {
  const basic = basicOf(authorization)
  if (basic) return (await principalOfKey(services, basic)) ?? (await otherKeys(services, basic.id, basic.secret))
  const [, token] = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '') ?? []
  const granted = token === undefined ? null : readToken(services, token)
  if (!granted) return null
  const principal = await principalOfCredential(services, granted.credentialId)
  return principal && { ...principal, scopes: granted.scopes }
}

/** What HTTP Basic says; null for another scheme. */
export function basicOf(authorization: string | undefined): { id: string; secret: string } | null {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return { id, secret }
}

/** Keys that others than admins give; null: it is none of them. */
export type OtherKeys = (services: Services, id: string, secret: string) => Promise<Principal | null>

/** Null: there is no such key, or not any more. */
export async function principalOfKey(
  services: Services,
  { id, secret }: { id: string; secret: string },
): Promise<Principal | null> {
  if (id.includes('\0')) return null
  // compared as a digest with a key of ours: how long that takes tells nothing of the secret
  return principalOfCredential(services, id, services.sealer.digest(secret, secretContext(id)))
}

async function principalOfCredential(
  { db, clock, config }: Services,
  id: string,
  digest?: Buffer,
): Promise<Principal | null> {
  const found = await db
    .selectFrom('xapi_credentials')
    .select(['organisation_id', 'name', 'last_used_at'])
    .where('id', '=', id)
    .$if(digest !== undefined, (query) => query.where('secret_digest', '=', digest ?? Buffer.alloc(0)))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const now = clock.now()
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > lastUseMs) {
    await db.updateTable('xapi_credentials').set({ last_used_at: now }).where('id', '=', id).execute()
  }
  return {
    organisationId: found.organisation_id,
    authority: { objectType: 'Agent', name: found.name, account: { homePage: config.publicUrl, name: id } },
  }
}

function secretContext(id: string): string {
  return `xapi:${id}`
}
