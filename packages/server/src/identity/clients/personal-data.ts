import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const clientPersonalData = {
  holds: ['organisation_clients.created_by'],
  read: madeClients,
  // the organisation goes on with its keys
  erase: (trx, userId) => setMaker(trx, userId, null),
  merge: (trx, { from, into }) => setMaker(trx, from, into),
} satisfies PersonalData

async function madeClients(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const rows = await db
    .selectFrom('organisation_clients')
    .select(['id', 'service', 'organisation_id as organisationId', 'name'])
    .select(['created_at as createdAt', 'revoked_at as revokedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  return { organisationKeys: rows }
}

async function setMaker(trx: Trx, from: string, created_by: string | null): Promise<void> {
  await trx.updateTable('organisation_clients').set({ created_by }).where('created_by', '=', from).execute()
}
