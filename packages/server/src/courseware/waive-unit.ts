import { randomUUID } from 'node:crypto'
import { isDone, type UnitState, type WaiveReason } from '@lantern/contract/courseware/package-rules.ts'
import type { getLearnerUnits, LearnerUnits, waiveUnit as waive } from '@lantern/contract/courseware/packages.ts'
import type { BodyOf, QueryOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { learnerName, learnersOf } from '#campus/index.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { storeWithin } from '#xapi/index.ts'
import { activityIri, actorOf, lmsAuthority } from './cmi5-names.ts'
import { satisfy } from './cmi5-satisfied.ts'
import { type Lms, lmsStatement } from './cmi5-statements.ts'
import { cmi5 } from './cmi5-vocabulary.ts'
import { unitsOf } from './learning.ts'
import { playable, requireClassTeacher } from './packages.ts'
import type { Unit } from './units.ts'
import { attemptOf, sumUp } from './visits.ts'

/** The words of cmi5 for why a unit is waived (9.5.5.2). */
const reasonNames: Record<WaiveReason, string> = {
  tested_out: 'Tested Out',
  equivalent_unit: 'Equivalent AU',
  equivalent_outside: 'Equivalent Outside Activity',
  administrative: 'Administrative',
}

interface OfLearner {
  packageId: string
  classId: string
  userId: string
}

/** A learner's units in the version that they play, or would begin. */
export async function readLearnerUnits(
  db: Db,
  viewer: SignedIn,
  asked: QueryOf<typeof getLearnerUnits> & { packageId: string },
): Promise<LearnerUnits> {
  await requireClassTeacher(db, viewer, asked)
  return learnerUnits(db, asked)
}

async function learnerUnits(db: Db | Trx, { packageId, classId, userId }: OfLearner): Promise<LearnerUnits> {
  const { rows } = await sql<{ name: string; units: Unit[] }>`
    select ${learnerName} as name, v.units from ${learnersOf(classId)}
    join courseware_classes g on g.class_id = ${classId} and g.package_id = ${packageId}
    left join courseware_attempts a on a.user_id = u.id and a.package_id = ${packageId}
    join courseware_versions v on v.id = coalesce(a.version_id, (select r.id from courseware_versions r
      where r.package_id = ${packageId} and r.state = 'ready' order by r.number desc limit 1))
    where u.id = ${userId}`.execute(db)
  const [learner] = rows
  if (!learner) throw refuse('not_found')
  const { shown } = await unitsOf(db, learner.units, { userId, packageId, isTeacher: false })
  return { userId, name: learner.name, units: shown }
}

/**
 * Lets a unit count as done for a learner who need not do it. For a unit of cmi5 the learning records say so once
 * (cmi5, 9.3.7), and what it satisfies. A unit that is done is refused, one that is waived already stays as it is.
 */
export async function waiveUnit(
  services: Services,
  viewer: SignedIn,
  { unitId, reason, ...asked }: BodyOf<typeof waive> & { packageId: string },
): Promise<LearnerUnits> {
  const { organisationId } = await requireClassTeacher(services.db, viewer, asked)
  const { packageId, userId } = asked
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { name } = await learnerUnits(trx, asked)
    const attempt = await attemptOf(trx, userId, packageId, now)
    const unit = attempt && playable(attempt.units).find(({ id }) => id === unitId)
    if (!attempt || !unit) throw refuse('not_found')
    if (await keepWaived(trx, { userId, packageId, unitId, now })) {
      await sumUp(trx, userId, packageId, now)
      const { registration, standard } = attempt
      const actor = actorOf(services, { id: userId, name })
      const lms = { services, organisationId, actor, registration, sessionId: randomUUID() }
      if (standard === 'cmi5') await sayWaived(lms, trx, { userId, packageId, unit, reason, now })
      const detail = { packageId, unitId, reason }
      await writeAudit(trx, {
        actor: viewer.id,
        act: 'course_unit_waived',
        subject: userId,
        organisationId,
        detail,
        now,
      })
    }
    return learnerUnits(trx, asked)
  })
}

/** False: it was waived before. */
async function keepWaived(
  trx: Trx,
  { userId, packageId, unitId, now }: { userId: string; packageId: string; unitId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ state: UnitState }>`
    select state from courseware_unit_records
    where user_id = ${userId} and package_id = ${packageId} and unit_id = ${unitId}`.execute(trx)
  const state = rows[0]?.state ?? 'not_begun'
  if (state === 'waived') return false
  if (isDone(state)) throw refuse('conflict')
  await sql`
    insert into courseware_unit_records (user_id, package_id, unit_id, visit_id, state, updated_at)
    values (${userId}, ${packageId}, ${unitId}, ${newId('unitVisit', now.getTime())}, 'waived', ${now})
    on conflict (user_id, package_id, unit_id) do update set state = 'waived', updated_at = excluded.updated_at`.execute(
    trx,
  )
  return true
}

interface Waived {
  userId: string
  packageId: string
  unit: Unit
  reason: WaiveReason
  now: Date
}

async function sayWaived(lms: Lms, trx: Trx, { userId, packageId, unit, reason, now }: Waived): Promise<void> {
  const { services, organisationId } = lms
  const statement = lmsStatement(lms, now, {
    verb: cmi5.waived,
    activity: { id: activityIri(services, packageId, unit.id) },
    grouping: unit.id,
    result: { success: true, completion: true, extensions: { [cmi5.reason]: reasonNames[reason] } },
    isMoveOn: true,
  })
  await storeWithin(services, trx, { organisationId, authority: lmsAuthority(services) }, [statement])
  await satisfy(lms, trx, { userId, packageId })
}
