import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const ltiPersonalData = {
  holds: ['lti_platforms.created_by', 'lti_people.user_id', 'lti_scores.user_id', 'lti_choices.user_id'],
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
  const scores = await db
    .selectFrom('lti_scores as score')
    .innerJoin('lti_links as link', 'link.id', 'score.link_id')
    .innerJoin('lti_platforms as platform', 'platform.id', 'link.platform_id')
    .select(['platform.name as platform', 'link.item_id as itemId', 'score.score', 'score.sent_at as sentAt'])
    .where('score.user_id', '=', userId)
    .orderBy('score.sent_at')
    .execute()
  return { ltiPlatforms: added, ltiAccounts: bound, ltiScores: scores }
}

/** The organisation goes on with its platforms; who comes from one again is a newcomer. */
async function forgetPerson(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.deleteFrom('lti_people').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_scores').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_choices').where('user_id', '=', userId).execute()
}

async function absorbPerson(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('lti_people').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('lti_choices').set({ user_id: into }).where('user_id', '=', from).execute()
  // of two scores for one link the one that is kept is told anew
  await sql`
    update lti_scores s set user_id = ${into}, seen_at = null where s.user_id = ${from}
      and not exists (select from lti_scores o where o.link_id = s.link_id and o.user_id = ${into})`.execute(trx)
  await trx.deleteFrom('lti_scores').where('user_id', '=', from).execute()
}
