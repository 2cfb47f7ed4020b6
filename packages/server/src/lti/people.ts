import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { joinAtFirst, makeAccount, writeAudit } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { Launch } from './id-token.ts'

export interface Newcomer {
  platform: { id: string; organisationId: string }
  launch: Pick<Launch, 'subject' | 'name' | 'isTeacher'>
  locale: OfferedLocale
  /** The account of somebody who is signed in here and asked to be this person. None: one of its own. */
  ownAccount?: string
}

/** Whose account a person of a platform opens. */
export async function boundAccount(db: Db | Trx, platformId: string, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('lti_people')
    .select('user_id')
    .where('platform_id', '=', platformId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * The account of a person of a platform: bound before, or from now on. An account that exists is bound to nobody by its
 * mail address or name, which a platform may say of anybody: its owner signs in here and asks for it.
 */
export async function accountOf(
  services: Services,
  trx: Trx,
  { platform, launch, locale, ownAccount }: Newcomer,
): Promise<string> {
  // two first launches of one person at once: the second waits for the first and finds the account
  await trx.selectFrom('lti_platforms').select('id').where('id', '=', platform.id).forNoKeyUpdate().execute()
  const now = services.clock.now()
  const known = await boundAccount(trx, platform.id, launch.subject)
  const userId = known ?? ownAccount ?? (await makeAccount(services, trx, { name: launch.name, locale }))
  if (!known) {
    await trx
      .insertInto('lti_people')
      .values({ platform_id: platform.id, subject: launch.subject, user_id: userId, bound_at: now })
      .execute()
    const { organisationId } = platform
    await writeAudit(trx, { actor: userId, act: 'lti_person_bound', subject: platform.id, organisationId, now })
  }
  const role = launch.isTeacher ? 'educator' : 'learner'
  await joinAtFirst(services.events, trx, { organisationId: platform.organisationId, userId, role, now })
  return userId
}
