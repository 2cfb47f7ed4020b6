import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { type DocumentUse, isSameAgent, type Principal, type Statement, type VisitRules } from '#xapi/index.ts'
import { keyContext } from './cmi5-launch.ts'
import { actorOf } from './cmi5-names.ts'
import { isSatisfied, satisfy } from './cmi5-satisfied.ts'
import { requireAllowed, type VisitFacts } from './cmi5-statements.ts'
import { cmi5 } from './cmi5-vocabulary.ts'
import { secondsOf } from './scorm-data.ts'
import type { Unit } from './units.ts'
import { better, sumUp } from './visits.ts'

interface VisitRow {
  visit_id: string
  user_id: string
  name: string
  package_id: string
  organisation_id: string
  unit_id: string
  activity_iri: string
  registration: string
  units: Unit[]
  preferences_read_at: Date | null
  initialized_at: Date | null
  ended_at: Date | null
  has_failed: boolean
  mode: LaunchMode
  has_completed: boolean
  has_passed: boolean
}

const visits = sql`
  select l.*, u.name, a.registration, p.organisation_id, v.units, r.has_completed, r.has_passed
  from courseware_launches l join users u on u.id = l.user_id
  join courseware_attempts a on a.user_id = l.user_id and a.package_id = l.package_id
  join courseware_packages p on p.id = l.package_id join courseware_versions v on v.id = a.version_id
  join courseware_unit_records r on r.user_id = l.user_id and r.package_id = l.package_id and r.unit_id = l.unit_id`

/** The visit that a key belongs to, as the record store knows it: what may be read and written with it. Null: no such key. */
export async function principalOfVisit(services: Services, id: string, key: string): Promise<Principal | null> {
  const digest = services.sealer.digest(key, keyContext(id))
  const { rows } = await sql<VisitRow>`
    ${visits} where l.visit_id = ${id} and l.key_digest = ${digest} and l.ended_at is null`.execute(services.db)
  const [visit] = rows
  if (!visit) return null
  const actor = actorOf(services, { id: visit.user_id, name: visit.name })
  const rules: VisitRules = {
    registration: visit.registration,
    requireDocument: async (use) => {
      requireDocument(use, visit, actor)
      if (use.method === 'GET' && isPreferences(use)) await notePreferences(services, id)
    },
    onWritten: (trx, statements) => take(services, trx, visit, statements),
  }
  return { organisationId: visit.organisation_id, authority: actor, visit: rules }
}

/** A unit keeps its states and the learner's wishes, and may read what it was launched with. */
function requireDocument(use: DocumentUse, visit: VisitRow, actor: Principal['authority']): void {
  const isOwn = use.agent === undefined || isSameAgent(use.agent, actor)
  const isItsActivity = use.activityId === undefined || use.activityId === visit.activity_iri
  const isItsRegistration = use.registration === undefined || use.registration === visit.registration
  if (!isOwn || !(use.kind === 'agent_profile' || isItsActivity) || !isItsRegistration) throw refuse('forbidden')
  const isLaunchData = use.kind === 'state' && (use.documentId === cmi5.launchData || use.documentId === undefined)
  if (use.method !== 'GET' && isLaunchData) throw refuse('forbidden')
  if (use.method !== 'GET' && isPreferences(use)) {
    requirePreferences(use.body, use.contentType)
  }
}

function isPreferences({ kind, documentId }: DocumentUse): boolean {
  return kind === 'agent_profile' && documentId === cmi5.preferences
}

async function notePreferences({ db, clock }: Services, visitId: string): Promise<void> {
  await sql`
    update courseware_launches set preferences_read_at = ${clock.now()}
    where visit_id = ${visitId} and preferences_read_at is null`.execute(db)
}

