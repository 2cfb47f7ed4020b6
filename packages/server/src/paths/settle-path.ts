import { pathCompleted } from '@lantern/contract/paths/events.ts'
import { sql } from 'kysely'
import { recipientsOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { isOfPlaceOf, type PathRow, pathColumns, pathsFrom } from './path-rows.ts'
import { walkPaths } from './walked-paths.ts'

type Needs = Pick<Services, 'events' | 'clock'>

/**
 * Keeps what a member of a path has finished by now: branches, and once the path as a whole, which is told of. Safe to
 * repeat; two that come at once wait for each other.
 */
export async function settlePath(services: Needs, trx: Trx, userId: string, pathId: string): Promise<void> {
  const now = services.clock.now()
  const { rows } = await sql<{ completed: boolean }>`
    select completed_at is not null as completed from path_members
    where user_id = ${userId} and path_id = ${pathId} and left_at is null for update`.execute(trx)
  const [person] = await recipientsOf(trx, [userId], now)
  if (!rows[0] || !person) return
  // former members do not complete a path of the organisation: items that they cannot see are not required of them
  const found = await sql<PathRow>`
    select ${pathColumns} from ${pathsFrom} where p.id = ${pathId} and ${isOfPlaceOf(person)}`.execute(trx)
  const [walked] = await walkPaths(trx, person, found.rows)
  if (!walked) return
  const { row, state, kept } = walked
  const finished = [...state.branches].flatMap(([id, { status }]) =>
    status === 'done' && !kept.done.has(id) ? [id] : [],
  )
  if (finished.length > 0) {
    await sql`
      insert into path_done (user_id, path_id, branch_id, done_at)
      select ${userId}, ${pathId}, id, ${now} from unnest(${finished}::text[]) as given (id)
      on conflict do nothing`.execute(trx)
  }
  if (!state.completed || rows[0].completed || !row.published) return
  await sql`
    update path_members set completed_at = ${now} where user_id = ${userId} and path_id = ${pathId}`.execute(trx)
  const counted = row.stages.flatMap(({ branches }) => branches.filter(({ id }) => state.branches.get(id)?.counts))
  const { title, language, slug, organisationId, givesCertificate } = row
  const items = counted.reduce((sum, branch) => sum + branch.items.length, 0)
  await services.events.emit(trx, pathCompleted, {
    userId,
    pathId,
    title,
    language,
    slug,
    organisationId,
    items,
    givesCertificate,
  })
}

/** Keeps the result of tests that this quiz stands for: its first attempt that was submitted after each was begun. */
export async function settleTests(trx: Trx, userId: string, quizId: string): Promise<void> {
  const { rows } = await sql<{
    pathId: string
    branchId: string
    percent: number
    submittedAt: Date
    stages: PathRow['stages']
  }>`
    update path_tests t set submitted_at = a.submitted_at, percent = a.percent
    from path_tests opened
      join paths p on p.id = opened.path_id
      cross join lateral (
        select q.submitted_at, floor(100 * coalesce(q.score, q.correct_count) / greatest(q.question_count, 1))::integer as percent
        from quiz_attempts q
        where q.user_id = opened.user_id and q.item_id = opened.quiz_id and q.submitted_at > opened.opened_at and q.waiting = 0
        order by q.submitted_at limit 1) a
    where opened.user_id = ${userId} and opened.quiz_id = ${quizId} and opened.submitted_at is null
      and (t.user_id, t.path_id, t.branch_id) = (opened.user_id, opened.path_id, opened.branch_id)
    returning t.path_id as "pathId", t.branch_id as "branchId", t.percent, t.submitted_at as "submittedAt", p.stages
  `.execute(trx)
  for (const { pathId, branchId, percent, submittedAt, stages } of rows) {
    const branch = stages.flatMap(({ branches }) => branches).find(({ id }) => id === branchId)
    if (!branch?.test || percent < branch.test.passPercent) continue
    await sql`
      insert into path_done (user_id, path_id, branch_id, done_at, test_percent)
      values (${userId}, ${pathId}, ${branchId}, ${submittedAt}, ${percent}) on conflict do nothing`.execute(trx)
  }
}
