import { isIdCard } from '@lantern/contract/checks.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { countUse } from '../rate-limits.ts'
import { type Papers, type RealNameReason, realNameProviderOf } from './real-name-provider.ts'

/** Each try costs money and could be an attacker trying numbers. */
const realNameLimits = { personPerDay: 5, addressPerDay: 30 }

const daySeconds = 86_400

interface RealNameRequest extends Papers {
  ip: string
  locale: OfferedLocale
}

/**
 * Proves a name once. A number proves one account only. That a number was used is answered only after name and number
 * were found to match, so only the holder of the papers learns it. Neither is ever answered, logged or stored readable.
 */
export async function checkRealName(
  services: Services,
  viewer: SignedIn,
  { ip, locale, ...given }: RealNameRequest,
): Promise<{ success: boolean; description: string | null }> {
  const papers = papersFrom(given)
  if (viewer.isRealName) throw refuse('conflict')
  const now = services.clock.now()
  for (const [key, most] of [
    [`real_name:user:${viewer.id}`, realNameLimits.personPerDay],
    [`real_name:ip:${ip}`, realNameLimits.addressPerDay],
  ] as const) {
    await countUse(services.db, { key, windowSeconds: daySeconds, most }, now)
  }

  const no = (reason: RealNameReason | 'used') => ({
    success: false,
    description: services.text(locale, `realname.${reason}`),
  })
  const verdict = await askProvider(services, papers)
  if (!verdict.matches) return no(verdict.reason)
  return (await keepPapers(services, viewer.id, papers, now)) ? { success: true, description: null } : no('used')
}

/** Trimmed, with the check digit in capitals; a 400 that names the fields otherwise. */
function papersFrom(given: Papers): Papers {
  const name = given.name.trim().normalize('NFC')
  const idCard = given.idCard.trim().toUpperCase()
  const details = [
    ...(idCard === '' ? [{ field: 'idCard', message: 'error_required' }] : []),
    ...(idCard !== '' && !isIdCard(idCard) ? [{ field: 'idCard', message: 'error_idCard' }] : []),
    ...(name === '' ? [{ field: 'name', message: 'error_required' }] : []),
  ]
  if (details.length > 0) throw refuse('bad_request', { details })
  return { name, idCard }
}

async function askProvider(services: Services, papers: Papers) {
  try {
    return await realNameProviderOf(services).check(papers)
  } catch (error) {
    // the message only: the error object may carry the request
    services.log.error({ why: error instanceof Error ? error.message : 'unknown' }, 'a real name could not be checked')
    throw refuse('unavailable', { retryAfterSeconds: 60 })
  }
}

/** False when the number has proved another account; two tabs with the same papers are one. */
function keepPapers(services: Services, userId: string, { name, idCard }: Papers, now: Date): Promise<boolean> {
  const { db, sealer, events } = services
  const digest = sealer.digest(idCard, 'id_card')
  // not the person: where two accounts become one, the papers go along as they are
  const context = `real_name:${digest.toString('hex')}`
  return inTransaction(db, async (trx) => {
    const kept = await trx
      .insertInto('real_names')
      .values({
        user_id: userId,
        name_cipher: sealer.seal(name, context),
        id_card_cipher: sealer.seal(idCard, context),
        id_card_digest: digest,
        checked_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (!kept) {
      const owner = await trx
        .selectFrom('real_names')
        .select('user_id')
        .where('id_card_digest', '=', digest)
        .executeTakeFirst()
      return owner?.user_id === userId
    }
    await trx.updateTable('users').set({ is_real_name: true }).where('id', '=', userId).execute()
    await events.emit(trx, accountChanged, { userId })
    return true
  })
}
