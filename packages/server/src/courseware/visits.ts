import { randomUUID } from 'node:crypto'
import {
  isDone,
  type PackageStandard,
  type UnitLock,
  type UnitState,
} from '@lantern/contract/courseware/package-rules.ts'
import type { commitUnit, openUnit, UnitWays } from '@lantern/contract/courseware/packages.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { launch } from './cmi5-launch.ts'
import { keepPlace, learningOf } from './learning.ts'
import { begun, endOf, lockOf, readNavRequest, waysOf } from './navigation.ts'
import { packageFor, playable } from './packages.ts'
import { type Cmi, goesOn, group, launchCmi, readCmi, timeLimitOf, type UnitResult, unitResult } from './scorm-data.ts'
import { hasRules } from './sequencing.ts'
import type { Unit } from './units.ts'

interface Opened {
  versionId: string
  standard: PackageStandard
  registration: string
  unit: Unit
  visitId: string
  /** What the visit before left; null: there was none. */
  before: { data: string | null; hasEnded: boolean; seconds: number; earlierSeconds: number; state: UnitState } | null
  ways: UnitWays | null
}

/** Opens a unit. From now on only this visit may write. */
export async function openVisit(
  services: Services,
  viewer: SignedIn,
  packageId: string,
  { unitId, mode: launchMode = 'Normal' }: BodyOf<typeof openUnit>,
): Promise<ResponseOf<typeof openUnit>> {
  const { config, db, clock } = services
  const origin = config.userContentUrl
  if (origin === undefined) throw refuse('unavailable')
  const { organisationId, isTeacher } = await packageFor(db, viewer, packageId)
  const { opened, launched } = await inTransaction(db, async (trx) => {
    const begun = await begin(trx, viewer, { packageId, unitId, isTeacher }, clock.now())
    const { standard, unit, visitId, versionId, registration } = begun
    const isReview = launchMode === 'Review' && begun.before !== null && isDone(begun.before.state)
    if (launchMode !== 'Normal' && !(isTeacher || isReview)) throw refuse('forbidden')
    if (standard !== 'cmi5') return { opened: begun, launched: null }
    const address = unitAddress(origin, versionId, unit.href ?? '')
    const returnUrl = `${origin}/package-player/returned?package=${packageId}`
    const launching = { organisationId, packageId, unit, registration, visitId, launchMode, address, returnUrl }
    return { opened: begun, launched: await launch(services, trx, viewer, launching) }
  })
  const { standard, unit, visitId, versionId, registration, before, ways } = opened
  if (launched || standard === 'cmi5') {
    const { url = '', opensWindow = false } = launched ?? {}
    // a page elsewhere cannot be framed by the site's policy
    return {
      visitId,
      origin,
      launch: { kind: 'cmi5', url, opensWindow: opensWindow || new URL(url).origin !== origin },
    }
  }
  const cmi = launchCmi(standard, unit, { id: registration, name: viewer.name }, before)
  return {
    visitId,
    origin,
    launch: {
      kind: 'scorm',
      standard,
      playerUrl: `${origin}/package-player/${standard}`,
      unitUrl: unitAddress(origin, versionId, unit.href ?? ''),
      data: JSON.stringify(cmi),
      learnerId: registration,
      ways,
      timeLimit: timeLimitOf(standard, unit, cmi),
    },
  }
}

