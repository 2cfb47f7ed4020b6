import type { AssignmentForm, assignItem, setPersonDates } from '@lantern/contract/campus/assignments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { by, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { clockTimeIn, momentOf } from '#kit/zoned-time.ts'
import { requireAssignable } from './assignable.ts'
import { keepPrerequisites, prerequisitesOf } from './assignment-prerequisites.ts'
import { lockGroups } from './class-groups.ts'
import { type AssignedRow, assignmentsOf, mostAssignments } from './class-page.ts'
import { learnersOf, requireTeacher, requireTeacherInUse, type TaughtClass } from './class-rights.ts'
import { keepRecipients, recipientsOf, requireRecipient } from './recipients.ts'
import { refused } from './refused.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** Assigns an item, or gives an assignment other dates and words. A later due date is told of again. */
export async function assign(
  { db, clock }: Needs,
  viewer: SignedIn,
  classId: string,
  { assignmentId, item: named, note = '', recipients, prerequisites, before, ...times }: BodyOf<typeof assignItem>,
): Promise<{ id: string }> {
  const taught = await requireTeacherInUse(db, viewer, classId, 'item')
  const now = clock.now()
  const { opensAt, dueAt } = datesOf(times, taught.timeZone)
  const item = await requireAssignable(db, viewer, taught, named)
  return inTransaction(db, async (trx) => {
    // groups are not deleted meanwhile, and prerequisites are written one after the other
    await lockGroups(trx, classId)
    const { rows: known } = await sql<{ others: number; dueAt: Date | null; id: string | null }>`
      select count(*) filter (where item_id <> ${item.id})::integer as others,
        max(due_at) filter (where item_id = ${item.id}) as "dueAt", max(id) filter (where item_id = ${item.id}) as id
      from assignments where class_id = ${classId}`.execute(trx)
    if (assignmentId !== undefined && known[0]?.id !== assignmentId) throw refused('item', 'campus.assignment_gone')
    const shown = before || prerequisites ? await assignmentsOf(trx, viewer, taught, now) : []
    if (assignmentId !== undefined && before) {
      await requireAssignmentUnchanged(trx, { taught, assignmentId, shown }, before, {
        opensAt: opensAt.toISOString(),
        dueAt: dueAt.toISOString(),
        note: note.trim(),
        recipients: recipients === undefined ? before.recipients : recipients,
        prerequisites: (prerequisites ?? before.prerequisites).map(({ toPass = false, ...one }) => ({
          ...one,
          toPass,
        })),
      })
    }
    requireFuture(dueAt, known[0]?.dueAt, now)
    if ((known[0]?.others ?? 0) >= mostAssignments) throw refused('item', 'campus.assign_too_many')
    const { rows } = await sql<{ id: string }>`
      insert into assignments as a (id, class_id, item_id, opens_at, due_at, note, assigned_by, assigned_at)
      values (${newId('assignment', now.getTime())}, ${classId}, ${item.id}, ${opensAt}, ${dueAt}, ${note.trim()},
        ${viewer.id}, ${now})
      on conflict (class_id, item_id) do update set opens_at = excluded.opens_at, due_at = excluded.due_at,
        note = excluded.note, due_told_at = case when a.due_at = excluded.due_at then a.due_told_at end
      returning id`.execute(trx)
    const id = rows[0]?.id ?? ''
    await keepRecipients(trx, classId, id, recipients)
    if (prerequisites)
      await keepPrerequisites(trx, { classId, id, seen: new Set(shown.map((one) => one.id)) }, prerequisites)
    const audit = { act: 'assignment_given', subject: classId, organisationId: taught.organisationId } as const
    await writeAudit(trx, { ...by(viewer), ...audit, now })
    return { id }
  })
}

/** Compared are those prerequisites that the teacher sees. */
async function requireAssignmentUnchanged(
  trx: Trx,
  { taught, assignmentId, shown }: { taught: TaughtClass; assignmentId: string; shown: readonly AssignedRow[] },
  before: AssignmentForm,
  wished: AssignmentForm,
): Promise<void> {
  const row = shown.find(({ id }) => id === assignmentId)
  if (!row) return
  const titles = new Map(shown.map(({ id, title }) => [id, title]))
  const recipients = (await recipientsOf(trx, taught.id)).get(assignmentId) ?? null
  const prerequisites = (await prerequisitesOf(trx, taught.id)).get(assignmentId) ?? []
  const stands = {
    opensAt: row.opensAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    note: row.note,
    recipients: recipients && {
      groupIds: recipients.groups.map(({ id }) => id),
      userIds: recipients.people.map(({ userId }) => userId),
    },
    prerequisites: prerequisites.filter((one) => titles.has(one.assignmentId)),
  }
  const time = (moment: Date) => clockTimeIn(taught.timeZone, moment).replace('T', ' ')
  requireUnchanged(inOneOrder(stands), { before: inOneOrder(before), wished: inOneOrder(wished) }, [
    `${time(row.opensAt)} – ${time(row.dueAt)}`,
    ...[...(recipients?.groups ?? []), ...(recipients?.people ?? [])].map(({ name }) => name),
    ...stands.prerequisites.map((one) => `← ${titles.get(one.assignmentId)}`),
    row.note,
  ])
}