/** Languages by their tags, a comma between them; sound on or off (cmi5, 11). */
function requirePreferences(body: Buffer, contentType: string): void {
  const given = parsed(body)
  const languages = given?.languagePreference
  const isRight =
    /^application\/json\s*(;|$)/i.test(contentType) &&
    typeof languages === 'string' &&
    /^[a-z]{2,8}(-[a-z0-9]{1,8})*(,[a-z]{2,8}(-[a-z0-9]{1,8})*)*$/i.test(languages) &&
    (given?.audioPreference === 'on' || given?.audioPreference === 'off')
  if (!isRight) throw refuse('forbidden')
}

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** What a unit said: refused where cmi5 forbids it, else counted, one statement after the other. */
async function take(services: Services, trx: Trx, { visit_id: id }: VisitRow, statements: readonly Statement[]) {
  const visit = await lockVisit(trx, id)
  const unit = visit.units.find((one) => one.id === visit.unit_id)
  if (!unit) throw refuse('forbidden')
  const actor = actorOf(services, { id: visit.user_id, name: visit.name })
  const facts: VisitFacts = {
    visitId: id,
    actor,
    registration: visit.registration,
    activityIri: visit.activity_iri,
    unitIri: unit.id,
    masteryScore: unit.masteryScore,
    launchMode: visit.mode,
    hasReadPreferences: visit.preferences_read_at !== null,
    isInitialized: visit.initialized_at !== null,
    hasEnded: visit.ended_at !== null,
    hasCompleted: visit.has_completed,
    hasPassed: visit.has_passed,
    hasFailed: visit.has_failed,
  }
  let score: number | null = null
  let seconds = 0
  for (const statement of statements) {
    requireAllowed(statement, facts)
    // what carries no category of cmi5 is the unit's own affair
    const { id: verb } = statement.verb
    const isOwnWord = !isDefined(statement)
    if (verb === cmi5.initialized) facts.isInitialized = true
    if (isOwnWord) continue
    if (verb === cmi5.completed) facts.hasCompleted = true
    if (verb === cmi5.passed) facts.hasPassed = true
    if (verb === cmi5.failed) facts.hasFailed = true
    if (verb === cmi5.terminated) {
      facts.hasEnded = true
      seconds = secondsOf(String(statement.result?.duration ?? ''))
    }
    score = scoreOf(statement) ?? score
  }
  await keep(services, trx, { visit, unit, facts, score, seconds })
  const { registration, organisation_id: organisationId, user_id: userId, package_id: packageId } = visit
  await satisfy({ services, organisationId, actor, registration, sessionId: id }, trx, { userId, packageId })
}

function isDefined({ context }: Statement): boolean {
  return [context?.contextActivities?.category ?? []].flat().some(({ id }) => id === cmi5.category)
}

function scoreOf({ result }: Statement): number | null {
  const score = result?.score as { scaled?: unknown } | undefined
  return typeof score?.scaled === 'number' ? Math.round(Math.min(1, Math.max(0, score.scaled)) * 10_000) / 100 : null
}

async function lockVisit(trx: Trx, id: string): Promise<VisitRow> {
  const { rows } = await sql<VisitRow>`${visits} where l.visit_id = ${id} for update of l, a, r`.execute(trx)
  const [visit] = rows
  if (!visit) throw refuse('forbidden')
  return visit
}

interface Keeping {
  visit: VisitRow
  unit: Unit
  facts: VisitFacts
  score: number | null
  seconds: number
}

async function keep({ clock }: Services, trx: Trx, { visit, unit, facts, score, seconds }: Keeping): Promise<void> {
  const now = clock.now()
  await sql`
    update courseware_launches set has_failed = ${facts.hasFailed},
      initialized_at = coalesce(initialized_at, case when ${facts.isInitialized} then ${now}::timestamptz end),
      ended_at = coalesce(ended_at, case when ${facts.hasEnded} then ${now}::timestamptz end)
    where visit_id = ${visit.visit_id}`.execute(trx)
  // who only looks is not marked
  if (visit.mode !== 'Normal') return
  const { user_id: userId, package_id: packageId, unit_id: unitId } = visit
  const { rows } = await sql<{ state: 'begun' | 'completed' | 'passed' | 'failed' | 'waived'; score: number | null }>`
    select state, score from courseware_unit_records
    where user_id = ${userId} and package_id = ${packageId} and unit_id = ${unitId}`.execute(trx)
  const [before] = rows
  if (!before) return
  const isMet = unit.moveOn !== 'NotApplicable' && isSatisfied(unit, { ...progressOf(facts), state: before.state })
  // done is what the package's own rule calls so
  const said = facts.hasPassed ? 'passed' : facts.hasFailed ? 'failed' : facts.hasCompleted ? 'completed' : 'begun'
  const isDoneWithoutRule = (unit.moveOn ?? 'NotApplicable') === 'NotApplicable' && facts.hasEnded
  const state =
    said === 'begun' && isDoneWithoutRule
      ? 'completed'
      : isMet || said === 'failed' || isDoneWithoutRule
        ? said
        : 'begun'
  const result = better(before, { state, score })
  await sql`
    update courseware_unit_records set state = ${result.state}, score = ${result.score}, has_completed = ${facts.hasCompleted},
      has_passed = ${facts.hasPassed}, seconds = seconds_before + ${seconds}, has_ended = ${facts.hasEnded}, updated_at = ${now}
    where user_id = ${userId} and package_id = ${packageId} and unit_id = ${unitId}`.execute(trx)
  await sumUp(trx, userId, packageId, now)
}

function progressOf({ hasCompleted, hasPassed }: VisitFacts) {
  return { has_completed: hasCompleted, has_passed: hasPassed }
}
