import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const ltiPersonalData = {
  holds: [
    'lti_platforms.created_by',
    'lti_people.user_id',
    'lti_scores.user_id',
    'lti_choices.user_id',
    'lti_registrations.user_id',
    'lti_tool_registrations.user_id',
    'lti_tools.created_by',
    'lti_tool_links.created_by',
    'lti_tool_people.user_id',
    'lti_tool_former_subjects.user_id',
    'lti_tool_visits.user_id',
    'lti_results.user_id',
  ],
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
  const tools = await db
    .selectFrom('lti_tool_people as person')
    .innerJoin('lti_tools as tool', 'tool.id', 'person.tool_id')
    .select(['tool.name as tool', 'person.subject'])
    .where('person.user_id', '=', userId)
    .unionAll(
      db
        .selectFrom('lti_tool_former_subjects as former')
        .innerJoin('lti_tools as tool', 'tool.id', 'former.tool_id')
        .select(['tool.name as tool', 'former.subject'])
        .where('former.user_id', '=', userId),
    )
    .orderBy('tool')
    .execute()
  const marks = await db
    .selectFrom('lti_results as result')
    .innerJoin('lti_line_items as column', 'column.id', 'result.line_item_id')
    .select(['column.label', 'result.score_given as given', 'result.score_maximum as maximum', 'result.comment'])
    .select('result.said_at as saidAt')
    .where('result.user_id', '=', userId)
    .orderBy('result.said_at')
    .execute()
  return { ltiTools: tools, ltiMarks: marks, ltiPlatforms: added, ltiAccounts: bound, ltiScores: scores }
}

/** The organisation goes on with its platforms; who comes from one again is a newcomer. */
async function forgetPerson(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: null }).where('created_by', '=', userId).execute()
  await sql`
    delete from lti_context_members m using lti_contexts c, lti_people p
    where c.id = m.context_id and p.platform_id = c.platform_id and p.subject = m.subject
      and p.user_id = ${userId}`.execute(trx)
  await trx.deleteFrom('lti_people').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_registrations').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_tool_registrations').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_scores').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_choices').where('user_id', '=', userId).execute()
  await trx.updateTable('lti_tools').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('lti_tool_links').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.deleteFrom('lti_tool_people').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_tool_former_subjects').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_tool_visits').where('user_id', '=', userId).execute()
  await trx.deleteFrom('lti_results').where('user_id', '=', userId).execute()
}

async function absorbPerson(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('lti_platforms').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('lti_people').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('lti_registrations').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('lti_tool_registrations').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('lti_choices').set({ user_id: into }).where('user_id', '=', from).execute()
  await trx.updateTable('lti_tools').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('lti_tool_links').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('lti_tool_visits').set({ user_id: into }).where('user_id', '=', from).execute()
  // a tool goes on by the name of the account that is kept, and may send marks by the other one; the newer one counts
  await sql`
    update lti_tool_people p set user_id = ${into} where p.user_id = ${from}
      and not exists (select from lti_tool_people o where o.tool_id = p.tool_id and o.user_id = ${into})`.execute(trx)
  await trx.updateTable('lti_tool_former_subjects').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`
    with dropped as (delete from lti_tool_people where user_id = ${from} returning tool_id, subject)
    insert into lti_tool_former_subjects (tool_id, subject, user_id) select tool_id, subject, ${into} from dropped`.execute(
    trx,
  )
  await sql`
    delete from lti_results r using lti_results o where r.line_item_id = o.line_item_id
      and ((r.user_id = ${from} and o.user_id = ${into} and r.said_at <= o.said_at)
        or (r.user_id = ${into} and o.user_id = ${from} and r.said_at < o.said_at))`.execute(trx)
  await trx.updateTable('lti_results').set({ user_id: into }).where('user_id', '=', from).execute()
  // of two scores for one link the one that is kept is told anew
  await sql`
    update lti_scores s set user_id = ${into}, seen_at = null where s.user_id = ${from}
      and not exists (select from lti_scores o where o.link_id = s.link_id and o.user_id = ${into})`.execute(trx)
  await trx.deleteFrom('lti_scores').where('user_id', '=', from).execute()
}
