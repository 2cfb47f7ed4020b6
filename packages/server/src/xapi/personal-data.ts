import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const xapiPersonalData = {
  holds: ['xapi_forwards.created_by'],
  read: madeForwards,
  erase: forgetMaker,
  merge: absorbForwards,
} satisfies PersonalData

async function madeForwards(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const stores = await db
    .selectFrom('xapi_forwards')
    .select(['organisation_id as organisationId', 'address'])
    .where('created_by', '=', userId)
    .execute()
  return { outsideRecordStores: stores }
}

/** The organisation goes on with its store outside. */
async function forgetMaker(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('xapi_forwards').set({ created_by: null }).where('created_by', '=', userId).execute()
}

async function absorbForwards(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('xapi_forwards').set({ created_by: into }).where('created_by', '=', from).execute()
}
