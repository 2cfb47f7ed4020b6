import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const xapiPersonalData = {
  holds: ['xapi_credentials.created_by', 'xapi_forwards.created_by'],
  read: madeCredentials,
  erase: forgetMaker,
  merge: absorbCredentials,
} satisfies PersonalData

async function madeCredentials(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const rows = await db
    .selectFrom('xapi_credentials')
    .select(['id', 'organisation_id as organisationId', 'name', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  const stores = await db
    .selectFrom('xapi_forwards')
    .select(['organisation_id as organisationId', 'address'])
    .where('created_by', '=', userId)
    .execute()
  return { learningRecordKeys: rows, outsideRecordStores: stores }
}

/** The organisation goes on with its keys and its store outside. */
async function forgetMaker(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('xapi_credentials').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('xapi_forwards').set({ created_by: null }).where('created_by', '=', userId).execute()
}

async function absorbCredentials(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('xapi_credentials').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('xapi_forwards').set({ created_by: into }).where('created_by', '=', from).execute()
}
