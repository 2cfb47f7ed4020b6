import type { markLearner, releaseMarks } from '@lantern/contract/campus/marks.ts'
import { pointsOf } from '@lantern/contract/campus/rubric-rules.ts'
import type { Criterion } from '@lantern/contract/campus/rubrics.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { by, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { momentAt } from './assign.ts'
import { learnersOf, requireTeacher } from './class-rights.ts'
import { requireRecipient } from './recipients.ts'
import { refused } from './refused.ts'
import { tellOfMark } from './tell-of-assignments.ts'

interface AssignmentOfClass {
  classId: string
  assignmentId: string
}

/** Gives a learner of the class points and feedback; by the rubric the points are those of the levels. Of marks that are released already the learner is told at once. */
export async function mark(
  services: Services,
  viewer: SignedIn,
  { classId, assignmentId }: AssignmentOfClass,
  { userId, points: typed, feedback, levels, before }: BodyOf<typeof markLearner>,
): Promise<void> {
  const { db, clock } = services
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { isReleased, rubric } = await lockAssignment(trx, { classId, assignmentId }, now)
    const { rows } = await sql`select from ${learnersOf(classId)} where k.user_id = ${userId}`.execute(trx)
    if (rows.length === 0) throw refused('userId', 'campus.person_not_in_class')
    await requireRecipient(trx, assignmentId, userId)
    const points = levels ? pointsOf(rubric ?? [], levels) : typed
    if (levels && points === null) throw refused('levels', 'campus.rubric_levels_wrong')
    const kind = levels ? JSON.stringify(levels) : null
    const text = feedback.trim()
    const audit = { ...by(viewer), subject: userId, organisationId, now }
    if (before !== undefined)
      await requireMark(trx, { userId, assignmentId }, [before, { points, feedback: text, levels }])
    if (points === null && text === '') {
      const { numAffectedRows } = await sql`
        delete from assignment_marks where user_id = ${userId} and assignment_id = ${assignmentId}`.execute(trx)
      if (numAffectedRows) await writeAudit(trx, { ...audit, act: 'mark_removed' })
      return
    }
    const { rows: kept } = await sql<{ isOther: boolean }>`
      with before as (
        select points, feedback, levels from assignment_marks where user_id = ${userId} and assignment_id = ${assignmentId})
      insert into assignment_marks as given (user_id, assignment_id, points, feedback, levels, marked_by, marked_at)
      values (${userId}, ${assignmentId}, ${points}, ${text}, ${kind}::jsonb, ${viewer.id}, ${now})
      on conflict (user_id, assignment_id) do update set points = excluded.points, feedback = excluded.feedback,
        levels = excluded.levels, marked_by = excluded.marked_by, marked_at = excluded.marked_at
      returning not exists (select from before b
        where b.points is not distinct from given.points and b.feedback = given.feedback
          and b.levels is not distinct from given.levels) as "isOther"`.execute(trx)
    if (kept[0]?.isOther) await writeAudit(trx, { ...audit, act: 'mark_given' })
    if (isReleased) await tellOfMark(services, trx, assignmentId, userId)
  })
}

type Mark = NonNullable<BodyOf<typeof markLearner>['before']>

/** The mark is one of these: another teacher's, given meanwhile, is not lost unseen. One without anything is none. */
async function requireMark(
  trx: Trx,
  { userId, assignmentId }: { userId: string; assignmentId: string },
  known: readonly (Mark | Partial<Mark> | null)[],
): Promise<void> {
  const { rows } = await sql<{ points: number | null; feedback: string; levels: number[] | null }>`
    select points, feedback, levels from assignment_marks
    where user_id = ${userId} and assignment_id = ${assignmentId}`.execute(trx)
  const [{ points, feedback, levels } = { points: null, feedback: '', levels: null }] = rows
  const isSame = (one: Partial<Mark> | null) =>
    (one?.points ?? null) === points &&
    (one?.feedback ?? '') === feedback &&
    JSON.stringify(one?.levels ?? null) === JSON.stringify(levels)
  if (known.some(isSame)) return
  const mark = [points, feedback.slice(0, 300)].filter((part) => part !== null && part !== '').join(' · ') || '–'
  throw refuse('bad_request', { details: [{ field: 'before', message: 'campus.marked_meanwhile', values: { mark } }] })
}

/** Shows the marks of an assignment to its learners from a time on; `null` hides them again. */
export async function release(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { classId, assignmentId }: AssignmentOfClass,
  { at }: BodyOf<typeof releaseMarks>,
): Promise<void> {
  const { timeZone, organisationId } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const releaseAt = at === undefined ? now : at === null ? null : momentAt('at', at, timeZone)
  if (releaseAt && releaseAt < now) throw refused('at', 'campus.release_past')
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
    update assignments set release_at = ${releaseAt}, release_told_at = null
    where id = ${assignmentId} and class_id = ${classId} returning id`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    const act = releaseAt === null ? 'marks_hidden' : 'marks_released'
    await writeAudit(trx, { ...by(viewer), act, subject: classId, organisationId, now })
  })
}

/** Locked, so that a mark, the release of the marks and the rubric see each other. */
async function lockAssignment(trx: Trx, { classId, assignmentId }: AssignmentOfClass, now: Date) {
  const { rows } = await sql<{ isReleased: boolean; rubric: Criterion[] | null }>`
    select coalesce(release_at <= ${now}, false) as "isReleased", rubric from assignments
    where id = ${assignmentId} and class_id = ${classId} for update`.execute(trx)
  const [found] = rows
  if (!found) throw refuse('not_found')
  return found
}
