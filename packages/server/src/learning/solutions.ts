import type { Solution } from '@lantern/contract/learning/solutions.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { describedMaterials } from '#media/index.ts'
import { requireLearnable } from './start-record.ts'

interface SolutionRow {
  plan: Partial<Solution>
  completed: boolean
}

/** The suggested solution of an exercise, for viewers who may read it; where the author asks so, once it is completed. */
export async function readSolution({ db }: Services, viewer: SignedIn, { id }: { id: string }): Promise<Solution> {
  const item = await requireLearnable(db, viewer, id, 'tutorial')
  const { rows } = await sql<SolutionRow>`
    select w.solution_plan as plan, coalesce(r.completed, false) as completed
    from tutorial_details w left join records r on r.user_id = ${viewer.id} and r.item_id = w.item_id
    where w.item_id = ${item.id} and w.is_exercise and w.solution_plan is not null`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const { requiredComplete = false, body = '', materials = [] } = row.plan
  if (requiredComplete && !row.completed) return { requiredComplete, body: null, materials: [] }
  return { requiredComplete, body, materials: await describedMaterials(db, materials) }
}
