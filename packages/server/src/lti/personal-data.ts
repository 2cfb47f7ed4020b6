import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const ltiPersonalData = {
  holds: ['lti_platforms.created_by'],
  read: addedPlatforms,
  erase: forgetMaker,
  merge: absorbPlatforms,
} satisfies PersonalData

async function addedPlatforms(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const rows = await db
    .selectFrom('lti_platforms')
    .select(['id', 'organisation_id as organisationId', 'name', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  return { ltiPlatforms: rows }
}

/** The organisation goes on with its platforms. */
async function forgetMaker(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: null }).where('created_by', '=', userId).execute()
}

async function absorbPlatforms(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: into }).where('created_by', '=', from).execute()
}