function inOneOrder({ recipients, prerequisites, ...form }: AssignmentForm) {
  return {
    ...form,
    recipients: recipients && [[...recipients.groupIds].sort(), [...recipients.userIds].sort()],
    prerequisites: prerequisites.map(({ assignmentId, toPass }) => `${assignmentId} ${toPass}`).sort(),
  }
}

export async function withdraw({ db, clock }: Needs, viewer: SignedIn, classId: string, id: string): Promise<void> {
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    // who changes it meanwhile hears that it is gone
    await lockGroups(trx, classId)
    const gone = await trx
      .deleteFrom('assignments')
      .where('class_id', '=', classId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return
    await writeAudit(trx, { ...by(viewer), act: 'assignment_withdrawn', subject: classId, organisationId, now })
  })
}

/** Gives one learner of the class dates of their own, or takes them back. */
export async function datesForPerson(
  { db, clock }: Needs,
  viewer: SignedIn,
  { classId, assignmentId }: { classId: string; assignmentId: string },
  { userId, dates, before }: BodyOf<typeof setPersonDates>,
): Promise<void> {
  const { timeZone, organisationId } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const audit = { act: 'assignment_dates_changed', subject: userId, organisationId } as const
  if (dates === null) {
    await inTransaction(db, async (trx) => {
      const { rows } = await sql`
      delete from assignment_dates d using assignments a
      where a.id = d.assignment_id and a.class_id = ${classId} and a.id = ${assignmentId} and d.user_id = ${userId}
      returning d.user_id`.execute(trx)
      if (rows.length > 0) await writeAudit(trx, { ...by(viewer), ...audit, now })
    })
    return
  }
  const { opensAt, dueAt } = datesOf(dates, timeZone)
  await inTransaction(db, async (trx) => {
    const { rows: assignments } = await sql`
      select from assignments where id = ${assignmentId} and class_id = ${classId} for update`.execute(trx)
    if (assignments.length === 0) throw refuse('not_found')
    const { rows } = await sql<{ isLearner: boolean; opensAt: Date | null; dueAt: Date | null }>`
      select exists (select from ${learnersOf(classId)} where k.user_id = ${userId}) as "isLearner",
        d.opens_at as "opensAt", d.due_at as "dueAt"
      from (select) one left join assignment_dates d
        on d.assignment_id = ${assignmentId} and d.user_id = ${userId}`.execute(trx)
    const [known] = rows
    requireFuture(dueAt, known?.dueAt, now)
    if (!known?.isLearner) throw refused('userId', 'campus.person_not_in_class')
    await requireRecipient(trx, assignmentId, userId)
    const own = known.opensAt && known.dueAt ? { opensAt: known.opensAt, dueAt: known.dueAt } : null
    const time = (moment: Date) => clockTimeIn(timeZone, moment).replace('T', ' ')
    requireUnchanged(
      own && { opensAt: own.opensAt.toISOString(), dueAt: own.dueAt.toISOString() },
      { before, wished: { opensAt: opensAt.toISOString(), dueAt: dueAt.toISOString() } },
      own ? [`${time(own.opensAt)} – ${time(own.dueAt)}`] : [],
    )
    await sql`
    insert into assignment_dates as d (user_id, assignment_id, opens_at, due_at)
    values (${userId}, ${assignmentId}, ${opensAt}, ${dueAt})
    on conflict (user_id, assignment_id) do update set opens_at = excluded.opens_at, due_at = excluded.due_at,
      due_told_at = case when d.due_at = excluded.due_at then d.due_told_at end`.execute(trx)
    await writeAudit(trx, { ...by(viewer), ...audit, now })
  })
}

/** A due date lies ahead when it is set. One that stays may be past: then only words, recipients or the opening change. */
function requireFuture(dueAt: Date, before: Date | null | undefined, now: Date): void {
  if (dueAt <= now && dueAt.getTime() !== before?.getTime()) throw refused('dueAt', 'campus.assign_due_past')
}

function datesOf({ opensAt, dueAt }: { opensAt: string; dueAt: string }, timeZone: string) {
  const dates = { opensAt: momentAt('opensAt', opensAt, timeZone), dueAt: momentAt('dueAt', dueAt, timeZone) }
  if (dates.dueAt <= dates.opensAt) throw refused('dueAt', 'campus.assign_due_before_opening')
  return dates
}

/** A time by the organisation's clock as a moment; `field` is the one that a refusal names. */
export function momentAt(field: string, clockTime: string, timeZone: string): Date {
  // a time that says a zone of its own would be read as another moment than it says
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(clockTime)) throw refused(field, 'campus.assign_no_time')
  return momentOf(clockTime, timeZone, field)
}
