import type { Assignment, openForPerson } from '@lantern/contract/campus/assignments.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { by, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { learnerName, learnersOf, requireTeacher } from './class-rights.ts'
import { requireRecipient } from './recipients.ts'
import { refused } from './refused.ts'
import { tellOfOpening } from './tell-of-assignments.ts'

// To whom an assignment is open despite what it waits for. The view `assignment_locks` leaves these learners out.

/** Opens an assignment for one learner of the class, who is told of it where it was locked; or lets it wait again. */
export async function setOpening(
  services: Services,
  viewer: SignedIn,
  { classId, assignmentId }: { classId: string; assignmentId: string },
  { userId, isOpen }: BodyOf<typeof openForPerson>,
): Promise<void> {
  const { db, clock } = services
  const { organisationId } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const audit = { ...by(viewer), subject: userId, organisationId, now }
  await inTransaction(db, async (trx) => {
    const { rows: found } = await sql`
      select from assignments where id = ${assignmentId} and class_id = ${classId}`.execute(trx)
    if (found.length === 0) throw refuse('not_found')
    if (!isOpen) {
      const { numAffectedRows } = await sql`
        delete from assignment_openings where user_id = ${userId} and assignment_id = ${assignmentId}`.execute(trx)
      if (numAffectedRows) await writeAudit(trx, { ...audit, act: 'assignment_waits_again' })
      return
    }
    const { rows } = await sql`select from ${learnersOf(classId)} where k.user_id = ${userId}`.execute(trx)
    if (rows.length === 0) throw refused('userId', 'campus.person_not_in_class')
    await requireRecipient(trx, assignmentId, userId)
    const { rows: locks } = await sql`
      select from assignment_locks where user_id = ${userId} and assignment_id = ${assignmentId} limit 1`.execute(trx)
    const { numAffectedRows } = await sql`
      insert into assignment_openings (user_id, assignment_id, opened_at) values (${userId}, ${assignmentId}, ${now})
      on conflict do nothing`.execute(trx)
    if (!numAffectedRows) return
    await writeAudit(trx, { ...audit, act: 'assignment_opened_for' })
    if (locks.length > 0) await tellOfOpening(services, trx, { id: assignmentId, userId, now })
  })
}

/** Learners of the class by assignment. */
export async function openingsOf(db: Db, classId: string): Promise<ReadonlyMap<string, Assignment['openedFor']>> {
  const { rows } = await sql<Assignment['openedFor'][number] & { id: string }>`
    select o.assignment_id as id, u.id as "userId", ${learnerName} as name
    from ${learnersOf(classId)} join assignment_openings o on o.user_id = u.id
      join assignments a on a.id = o.assignment_id and a.class_id = ${classId}
    order by ${inNameOrder(learnerName)}, u.id limit 2000`.execute(db)
  const openings = new Map<string, Assignment['openedFor']>()
  for (const { id, ...person } of rows) openings.set(id, [...(openings.get(id) ?? []), person])
  return openings
}
