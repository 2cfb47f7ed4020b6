import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'
import { joinAtFirst } from '../organisations/organisations.ts'
import { makeAccount } from '../provider/make-account.ts'
import { deviceTypeOf, openSession } from '../session/index.ts'
import { lockSettings } from './settings.ts'

interface ByProvider {
  organisationId: string
  version: number
  /** What the provider calls the person, for ever. */
  subject: string
  name: string | null
}

interface Visit {
  ip: string
  userAgent: string
  country: string | null
  locale: OfferedLocale
}

/**
 * Signs in who a provider names, the first time with an account of their own. An account that exists is bound to nobody
 * by what a provider says of it: its owner signs in here and asks for it. Answers the token of the session.
 */
export async function signInBySchool(services: Services, by: ByProvider, visit: Visit): Promise<string> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { issuer } = await requireOn(trx, by)
    const known = await boundTo(trx, by, issuer)
    const userId = known ?? (await makeAccount(services, trx, { name: by.name ?? '', locale: visit.locale }))
    await settle(services, trx, { ...by, issuer, userId, isNew: known === null })
    return openSession(services, trx, {
      userId,
      deviceType: deviceTypeOf(visit.userAgent),
      userAgent: visit.userAgent,
      ip: visit.ip,
      country: visit.country,
      school: by.organisationId,
      now,
    })
  })
}

/** Binds who a provider names to an account whose owner asked for it, and counts the session as begun there. */
export async function bindToSchool(
  services: Services,
  by: ByProvider,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { issuer } = await requireOn(trx, by)
    const known = await boundTo(trx, by, issuer)
    if (known !== null && known !== userId) throw new SchoolAccountTaken()
    await settle(services, trx, { ...by, issuer, userId, isNew: known === null })
    await trx
      .updateTable('sessions')
      .set({ school_id: by.organisationId, school_at: services.clock.now() })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .execute()
  })
}

/** What the provider names opens another account here. */
export class SchoolAccountTaken extends Refusal {
  constructor() {
    super('conflict')
  }
}

async function requireOn(trx: Trx, { organisationId, version }: ByProvider): Promise<{ issuer: string }> {
  // two first sign-ins of one person at once: the second waits here and finds the account
  const settings = await lockSettings(trx, organisationId, version)
  if (!settings.on_at) throw refuse('authorization_expired')
  return settings
}

async function boundTo(trx: Trx, { organisationId, subject }: ByProvider, issuer: string): Promise<string | null> {
  const row = await trx
    .selectFrom('school_people')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

async function settle(
  services: Services,
  trx: Trx,
  { organisationId, issuer, subject, userId, isNew }: ByProvider & { issuer: string; userId: string; isNew: boolean },
): Promise<void> {
  const now = services.clock.now()
  await trx
    .insertInto('school_people')
    .values({ organisation_id: organisationId, issuer, subject, user_id: userId, bound_at: now, last_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'issuer', 'subject']).doUpdateSet({ last_at: now }))
    .execute()
  if (!isNew) return
  await writeAudit(trx, { actor: userId, act: 'school_person_bound', subject: organisationId, organisationId, now })
  // whose membership an admin ended does not come back by signing in
  const member = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) await joinAtFirst(services.events, trx, { organisationId, userId, role: 'learner', now })
}
