import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { absorbAttempts } from './merge-attempts.ts'

export const attemptPersonalData = {
  holds: ['quiz_attempts.user_id', 'quiz_attempts.marked_by'],
  read: async (db, userId) => ({ quizAttempts: await attemptData(db, userId) }),
  erase: eraseAttempts,
  merge: absorbAttempts,
} satisfies PersonalData

/** A learner's attempts with what they answered, in words; never which answer would have been right. */
async function attemptData(db: Db, userId: string): Promise<unknown[]> {
  const { rows } = await sql<{ entry: unknown }>`
    select (to_jsonb(a) - array['user_id', 'revision', 'saves', 'marked_by']) || jsonb_build_object('title', i.title, 'answers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'question', regexp_replace(q.body_html, '<[^>]*>', '', 'g'),
        'chosen', (select coalesce(jsonb_agg(regexp_replace(o ->> 'body', '<[^>]*>', '', 'g')), '[]')
          from jsonb_array_elements(q.options) o where given.value -> 2 ? (o ->> 'id')),
        'given', case when q.ask is not null then given.value -> 2 end,
        'savedAt', to_timestamp((given.value ->> 1)::bigint / 1000.0)) order by q.position)
      from jsonb_each(a.answers) given
      join quiz_questions q on q.item_id = a.item_id and q.revision = a.revision and q.id = given.key), '[]')) as entry
    from quiz_attempts a join items i on i.id = a.item_id
    where a.user_id = ${userId} order by a.started_at`.execute(db)
  return rows.map(({ entry }) => entry)
}

async function eraseAttempts(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('quiz_attempts').where('user_id', '=', userId).execute()
  await trx.updateTable('quiz_attempts').set({ marked_by: null }).where('marked_by', '=', userId).execute()
}
