import { randomBytes } from 'node:crypto'
import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { keepState, storePath, storeWithin } from '#xapi/index.ts'
import { activityIri, actorOf, lmsAuthority } from './cmi5-names.ts'
import { satisfy } from './cmi5-satisfied.ts'
import { lmsStatement } from './cmi5-statements.ts'
import { cmi5 } from './cmi5-vocabulary.ts'
import type { Unit } from './units.ts'

/** Below this path a unit gets the key of its visit, once. */
export const fetchPath = '/api/cmi5/fetch'

const secretBytes = 32

export interface Launching {
  organisationId: string
  packageId: string
  unit: Unit
  registration: string
  visitId: string
  launchMode: LaunchMode
  /** Where the unit is, without what cmi5 adds. */
  address: string
  returnUrl: string
}

/**
 * Writes what a visit begins with (cmi5, 8 to 10) and gives the address to open: a visit that was left open before is
 * abandoned, what needs no unit is satisfied, the launch data and the launched statement are there before the unit asks.
 */
export async function launch(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  { organisationId, packageId, unit, registration, visitId, launchMode, address, returnUrl }: Launching,
): Promise<{ url: string; opensWindow: boolean }> {
  const { config, clock, sealer } = services
  const now = clock.now()
  const actor = actorOf(services, viewer)
  const activityId = activityIri(services, packageId, unit.id)
  const { moveOn = 'NotApplicable' } = unit
  await abandonOpen(services, trx, viewer, packageId, unit.id)
  const fetchSecret = randomBytes(secretBytes).toString('base64url')
  await sql`
    insert into courseware_launches (visit_id, user_id, package_id, unit_id, activity_iri, fetch_digest, launched_at, mode)
    values (${visitId}, ${viewer.id}, ${packageId}, ${unit.id}, ${activityId},
      ${sealer.digest(fetchSecret, fetchContext(visitId))}, ${now}, ${launchMode})`.execute(trx)
  const lms = { services, organisationId, actor, registration, sessionId: visitId }
  await satisfy(lms, trx, { userId: viewer.id, packageId })
  await keepState(trx, organisationId, {
    activityId,
    agent: actor,
    registration,
    stateId: cmi5.launchData,
    document: {
      contextTemplate: {
        contextActivities: { grouping: [{ objectType: 'Activity', id: unit.id }] },
        extensions: { [cmi5.sessionId]: visitId },
      },
      launchMode,
      ...(unit.launchData !== undefined && { launchParameters: unit.launchData }),
      ...(unit.masteryScore !== undefined && { masteryScore: unit.masteryScore }),
      moveOn,
      returnURL: returnUrl,
      ...(unit.entitlementKey !== undefined && { entitlementKey: { courseStructure: unit.entitlementKey } }),
    },
    now,
  })
  const url = new URL(address)
  const given = {
    endpoint: `${config.publicUrl}${storePath}`,
    fetch: `${config.publicUrl}${fetchPath}/${visitId}.${fetchSecret}`,
    actor: JSON.stringify(actor),
    registration,
    activityId,
  }
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  const statement = lmsStatement(lms, now, {
    verb: cmi5.launched,
    activity: { id: activityId },
    grouping: unit.id,
    extensions: {
      [cmi5.launchMode]: launchMode,
      [cmi5.launchUrl]: address,
      [cmi5.moveOn]: moveOn,
      ...(unit.masteryScore !== undefined && { [cmi5.masteryScore]: unit.masteryScore }),
      ...(unit.launchData !== undefined && { [cmi5.launchParameters]: unit.launchData }),
    },
  })
  await storeWithin(services, trx, { organisationId, authority: lmsAuthority(services) }, [statement])
  return { url: url.href, opensWindow: unit.opensWindow ?? false }
}

function fetchContext(visitId: string): string {
  return `cmi5 fetch:${visitId}`
}

export function keyContext(visitId: string): string {
  return `cmi5 key:${visitId}`
}

/** The key of a visit, the first time that it is asked for; null afterwards, and for what never was. */
export async function fetchKey({ db, sealer, clock }: Services, token: string): Promise<string | null> {
  const [visitId = '', secret = ''] = token.split('.')
  if (visitId.includes('\0')) return null
  const key = randomBytes(secretBytes).toString('base64url')
  const { rows } = await sql`
    update courseware_launches set fetched_at = ${clock.now()}, key_digest = ${sealer.digest(key, keyContext(visitId))}
    where visit_id = ${visitId} and fetch_digest = ${sealer.digest(secret, fetchContext(visitId))}
      and fetched_at is null and ended_at is null returning visit_id`.execute(db)
  return rows.length === 0 ? null : Buffer.from(`${visitId}:${key}`).toString('base64')
}

/** A visit that neither ended by itself nor was ended: its unit can write no more, and the records say so. */
async function abandonOpen(services: Services, trx: Trx, viewer: SignedIn, packageId: string, unitId: string) {
  const { rows } = await sql<{
    visit_id: string
    activity_iri: string
    initialized_at: Date | null
    launched_at: Date
    registration: string
    organisation_id: string
  }>`
    update courseware_launches l set ended_at = ${services.clock.now()}
    from courseware_attempts a, courseware_packages p
    where l.user_id = ${viewer.id} and l.package_id = ${packageId} and l.unit_id = ${unitId} and l.ended_at is null
      and a.user_id = l.user_id and a.package_id = l.package_id and p.id = l.package_id
    returning l.visit_id, l.activity_iri, l.initialized_at, l.launched_at, a.registration, p.organisation_id`.execute(
    trx,
  )
  for (const open of rows) {
    // one that never began has nothing to abandon
    if (!open.initialized_at) continue
    const now = services.clock.now()
    const { organisation_id: organisationId, registration, visit_id: sessionId } = open
    const seconds = Math.max(0, (now.getTime() - open.launched_at.getTime()) / 1000)
    const statement = lmsStatement(
      { services, organisationId, actor: actorOf(services, viewer), registration, sessionId },
      now,
      {
        verb: cmi5.abandoned,
        activity: { id: open.activity_iri },
        grouping: unitId,
        result: { duration: `PT${Math.round(seconds)}S` },
      },
    )
    await storeWithin(services, trx, { organisationId, authority: lmsAuthority(services) }, [statement])
  }
}
