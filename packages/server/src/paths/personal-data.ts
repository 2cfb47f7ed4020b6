import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const pathPersonalData = {
  holds: ['path_members.user_id', 'path_choices.user_id', 'path_done.user_id', 'path_tests.user_id'],
  read: pathsOf,
  erase: erasePaths,
  merge: absorbPaths,
} satisfies PersonalData

/** What either account finished is finished; of two choices the later one stands, of two tests the later one. */
async function absorbPaths(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into path_members as here (user_id, path_id, joined_at, left_at, completed_at)
    select ${into}, path_id, joined_at, left_at, completed_at from path_members where user_id = ${from}
    on conflict (user_id, path_id) do update set joined_at = least(here.joined_at, excluded.joined_at),
      left_at = case when here.left_at is not null then excluded.left_at end,
      completed_at = least(here.completed_at, excluded.completed_at)`.execute(trx)
  await sql`
    insert into path_choices as here (user_id, path_id, stage_id, branch_id, chosen_at)
    select ${into}, path_id, stage_id, branch_id, chosen_at from path_choices where user_id = ${from}
    on conflict (user_id, path_id, stage_id) do update set branch_id = excluded.branch_id, chosen_at = excluded.chosen_at
      where excluded.chosen_at > here.chosen_at`.execute(trx)
  await sql`
    insert into path_done as here (user_id, path_id, branch_id, done_at, test_percent)
    select ${into}, path_id, branch_id, done_at, test_percent from path_done where user_id = ${from}
    on conflict (user_id, path_id, branch_id) do update set done_at = least(here.done_at, excluded.done_at)`.execute(
    trx,
  )
  await sql`
    insert into path_tests as here (user_id, path_id, branch_id, quiz_id, opened_at, submitted_at, percent)
    select ${into}, path_id, branch_id, quiz_id, opened_at, submitted_at, percent from path_tests where user_id = ${from}
    on conflict (user_id, path_id, branch_id) do update set quiz_id = excluded.quiz_id, opened_at = excluded.opened_at,
      submitted_at = excluded.submitted_at, percent = excluded.percent
      where excluded.opened_at > here.opened_at`.execute(trx)
  await erasePaths(trx, from)
}

async function erasePaths(trx: Trx, userId: string): Promise<void> {
  for (const table of ['path_members', 'path_choices', 'path_done', 'path_tests'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** Which paths a person is on, what they chose and finished there, and how their tests went. */
async function pathsOf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('path', p.title, 'joinedAt', m.joined_at, 'leftAt', m.left_at,
      'completedAt', m.completed_at,
      'choices', (select coalesce(jsonb_agg(jsonb_build_object('stage', c.stage_id, 'branch', c.branch_id,
        'at', c.chosen_at) order by c.stage_id), '[]') from path_choices c where c.user_id = m.user_id and c.path_id = p.id),
      'finished', (select coalesce(jsonb_agg(jsonb_build_object('branch', d.branch_id, 'at', d.done_at,
        'testPercent', d.test_percent) order by d.done_at, d.branch_id), '[]')
        from path_done d where d.user_id = m.user_id and d.path_id = p.id),
      'tests', (select coalesce(jsonb_agg(jsonb_build_object('branch', t.branch_id, 'openedAt', t.opened_at,
        'submittedAt', t.submitted_at, 'percent', t.percent) order by t.opened_at), '[]')
        from path_tests t where t.user_id = m.user_id and t.path_id = p.id)) as entry
    from path_members m join paths p on p.id = m.path_id
    where m.user_id = ${userId} order by m.joined_at, p.id`.execute(db)
  return { learningPaths: rows.map(({ entry }) => entry) }
}
