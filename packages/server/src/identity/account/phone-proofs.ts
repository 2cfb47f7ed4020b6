import { timingSafeEqual } from 'node:crypto'
import { phoneProofMinutes } from '@lantern/contract/identity/account-rules.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { countUse } from '../rate-limits.ts'
import { siteSecret } from '../site-secret.ts'
import { hashCode, type SmsType, smsLimits, spendCode } from '../sms-codes.ts'

export interface PhoneAttempt {
  userId: string
  phone: string
  smsType: SmsType
  code: string
  /** See `browserOf`. */
  browser: Buffer
  ip: string
}

const triesPerPersonPerHour = 60

/**
 * Runs the work for a person who has just proved the phone, in the transaction that used up the code. The
 * same person may show the same code again for a few minutes, so that checking a phone and binding it is one message.
 */
export async function withProvedPhone<T>(
  services: Services,
  attempt: PhoneAttempt,
  work: (trx: Trx, now: Date) => Promise<T>,
): Promise<T> {
  const { db, clock } = services
  const now = clock.now()
  const hour = { windowSeconds: 3_600 }
  await countUse(db, { ...hour, key: `sms:tries:${attempt.ip}`, most: smsLimits.triesPerAddressPerHour }, now)
  await countUse(db, { ...hour, key: `sms:tries:${attempt.userId}`, most: triesPerPersonPerHour }, now)
  const secret = await siteSecret(db, 'sms_codes')
  const done = await inTransaction(db, async (trx) => {
    // a wrong try must be counted, so it leaves the transaction by its result and not by throwing
    if (!(await provePhone(trx, secret, attempt, now))) return null
    return { result: await work(trx, now) }
  })
  if (!done) throw refuse('sms_code_invalid')
  return done.result
}

async function provePhone(trx: Trx, secret: Buffer, attempt: PhoneAttempt, now: Date): Promise<boolean> {
  const { userId, phone, smsType } = attempt
  const codeHash = hashCode(secret, phone, smsType, attempt.code.trim())
  const known = await freshProof(trx, userId, phone, now)
  if (known && timingSafeEqual(known.code_hash, codeHash)) return true
  if (!(await spendCode(trx, secret, attempt, now))) return false
  await trx
    .insertInto('phone_proofs')
    .values({ user_id: userId, phone, code_hash: codeHash, proved_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'phone']).doUpdateSet({ code_hash: codeHash, proved_at: now }),
    )
    .execute()
  return true
}

export async function hasFreshProof(trx: Trx, userId: string, phone: string, now: Date): Promise<boolean> {
  return (await freshProof(trx, userId, phone, now)) !== undefined
}

/** Uses the proof up: true for one of any simultaneous calls. */
export async function spendProof(trx: Trx, userId: string, phone: string, now: Date): Promise<boolean> {
  const spent = await trx
    .deleteFrom('phone_proofs')
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .where('proved_at', '>', oldest(now))
    .returning('phone')
    .executeTakeFirst()
  return spent !== undefined
}

function freshProof(trx: Trx, userId: string, phone: string, now: Date) {
  return trx
    .selectFrom('phone_proofs')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .where('proved_at', '>', oldest(now))
    .executeTakeFirst()
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - phoneProofMinutes * 60_000)
}
