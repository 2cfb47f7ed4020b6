import type { LtiRefusal } from '@lantern/contract/lti/refusals.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'

type Reason = LtiRefusal['reason']

const tables = { platform: 'lti_platforms', tool: 'lti_tools' } as const

/** Remembers for the admins why a message was refused: the same again within a minute is not written. */
export async function noteRefusal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: keyof typeof tables,
  id: string,
  reason: Reason,
): Promise<void> {
  const now = clock.now()
  await sql`
    update ${sql.table(tables[kind])} set refused_at = ${now}, refused_for = ${reason}
    where id = ${id} and (refused_for is distinct from ${reason} or refused_at < ${new Date(now.getTime() - 60_000)})`.execute(
    db,
  )
}

/** A message that was taken is the end of what was wrong with such messages. */
export async function forgetRefusal(db: Db | Trx, toolId: string, which: 'addresses' | 'signed'): Promise<void> {
  await db
    .updateTable('lti_tools')
    .set(noRefusal)
    .where('id', '=', toolId)
    .where('refused_for', which === 'addresses' ? '=' : '<>', 'address')
    .execute()
}

export const noRefusal = { refused_at: null, refused_for: null }

export function refusalJson(row: { refused_at: Date | null; refused_for: string | null }): LtiRefusal | null {
  return row.refused_at && { at: row.refused_at.toISOString(), reason: row.refused_for as Reason }
}

const byCode: Record<string, Reason> = {
  keys: 'keys',
  ERR_JOSE_GENERIC: 'keys',
  ERR_JWKS_INVALID: 'keys',
  ERR_JWKS_TIMEOUT: 'keys',
  ERR_JWKS_NO_MATCHING_KEY: 'signature',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'signature',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'signature',
  ERR_JWT_EXPIRED: 'clock',
}

const byClaim: Record<string, Reason> = {
  iat: 'clock',
  nbf: 'clock',
  exp: 'clock',
  azp: 'client',
  deployment_id: 'deployment',
}

/**
 * The reason for the admin, of the failure that `readSigned` gives: a code and a claim, or the claim alone. `claims` are
 * those that have another meaning for a platform than for a tool.
 */
export function refusalReason(failure: string, claims: Record<string, Reason>): Reason {
  const [code = '', claim = code] = failure.split(' ')
  return byCode[code] ?? claims[claim] ?? byClaim[claim] ?? 'message'
}
