import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { ApiToken, createToken } from '@lantern/contract/identity/tokens.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { organisationScopes, personalScopes, type TokenScope, tokenPrefix } from '@lantern/contract/token-scopes.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'
import { digestOfToken, unusedDays } from '../session/index.ts'

const mostTokens = 50
/** Calls that a token made, for its owner to see. */
const mostUses = 10
const secretBytes = 32
const dayMs = 86_400_000

/** Tokens of a person who made them for themselves, or of an organisation, whoever made them. */
export interface TokenOwner {
  personId: string
  organisationId: string | undefined
}

export async function readTokens({ db, clock }: Services, owner: TokenOwner): Promise<ApiToken[]> {
  const now = clock.now()
  const rows = await tokensOf(db, owner)
    .select(['id', 'name', 'scopes', 'ending', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('api_token_uses')
            .select(['call', 'last_at as at'])
            .whereRef('token_id', '=', 'api_tokens.id')
            .orderBy('last_at', 'desc')
            .orderBy('call')
            .limit(mostUses)
            .as('use'),
        )
        .select(sql<{ call: string; at: string }[]>`coalesce(json_agg(use), '[]')`.as('uses'))
        .as('uses'),
    )
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes as TokenScope[],
    state: stateOf(row, now),
    ending: row.ending,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    uses: (row.uses ?? []).map(({ call, at }) => ({ call, at: new Date(at).toISOString() })),
  }))
}

/** The token is random and long: its digest needs no slow function, and is all that is kept. */
export async function makeToken(
  services: Services,
  viewer: SignedIn,
  { organisationId, name, scopes, days }: BodyOf<typeof createToken>,
): Promise<{ id: string; token: string }> {
  const allowed: readonly string[] = organisationId === undefined ? personalScopes : organisationScopes
  if (!scopes.every((scope) => allowed.includes(scope)))
    throw refuse('bad_request', { details: [{ field: 'scopes', message: 'tokens.scope_of_others' }] })
  const now = services.clock.now()
  const id = newId('apiToken', now.getTime())
  const token = `${tokenPrefix}${randomBytes(secretBytes).toString('base64url')}`
  const owner = { personId: viewer.id, organisationId }
  await inTransaction(services.db, async (trx) => {
    await lockOwner(trx, owner)
    const { count } = await tokensOf(trx, owner)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (count >= mostTokens) throw refuse('conflict', { details: [{ field: 'name', message: 'tokens.too_many' }] })
    await trx
      .insertInto('api_tokens')
      .values({
        id,
        organisation_id: organisationId ?? null,
        created_by: viewer.id,
        name: name.trim(),
        scopes,
        secret_digest: digestOfToken(services, token),
        ending: token.slice(-4),
        created_at: now,
        expires_at: new Date(now.getTime() + days * dayMs),
      })
      .execute()
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'api_token_created',
      subject: id,
      ...(organisationId !== undefined && { organisationId }),
      detail: { scopes },
      now,
    })
  })
  return { id, token }
}

export async function endToken({ db, clock }: Services, owner: TokenOwner, tokenId: string): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await tokensOf(trx, owner)
      .select('revoked_at')
      .where('id', '=', tokenId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.revoked_at) return
    await trx.updateTable('api_tokens').set({ revoked_at: now }).where('id', '=', tokenId).execute()
    const of = owner.organisationId === undefined ? {} : { organisationId: owner.organisationId }
    await writeAudit(trx, { actor: owner.personId, act: 'api_token_revoked', subject: tokenId, ...of, now })
  })
}

function tokensOf(db: Db | Trx, { personId, organisationId }: TokenOwner) {
  const tokens = db.selectFrom('api_tokens')
  return organisationId === undefined
    ? tokens.where('created_by', '=', personId).where('organisation_id', 'is', null)
    : tokens.where('organisation_id', '=', organisationId)
}

/** Two that are made at once are counted one after the other. */
async function lockOwner(trx: Trx, { personId, organisationId }: TokenOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`token:${organisationId ?? personId}`}, 2))`.execute(trx)
}

interface TokenTimes {
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

function stateOf({ created_at, expires_at, last_used_at, revoked_at }: TokenTimes, now: Date): ApiToken['state'] {
  if (revoked_at) return 'revoked'
  if (expires_at <= now) return 'expired'
  const used = last_used_at ?? created_at
  return used.getTime() + unusedDays * dayMs <= now.getTime() ? 'unused' : 'active'
}