/** The path is the archive's own and may hold any character; what follows it is the manifest's. */
function unitAddress(origin: string, versionId: string, href: string): string {
  if (/^https?:/i.test(href)) return href
  const [path = ''] = /^[^?#]*/.exec(href) ?? []
  const encoded = path.split('/').map((part) => encodeURIComponent(part))
  return `${origin}/package/${versionId}/${encoded.join('/')}${href.slice(path.length)}`
}

interface Attempt {
  /** Of the version. */
  id: string
  standard: PackageStandard
  units: Unit[]
  registration: string
}

/** A person's way through a package, locked; begun if it was not. Undefined: no version of it can be played. */
export async function attemptOf(trx: Trx, userId: string, packageId: string, now: Date): Promise<Attempt | undefined> {
  // who begins plays the newest version, and keeps it
  await sql`
    insert into courseware_attempts (user_id, package_id, version_id, registration, began_at, updated_at)
    select ${userId}, ${packageId}, id, ${randomUUID()}, ${now}, ${now} from courseware_versions
    where package_id = ${packageId} and state = 'ready' order by number desc limit 1
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<Attempt>`
    select v.id, v.standard, v.units, a.registration
    from courseware_attempts a join courseware_versions v on v.id = a.version_id
    where a.user_id = ${userId} and a.package_id = ${packageId} for update of a`.execute(trx)
  return rows[0]
}

interface Beginning {
  packageId: string
  unitId: string
  isTeacher: boolean
}

async function begin(
  trx: Trx,
  viewer: SignedIn,
  { packageId, unitId, isTeacher }: Beginning,
  now: Date,
): Promise<Opened> {
  const attempt = await attemptOf(trx, viewer.id, packageId, now)
  const unit = attempt && playable(attempt.units).find(({ id }) => id === unitId)
  if (!attempt || !unit) throw refuse('not_found')
  const asked = { userId: viewer.id, packageId }
  const isRuled = attempt.standard === 'scorm_2004' || (!isTeacher && attempt.units.some(hasRules))
  const learning = isRuled ? await learningOf(trx, attempt.units, asked) : null
  const lock = learning && !isTeacher ? lockOf(learning, unitId) : null
  if (lock) throw refuse('conflict', { details: [{ field: 'unitId', message: lockMessages[lock] }] })
  const { rows: records } = await sql<{
    data: string | null
    has_ended: boolean
    seconds: number
    earlier_seconds: number
    state: UnitState
  }>`
    select data, has_ended, seconds, earlier_seconds, state from courseware_unit_records
    where user_id = ${viewer.id} and package_id = ${packageId} and unit_id = ${unitId}`.execute(trx)
  const [before] = records
  const opened = learning && attempt.standard === 'scorm_2004' ? begun(learning, unitId) : null
  const attempts = opened?.records.get(unitId)?.attempts ?? 0
  const visitId = newId('unitVisit', now.getTime())
  await sql`
    insert into courseware_unit_records as r (user_id, package_id, unit_id, visit_id, attempts, updated_at)
    values (${viewer.id}, ${packageId}, ${unitId}, ${visitId}, ${attempts}, ${now})
    on conflict (user_id, package_id, unit_id) do update set visit_id = excluded.visit_id, commit_number = 0,
      has_ended = false, seconds_before = r.seconds, updated_at = excluded.updated_at,
      attempts = excluded.attempts,
      earlier_seconds = case when excluded.attempts > r.attempts then r.seconds else r.earlier_seconds end`.execute(trx)
  if (opened) await keepPlace(trx, opened.place, asked)
  return {
    versionId: attempt.id,
    standard: attempt.standard,
    registration: attempt.registration,
    unit,
    visitId,
    before: before
      ? {
          data: before.data,
          hasEnded: before.has_ended,
          seconds: before.seconds,
          earlierSeconds: before.earlier_seconds,
          state: before.state,
        }
      : null,
    ways: opened && waysOf(opened, unitId, isTeacher),
  }
}

const lockMessages = {
  not_yet: 'courseware.unit_locked',
  attempts_used: 'courseware.no_attempt_left',
} as const satisfies Record<UnitLock, string>

interface VisitRow {
  unit_id: string
  commit_number: number
  state: Exclude<UnitState, 'not_begun'>
  score: number | null
  data: string | null
  standard: PackageStandard
  units: Unit[]
}

/** Keeps what a visit wrote. A visit that is not the newest of its unit is refused, and an older commit changes nothing. */
export async function keepCommit(
  services: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  packageId: string,
  commit: BodyOf<typeof commitUnit>,
): Promise<ResponseOf<typeof commitUnit>> {
  const { isTeacher } = await packageFor(services.db, viewer, packageId)
  return keepOfVisit(services, { userId: viewer.id, packageId, isTeacher }, commit)
}

/** `keepCommit` without its check of rights, for a caller that has made one. */
export async function keepOfVisit(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, packageId, isTeacher }: { userId: string; packageId: string; isTeacher: boolean },
  { visitId, number, data, isLast, request: written }: BodyOf<typeof commitUnit>,
): Promise<ResponseOf<typeof commitUnit>> {
  const cmi = readCmi(data)
  if (!cmi) throw refuse('bad_request', { details: [{ field: 'data', message: 'shape.invalid' }] })
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<VisitRow>`
      select r.unit_id, r.commit_number, r.state, r.score, r.data, v.standard, v.units
      from courseware_unit_records r
      join courseware_attempts a on a.user_id = r.user_id and a.package_id = r.package_id
      join courseware_versions v on v.id = a.version_id
      where r.visit_id = ${visitId} and r.user_id = ${userId} and r.package_id = ${packageId}
      for update of r, a`.execute(trx)
    const [visit] = rows
    const unit = visit?.units.find(({ id }) => id === visit.unit_id)
    if (!visit || !unit || visit.standard === 'cmi5') throw refuse('conflict')
    if (number < visit.commit_number) return { state: visit.state, next: null, ways: null }
    // one whose answer was lost comes again
    const isNew = number > visit.commit_number
    const request = readNavRequest(isLast ? written : undefined)
    const ending = { isLast: isLast && request.kind !== 'suspendAll', isAbandoned: request.kind.startsWith('abandon') }
    const state = isNew
      ? await keep(trx, { userId, packageId, unit, visit, cmi, now: clock.now(), number, data, ...ending })
      : visit.state
    if (isNew) await sumUp(trx, userId, packageId, clock.now())
    if (visit.standard === 'scorm_12') return { state, next: null, ways: null }
    const learning = () => learningOf(trx, visit.units, { userId, packageId })
    if (isLast) {
      const end = { unitId: unit.id, request, isPutAside: goesOn(cmi, ending.isLast) }
      const before = await learning()
      const { following, place } = endOf(before, end)
      // what was kept without a network may come after another unit was opened
      if (isNew && before.place.current === unit.id) await keepPlace(trx, place, { userId, packageId })
      return { state, next: following, ways: null }
    }
    const isAsBefore = isNew && state === visit.state && isSameResult(visit.data, cmi)
    return { state, next: null, ways: isAsBefore ? null : waysOf(await learning(), unit.id, isTeacher) }
  })
}

/** Whether rules see the same in what a unit wrote. */
function isSameResult(before: string | null, now: Cmi): boolean {
  const seen = (cmi: Cmi | null) => JSON.stringify([cmi?.completion_status, group(cmi?.score).scaled, cmi?.objectives])
  return before !== null && seen(readCmi(before)) === seen(now)
}

interface Keeping {
  userId: string
  packageId: string
  unit: Unit
  visit: VisitRow
  cmi: Cmi
  now: Date
  number: number
  isLast: boolean
  /** The unit wants this to count as nothing. What it committed before stays. */
  isAbandoned: boolean
  data: string
}

async function keep(
  trx: Trx,
  { userId, packageId, unit, visit, cmi, now, number, isLast, isAbandoned, data }: Keeping,
) {
  const result = unitResult(visit.standard === 'scorm_12' ? 'scorm_12' : 'scorm_2004', unit, cmi)
  const { state, score } = isAbandoned ? visit : better(visit, result)
  await sql`
    update courseware_unit_records set commit_number = ${number}, has_ended = ${isLast}, state = ${state},
      score = ${score}, seconds = seconds_before + ${result.seconds}, data = ${isAbandoned ? null : data},
      updated_at = ${now}
    where user_id = ${userId} and package_id = ${packageId} and unit_id = ${visit.unit_id}`.execute(trx)
  return state
}

/** Who has passed stays so when they look at it again, and the best score counts. */
export function better(
  before: { state: UnitState; score: number | null },
  now: Pick<UnitResult, 'state' | 'score'>,
): { state: UnitState; score: number | null } {
  const scores = [before.score, now.score].filter((score) => score !== null)
  const isKept =
    before.state === 'passed' || before.state === 'waived' || (isDone(before.state) && now.state !== 'passed')
  return { state: isKept ? before.state : now.state, score: scores.length > 0 ? Math.max(...scores) : null }
}

/** What the units add up to. An attempt that is complete stays so. */
export async function sumUp(trx: Trx, userId: string, packageId: string, now: Date): Promise<void> {
  await sql`
    update courseware_attempts a set updated_at = ${now}, score = s.score, seconds = s.seconds, done_units = s.done,
      completed_at = coalesce(a.completed_at, case when s.done >= s.units then ${now}::timestamptz end)
    from (
      select avg(r.score) as score, coalesce(sum(r.seconds), 0) as seconds,
        count(*) filter (where r.state in ('completed', 'passed', 'waived'))::integer as done,
        (select count(*) from courseware_attempts b join courseware_versions v on v.id = b.version_id,
            jsonb_array_elements(v.units) unit
          where b.user_id = ${userId} and b.package_id = ${packageId} and unit ->> 'href' is not null) as units
      from courseware_unit_records r where r.user_id = ${userId} and r.package_id = ${packageId}) s
    where a.user_id = ${userId} and a.package_id = ${packageId}`.execute(trx)
}
