import { accountChanged } from '@lantern/contract/identity/events.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { writeAudit } from './audit.ts'
import { hasFreshProof, type PhoneAttempt, withProvedPhone } from './phone-proofs.ts'

/** Proves the phone that is bound, or puts the proved one in its place. */
export function verifyOwnPhone(
  services: Services,
  attempt: PhoneAttempt,
): Promise<{ success: boolean; phone: string }> {
  return withProvedPhone(services, attempt, async (trx, now) => {
    const owner = await ownerOf(trx, attempt.phone)
    if (owner && owner !== attempt.userId) throw refuse('phone_taken')
    await setPhone(services, trx, attempt, now)
    return { success: true, phone: attempt.phone }
  })
}

/** Says only to who holds the phone whether an account has it. */
export function isPhoneBound(services: Services, attempt: PhoneAttempt): Promise<{ exist: boolean }> {
  return withProvedPhone(services, attempt, async (trx) => ({ exist: (await ownerOf(trx, attempt.phone)) !== null }))
}

export async function ownerOf(trx: Trx, phone: string): Promise<string | null> {
  const row = await trx.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
  return row?.id ?? null
}

/**
 * Gives the account this phone. An account with a phone must have proved that one as well: a session left open on
 * another device is not enough to take an account over.
 */
export async function setPhone(services: Services, trx: Trx, attempt: PhoneAttempt, now: Date): Promise<void> {
  const { userId, phone } = attempt
  const before = await trx
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.phone === phone) return
  if (before.phone !== null && !(await hasFreshProof(trx, userId, before.phone, now))) {
    throw refuse('phone_proof_required')
  }
  await trx.updateTable('users').set({ phone }).where('id', '=', userId).execute()
  await trx.deleteFrom('phone_proofs').where('user_id', '=', userId).execute()
  await writeAudit(trx, { actor: userId, act: before.phone === null ? 'phone_bound' : 'phone_changed', now })
  await services.events.emit(trx, accountChanged, { userId })
}
