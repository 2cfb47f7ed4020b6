import type { Viewer } from '@lantern/contract/roles.ts'
import { callsPerMinute, type TokenScope, tokenPrefix } from '@lantern/contract/token-scopes.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { noteToken } from '#kit/request-log.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { countUse } from '../rate-limits.ts'
import { accountStatusOf, type PersonRow, personColumns, signedInOf } from './person.ts'

/** A token that nobody used for so many days opens nothing any more. */
export const unusedDays = 90

const lastUseMs = 3_600_000
const lastCallMs = 60_000

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
 * `token_scope` where the call asks for another scope or is not for programs,
 * `rate_limited` with the seconds to wait where it has called too often in this minute.
 */
export async function viewerOfToken(
  services: Services,
  token: string,
  { scope, call, request }: AskedByToken,
): Promise<Viewer> {
  const { db, clock } = services
  const now = clock.now()
  const { rows } = await sql<TokenRow>`
    select t.id as token_id, t.organisation_id, t.scopes, t.last_used_at, c.last_at as called_at,
      ${personColumns(sql`false`)}
    from api_tokens t join users u on u.id = t.created_by
      left join api_token_uses c on c.token_id = t.id and c.call = ${call}
    where t.secret_digest = ${digestOfToken(services, token)} and t.revoked_at is null and t.expires_at > ${now}
      and coalesce(t.last_used_at, t.created_at) > ${now}::timestamptz - make_interval(days => ${unusedDays})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw refuse('credentials_invalid')
  noteToken(request.raw, row.token_id)
  await countUse(db, { key: `token:${row.token_id}`, windowSeconds: 60, most: callsPerMinute }, now)
  if (scope === undefined) throw refuse('token_scope')
  if (!row.scopes.includes(scope)) {
    throw refuse('token_scope', { details: [{ field: 'authorization', message: scope }] })
  }
  const memberships = row.memberships.filter(
    ({ organisationId, role }) => organisationId === row.organisation_id && role === 'admin',
  )
  if (row.organisation_id !== null && memberships.length === 0) throw refuse('credentials_invalid')
  const accountStatus = accountStatusOf(row, now)
  if (accountStatus.suspend) return { kind: 'guest', accountStatus }
  await keepUse(db, row, call, now)
  const person = { ...row, groups: [], ...(row.organisation_id !== null && { memberships, classes: [] }) }
  return signedInOf(person, now, {
    tfaEndTime: null,
    sessionId: '',
    deviceType: 'desktop',
    notice: null,
    tokenId: row.token_id,
  })
}

interface AskedByToken {
  /** What the call asks for; undefined: it is not for programs. */
  scope: TokenScope | undefined
  /** Method and pattern of its address. */
  call: string
  request: FastifyRequest
}

/** When it was used, and for what. Not to the second: reading a list page by page is one use. */
async function keepUse(db: Db, row: TokenRow, call: string, now: Date): Promise<void> {
  const isOlder = (at: Date | null, ms: number) => !at || now.getTime() - at.getTime() > ms
  if (isOlder(row.last_used_at, lastUseMs)) {
    await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', row.token_id).execute()
  }
  if (!isOlder(row.called_at, lastCallMs)) return
  await sql`
    insert into api_token_uses (token_id, call, last_at) values (${row.token_id}, ${call}, ${now})
    on conflict (token_id, call) do update set last_at = excluded.last_at`.execute(db)
}

interface TokenRow extends PersonRow {
  token_id: string
  organisation_id: string | null
  scopes: string[]
  last_used_at: Date | null
  /** The same call, when it was kept last. */
  called_at: Date | null
}
