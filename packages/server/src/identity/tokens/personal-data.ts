import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const tokenPersonalData = {
  holds: ['api_tokens.created_by'],
  read: madeTokens,
  erase: dropTokens,
  // as its sessions, the tokens of the account that goes end: none of them opens the account that stays
  merge: (trx, { from }) => dropTokens(trx, from),
} satisfies PersonalData

async function madeTokens(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'organisation_id as organisationId', 'name', 'scopes', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  return { apiTokens: rows }
}

async function dropTokens(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('api_tokens').where('created_by', '=', userId).execute()
}
