import { sql } from 'kysely'
import type { Trx } from '#kit/sql.ts'
import { type Statement, storeWithin } from '#xapi/index.ts'
import { activityIri, lmsAuthority } from './cmi5-names.ts'
import { type Lms, lmsStatement } from './cmi5-statements.ts'
import { cmi5 } from './cmi5-vocabulary.ts'
import type { Unit } from './units.ts'

interface Progress {
  unit_id: string
  has_completed: boolean
  has_passed: boolean
  state: string
}

/** Whether a unit has what its `moveOn` asks for. */
export function isSatisfied(
  { moveOn = 'NotApplicable' }: Unit,
  progress: Omit<Progress, 'unit_id'> | undefined,
): boolean {
  const { has_completed: completed = false, has_passed: passed = false, state = '' } = progress ?? {}
  if (state === 'waived') return true
  return {
    NotApplicable: true,
    Completed: completed,
    Passed: passed,
    CompletedAndPassed: completed && passed,
    CompletedOrPassed: completed || passed,
  }[moveOn]
}

/** Says of each block, and of the course, that it is satisfied as soon as all of its units are: once (cmi5, 9.3.9). */
export async function satisfy(lms: Lms, trx: Trx, { userId, packageId }: { userId: string; packageId: string }) {
  const { services, organisationId } = lms
  const { rows } = await sql<{ units: Unit[]; course_iri: string; satisfied: string[] }>`
    select v.units, v.course_iri, a.satisfied
    from courseware_attempts a join courseware_versions v on v.id = a.version_id
    where a.user_id = ${userId} and a.package_id = ${packageId} for update of a`.execute(trx)
  const [attempt] = rows
  if (!attempt) return
  const { rows: records } = await sql<Progress>`
    select unit_id, has_completed, has_passed, state from courseware_unit_records
    where user_id = ${userId} and package_id = ${packageId}`.execute(trx)
  const progress = new Map(records.map((record) => [record.unit_id, record]))
  const { units, course_iri: courseIri } = attempt
  const isDone = (part: readonly Unit[]) =>
    part.every((unit) => unit.href === null || isSatisfied(unit, progress.get(unit.id)))
  // inner blocks before the outer ones, the course at the end
  const blocks = units
    .flatMap((unit, at) => (unit.href === null ? [{ unit, inside: inside(units, at) }] : []))
    .reverse()
  const reached = blocks
    .filter(({ inside: part }) => isDone(part))
    .map(({ unit }) => ({ iri: unit.id, type: cmi5.block }))
  const all = [...reached, ...(isDone(units) ? [{ iri: courseIri, type: cmi5.course }] : [])]
  const fresh = all.filter(({ iri, type }) => !attempt.satisfied.includes(`${type} ${iri}`))
  if (fresh.length === 0) return
  const now = services.clock.now()
  const statements: Statement[] = fresh.map(({ iri, type }) =>
    lmsStatement(lms, now, {
      verb: cmi5.satisfied,
      activity: { id: activityIri(services, packageId, type === cmi5.course ? 'course' : iri), definition: { type } },
      grouping: iri,
    }),
  )
  await sql`
    update courseware_attempts set satisfied = satisfied || ${fresh.map(({ iri, type }) => `${type} ${iri}`)}::text[]
    where user_id = ${userId} and package_id = ${packageId}`.execute(trx)
  await storeWithin(services, trx, { organisationId, authority: lmsAuthority(services) }, statements)
}

/** What stands below a block, down to its end. */
function inside(units: readonly Unit[], at: number): Unit[] {
  const depth = units[at]?.depth ?? 0
  const rest = units.slice(at + 1)
  const end = rest.findIndex((unit) => unit.depth <= depth)
  return end < 0 ? rest : rest.slice(0, end)
}
