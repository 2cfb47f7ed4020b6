import { randomUUID } from 'node:crypto'
import { isDone, type PackageStandard, type UnitState } from '@lantern/contract/courseware/package-rules.ts'
import type { commitUnit, openUnit } from '@lantern/contract/courseware/packages.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { launch } from './cmi5-launch.ts'
import { packageFor, playable, requireUnlocked, unitAfter } from './packages.ts'
import { type Cmi, launchCmi, readCmi, text, type UnitResult, unitResult } from './scorm-data.ts'
import type { Unit } from './units.ts'

interface Opened {
  versionId: string
  standard: PackageStandard
  registration: string
  unit: Unit
  visitId: string
  /** What the visit before left; null: there was none. */
  before: { data: string | null; hasEnded: boolean; seconds: number; state: UnitState } | null
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
  const { standard, unit, visitId, versionId, registration, before } = opened
  if (launched || standard === 'cmi5') {
    const { url = '', opensWindow = false } = launched ?? {}
    // a page elsewhere cannot be framed by the site's policy
    return {
      visitId,
      origin,
      launch: { kind: 'cmi5', url, opensWindow: opensWindow || new URL(url).origin !== origin },
    }
  }
  const learner = { id: registration, name: viewer.name }
  return {
    visitId,
    origin,
    launch: {
      kind: 'scorm',
      standard,
      playerUrl: `${origin}/package-player/${standard}`,
      unitUrl: unitAddress(origin, versionId, unit.href ?? ''),
      data: JSON.stringify(launchCmi(standard, unit, learner, before)),
      learnerId: registration,
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
  if (!isTeacher) await requireUnlocked(trx, attempt.units, unitId, { userId: viewer.id, packageId })
  const { rows: records } = await sql<{ data: string | null; has_ended: boolean; seconds: number; state: UnitState }>`
    select data, has_ended, seconds, state from courseware_unit_records
    where user_id = ${viewer.id} and package_id = ${packageId} and unit_id = ${unitId}`.execute(trx)
  const [before] = records
  const visitId = newId('unitVisit', now.getTime())
  await sql`
    insert into courseware_unit_records as r (user_id, package_id, unit_id, visit_id, updated_at)
    values (${viewer.id}, ${packageId}, ${unitId}, ${visitId}, ${now})
    on conflict (user_id, package_id, unit_id) do update set visit_id = excluded.visit_id, commit_number = 0,
      has_ended = false, seconds_before = r.seconds, updated_at = excluded.updated_at`.execute(trx)
  return {
    versionId: attempt.id,
    standard: attempt.standard,
    registration: attempt.registration,
    unit,
    visitId,
    before: before
      ? { data: before.data, hasEnded: before.has_ended, seconds: before.seconds, state: before.state }
      : null,
  }
}

interface VisitRow {
  unit_id: string
  commit_number: number
  state: Exclude<UnitState, 'not_begun'>
  score: number | null
  standard: PackageStandard
  units: Unit[]
}

/** Keeps what a visit wrote. A visit that is not the newest of its unit is refused, and an older commit changes nothing. */
export async function keepCommit(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  packageId: string,
  { visitId, number, data, isLast }: BodyOf<typeof commitUnit>,
): Promise<ResponseOf<typeof commitUnit>> {
  await packageFor(db, viewer, packageId)
  const cmi = readCmi(data)
  if (!cmi) throw refuse('bad_request', { details: [{ field: 'data', message: 'shape.invalid' }] })
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<VisitRow>`
      select r.unit_id, r.commit_number, r.state, r.score, v.standard, v.units
      from courseware_unit_records r
      join courseware_attempts a on a.user_id = r.user_id and a.package_id = r.package_id
      join courseware_versions v on v.id = a.version_id
      where r.visit_id = ${visitId} and r.user_id = ${viewer.id} and r.package_id = ${packageId}
      for update of r, a`.execute(trx)
    const [visit] = rows
    const unit = visit?.units.find(({ id }) => id === visit.unit_id)
    if (!visit || !unit || visit.standard === 'cmi5') throw refuse('conflict')
    // who goes away in the middle has not ended it
    const hasEnded = isLast && text(cmi.exit) !== 'suspend'
    const following = async () =>
      hasEnded ? unitAfter(trx, visit.units, unit.id, { userId: viewer.id, packageId }) : null
    // one whose answer was lost comes again
    if (number === visit.commit_number) return { state: visit.state, next: await following() }
    if (number < visit.commit_number) return { state: visit.state, next: null }
    const state = await keep(trx, { viewer, packageId, unit, visit, cmi, now: clock.now(), number, isLast, data })
    await sumUp(trx, viewer.id, packageId, clock.now())
    return { state, next: await following() }
  })
}

interface Keeping {
  viewer: SignedIn
  packageId: string
  unit: Unit
  visit: VisitRow
  cmi: Cmi
  now: Date
  number: number
  isLast: boolean
  data: string
}

async function keep(trx: Trx, { viewer, packageId, unit, visit, cmi, now, number, isLast, data }: Keeping) {
  const result = unitResult(visit.standard === 'scorm_12' ? 'scorm_12' : 'scorm_2004', unit, cmi)
  const { state, score } = better(visit, result)
  await sql`
    update courseware_unit_records set commit_number = ${number}, has_ended = ${isLast}, state = ${state},
      score = ${score}, seconds = seconds_before + ${result.seconds}, data = ${data}, updated_at = ${now}
    where user_id = ${viewer.id} and package_id = ${packageId} and unit_id = ${visit.unit_id}`.execute(trx)
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
