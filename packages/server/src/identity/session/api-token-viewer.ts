import type { Viewer } from '@lantern/contract/roles.ts'
import { type TokenScope, tokenPrefix } from '@lantern/contract/token-scopes.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { accountStatusOf, type PersonRow, personColumns, signedInOf } from './person.ts'

/** A token that nobody used for so many days opens nothing any more. */
export const unusedDays = 90

const lastUseMs = 3_600_000

/** The token that a program sends as Authorization; null: it sends none, or one of another kind. */
export function apiTokenOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token?.startsWith(tokenPrefix) ? token : null
}

export function digestOfToken({ sealer }: Pick<Services, 'sealer'>, token: string): Buffer {
  return sealer.digest(token, 'api token')
}

/**
 * Whoever made the token, with its rights alone: none of the groups, and of the memberships that of the token's
 * organisation. So it ends with its maker's membership. Throws `credentials_invalid` for a token that opens nothing,
 * `token_scope` where the call asks for another scope or is not for programs.
 */
export async function viewerOfToken(services: Services, token: string, scope: TokenScope | undefined): Promise<Viewer> {
  const { db, clock } = services
  const now = clock.now()
  const { rows } = await sql<TokenRow>`
    select t.id as token_id, t.organisation_id, t.scopes, t.last_used_at, ${personColumns(sql`false`)}
    from api_tokens t join users u on u.id = t.created_by
    where t.secret_digest = ${digestOfToken(services, token)} and t.revoked_at is null and t.expires_at > ${now}
      and coalesce(t.last_used_at, t.created_at) > ${now}::timestamptz - make_interval(days => ${unusedDays})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw refuse('credentials_invalid')
  if (scope === undefined || !row.scopes.includes(scope)) throw refuse('token_scope')
  const memberships = row.memberships.filter(
    ({ organisationId, role }) => organisationId === row.organisation_id && role === 'admin',
  )
  if (row.organisation_id !== null && memberships.length === 0) throw refuse('credentials_invalid')
  const accountStatus = accountStatusOf(row, now)
  if (accountStatus.suspend) return { kind: 'guest', accountStatus }
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > lastUseMs) {
    await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.token_id).execute()
  }
  const person = { ...row, groups: [], ...(row.organisation_id !== null && { memberships, classes: [] }) }
  return signedInOf(person, now, { tfaEndTime: null, sessionId: '', deviceType: 'desktop', notice: null })
}

interface TokenRow extends PersonRow {
  token_id: string
  organisation_id: string | null
  scopes: string[]
  last_used_at: Date | null
}
