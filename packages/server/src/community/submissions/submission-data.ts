import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { removeSubmissions } from './submission-acts.ts'

export const submissionPersonalData = {
  holds: [
    'submissions.author_id',
    'submission_collects.user_id',
    'submission_views.user_id',
    'submission_reviews.reviewer_id',
    'peer_feedback.reviewer_id',
  ],
  read: submissionData,
  erase: eraseSubmissions,
  merge: absorbSubmissions,
} satisfies PersonalData

/** What one account handed in goes to the other. Of two for one step, the other's own keeps the step. */
async function absorbSubmissions(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update submissions s set author_id = ${into}, section_id = case when exists (
      select from submissions k where k.author_id = ${into} and k.section_id = s.section_id) then null else section_id end
    where author_id = ${from}`.execute(trx)
  await sql`
    insert into submission_collects (user_id, submission_id, collected_at)
    select ${into}, submission_id, collected_at from submission_collects where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into submission_views (user_id, submission_id)
    select ${into}, submission_id from submission_views where user_id = ${from} on conflict do nothing`.execute(trx)
  // what one account has given counts more than what the other was handed
  await sql`
    delete from peer_feedback f using peer_feedback k where f.reviewer_id = ${into} and f.given_at is null
      and k.submission_id = f.submission_id and k.reviewer_id = ${from} and k.given_at is not null`.execute(trx)
  // of a submission that both looked at, or that is now their own, what the other account had goes
  await sql`
    delete from peer_feedback f using submissions s where s.id = f.submission_id and (
      f.reviewer_id = ${from} and (s.author_id = ${into} or exists (
        select from peer_feedback k where k.submission_id = f.submission_id and k.reviewer_id = ${into}))
      or f.reviewer_id = ${into} and s.author_id = ${into})`.execute(trx)
  await sql`update peer_feedback set reviewer_id = ${into} where reviewer_id = ${from}`.execute(trx)
  await sql`update submission_reviews set reviewer_id = ${into} where reviewer_id = ${from}`.execute(trx)
  await recount(trx, from)
}

/** Collections of the account end, and are counted anew. */
async function recount(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('submission_views').where('user_id', '=', userId).execute()
  await sql`
    with gone as (delete from submission_collects where user_id = ${userId} returning submission_id)
    update submissions s set collect_count = (select count(*)::integer from submission_collects c
      where c.submission_id = s.id and c.user_id <> ${userId})
    from gone where s.id = gone.submission_id`.execute(trx)
}

async function eraseSubmissions(trx: Trx, userId: string): Promise<void> {
  const own = await trx.selectFrom('submissions').select('id').where('author_id', '=', userId).execute()
  await removeSubmissions(
    trx,
    own.map(({ id }) => id),
  )
  // learners keep the feedback, without the name; what was not given yet goes
  await sql`delete from peer_feedback where reviewer_id = ${userId} and given_at is null`.execute(trx)
  await sql`update peer_feedback set reviewer_id = null where reviewer_id = ${userId}`.execute(trx)
  await sql`update submission_reviews set reviewer_id = null where reviewer_id = ${userId}`.execute(trx)
  await recount(trx, userId)
}

/** What a person handed in, every version. */
async function submissionData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('id', s.id, 'itemId', s.item_id, 'step', s.step_title, 'permission', s.permission,
      'title', s.title, 'description', s.description, 'availability', s.availability, 'version', s.version, 'handedInAt', s.handed_in_at,
      'files', array(select f.attachment_id from submission_files f
        where f.submission_id = s.id and f.version = s.version order by f.position),
      'earlier', (select json_agg(json_build_object('title', v.title, 'description', v.description, 'availability', v.availability,
        'handedInAt', v.handed_in_at) order by v.version) from submission_versions v where v.submission_id = s.id)) as entry
    from submissions s where s.author_id = ${userId} order by s.id`.execute(db)
  const { rows: collected } = await sql<{ entry: unknown }>`
    select jsonb_build_object('submissionId', submission_id, 'collectedAt', collected_at) as entry
    from submission_collects where user_id = ${userId} order by collected_at`.execute(db)
  const { rows: reviews } = await sql<{ entry: unknown }>`
    select jsonb_build_object('submissionId', submission_id, 'version', version, 'content', content,
      'reviewedAt', reviewed_at) as entry
    from submission_reviews where reviewer_id = ${userId} order by reviewed_at`.execute(db)
  const { rows: peer } = await sql<{ entry: unknown }>`
    select jsonb_build_object('submissionId', submission_id, 'version', version, 'assignedAt', assigned_at,
      'givenAt', given_at, 'answers', array(select jsonb_build_object('question', a.value ->> 'question',
        'content', a.value ->> 'content') from jsonb_array_elements(answers) with ordinality a order by a.ordinality)) as entry
    from peer_feedback where reviewer_id = ${userId} order by assigned_at`.execute(db)
  return {
    peerFeedback: peer.map(({ entry }) => entry),
    submissions: rows.map(({ entry }) => entry),
    collectedSubmissions: collected.map(({ entry }) => entry),
    submissionReviews: reviews.map(({ entry }) => entry),
  }
}
