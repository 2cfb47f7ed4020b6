import { isDeepStrictEqual } from 'node:util'
import { rubricFault } from '@lantern/contract/campus/rubric-rules.ts'
import type { Criterion, saveRubric } from '@lantern/contract/campus/rubrics.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { requireTeacher } from './class-rights.ts'
import { refused } from './refused.ts'

interface AssignmentOfClass {
  classId: string
  assignmentId: string
}

/** Sets or removes an assignment's rubric. One that a mark was given by is not changed: the mark would mean something else. */
export async function keepRubric(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { classId, assignmentId }: AssignmentOfClass,
  { criteria, before }: BodyOf<typeof saveRubric>,
): Promise<void> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const fault = rubricFault(criteria)
  if (fault) throw refused(fault.field, fault.message)
  const rubric = criteria.map(({ name, levels }) => ({
    name: name.trim(),
    levels: levels.map(({ points, text }) => ({ points, text: text.trim() })),
  }))
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ stands: Criterion[]; isUsed: boolean }>`
      select coalesce(a.rubric, '[]') as stands,
        exists (select from assignment_marks m where m.assignment_id = a.id and m.levels is not null) as "isUsed"
      from assignments a where a.id = ${assignmentId} and a.class_id = ${classId} for update of a`.execute(trx)
    const [found] = rows
    if (!found) throw refuse('not_found')
    const { stands, isUsed } = found
    if (isDeepStrictEqual(stands, rubric)) return
    requireUnchanged(stands, { before, wished: rubric }, stands.map(wordsOf))
    if (isUsed) throw refused('criteria', 'campus.rubric_used')
    await sql`
      update assignments set rubric = ${rubric.length === 0 ? null : JSON.stringify(rubric)}::jsonb
      where id = ${assignmentId}`.execute(trx)
    const audit = { act: 'assignment_given', subject: classId, organisationId } as const
    await writeAudit(trx, { actor: viewer.id, ...audit, now: clock.now() })
  })
}

function wordsOf({ name, levels }: Criterion): string {
  return `${name} ${levels.map(({ points, text }) => [points, text].filter((part) => part !== '').join(' ')).join(' / ')}`
}
