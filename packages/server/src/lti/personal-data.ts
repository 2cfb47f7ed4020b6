import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const ltiPersonalData = {
  holds: ['lti_platforms.created_by', 'lti_people.user_id'],
  read: ltiOf,
  erase: forgetPerson,
  merge: absorbPerson,
} satisfies PersonalData

async function ltiOf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const added = await db
    .selectFrom('lti_platforms')
    .select(['id', 'organisation_id as organisationId', 'name', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  const bound = await db
    .selectFrom('lti_people as person')
    .innerJoin('lti_platforms as platform', 'platform.id', 'person.platform_id')
    .select(['platform.name as platform', 'person.subject', 'person.bound_at as boundAt'])
    .where('person.user_id', '=', userId)
    .orderBy('person.bound_at')
    .execute()
  return { ltiPlatforms: added, ltiAccounts: bound }
}

/** The organisation goes on with its platforms; who comes from one again is a newcomer. */
async function forgetPerson(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.deleteFrom('lti_people').where('user_id', '=', userId).execute()
}

async function absorbPerson(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('lti_people').set({ user_id: into }).where('user_id', '=', from).execute()
}
