import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type PathRow, requirePath } from './path-rows.ts'
import { nextTry } from './read-paths.ts'
import { settlePath } from './settle-path.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'events'>

/** Joins, or leaves. Who joins again is where they were; what was learned before counts from the first moment. */
export async function joinPath(services: Needs, viewer: SignedIn, id: string, joined: boolean): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!joined) {
    await sql`
      update path_members set left_at = ${now}
      where user_id = ${viewer.id} and path_id = ${id} and left_at is null`.execute(db)
    return
  }
  const path = await requirePath(db, viewer, { id })
  await inTransaction(db, (trx) => join(services, trx, viewer, path))
}

async function join(services: Needs, trx: Trx, viewer: SignedIn, { id }: PathRow): Promise<void> {
  await sql`
    insert into path_members (user_id, path_id, joined_at) values (${viewer.id}, ${id}, ${services.clock.now()})
    on conflict (user_id, path_id) do update set left_at = null`.execute(trx)
  await settlePath(services, trx, viewer.id, id)
}

export async function chooseBranch(
  services: Needs,
  viewer: SignedIn,
  id: string,
  { stageId, branchId }: { stageId: string; branchId: string },
): Promise<void> {
  const { db, clock } = services
  const path = await requirePath(db, viewer, { id })
  const stage = path.stages.find((one) => one.id === stageId)
  if (!stage?.branches.some((branch) => branch.id === branchId)) throw refuse('not_found')
  if (stage.rule !== 'one') throw refuse('conflict')
  await inTransaction(db, async (trx) => {
    await join(services, trx, viewer, path)
    await sql`
      insert into path_choices (user_id, path_id, stage_id, branch_id, chosen_at)
      values (${viewer.id}, ${id}, ${stageId}, ${branchId}, ${clock.now()})
      on conflict (user_id, path_id, stage_id) do update
        set branch_id = excluded.branch_id, chosen_at = excluded.chosen_at`.execute(trx)
    await settlePath(services, trx, viewer.id, id)
  })
}

/** Begins a test. One that was begun and not submitted goes on; the next one waits for the days that the path says. */
export async function beginTest(
  services: Needs,
  viewer: SignedIn,
  id: string,
  branchId: string,
): Promise<{ quizPath: string }> {
  const { db, clock } = services
  const path = await requirePath(db, viewer, { id })
  const test = path.stages.flatMap(({ branches }) => branches).find((branch) => branch.id === branchId)?.test
  if (!test) throw refuse('not_found')
  const quiz = await requireVisibleItem(db, viewer, test.quizId, 'quiz')
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    await join(services, trx, viewer, path)
    // whoever presses twice waits here
    const { rows } = await sql<{
      quizId: string
      openedAt: Date
      submittedAt: Date | null
      percent: number | null
      passed: boolean
    }>`
      insert into path_tests as t (user_id, path_id, branch_id, quiz_id, opened_at)
      values (${viewer.id}, ${id}, ${branchId}, ${quiz.id}, ${now})
      on conflict (user_id, path_id, branch_id) do update set quiz_id = t.quiz_id
      returning t.quiz_id as "quizId", t.opened_at as "openedAt", t.submitted_at as "submittedAt", t.percent,
        exists (select from path_done d where d.user_id = t.user_id and d.path_id = t.path_id
          and d.branch_id = t.branch_id) as passed`.execute(trx)
    const [last] = rows
    if (!last || last.passed) throw refuse('conflict')
    const next = nextTry(last, test.retryDays, now)
    if (next) {
      const retryAfterSeconds = Math.ceil((next.getTime() - now.getTime()) / 1000)
      throw refuse('test_too_soon', { retryAfterSeconds, values: { days: Math.ceil(retryAfterSeconds / 86_400) } })
    }
    if (last.submittedAt || last.quizId !== quiz.id) {
      await sql`
        update path_tests set quiz_id = ${quiz.id}, opened_at = ${now}, submitted_at = null, percent = null
        where user_id = ${viewer.id} and path_id = ${id} and branch_id = ${branchId}`.execute(trx)
    }
  })
  return { quizPath: itemIdLink({ id: quiz.id, type: 'quiz' }) }
}
