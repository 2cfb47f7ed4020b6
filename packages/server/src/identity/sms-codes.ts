import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { isPhone } from '@lantern/contract/checks.ts'
import { codeLength, codeLifetimeSeconds, resendSeconds, triesPerCode } from '@lantern/contract/identity/sms-rules.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { riskKeys } from './captcha/index.ts'
import { countMark, countUse } from './rate-limits.ts'
import { siteSecret } from './site-secret.ts'
import type { SmsSender } from './sms-sender.ts'

export type SmsType = 'main_login' | 'learn'

export interface CodeRequest {
  phone: string
  smsType: SmsType
  /** See `browserOf`. */
  browser: Buffer
  ip: string
  locale: OfferedLocale
}

const daySeconds = 86_400
const hourSeconds = 3_600

/** How many codes may go out. A message costs money and reaches a person who may not have asked for it. */
export const smsLimits = { phonePerDay: 30, addressPerHour: 60, addressPerDay: 300, triesPerAddressPerHour: 300 }

/** A phone as it is stored, or a 400 that names the field. */
export function phoneFrom(text: string, field = 'mobile'): string {
  const phone = normalizePhone(text)
  if (phone === '') throw refuse('bad_request', { details: [{ field, message: 'field_require_error' }] })
  if (!isPhone(phone)) throw refuse('bad_request', { details: [{ field, message: 'field_phone_error' }] })
  return phone
}

/**
 * Sends a fresh code. The slot of the phone is claimed before anything is sent, so a hundred requests at once send one
 * message; whether the phone has an account is not even looked up.
 */
export async function sendCode(services: Services, sender: SmsSender, request: CodeRequest): Promise<void> {
  const { phone, smsType } = request
  const now = services.clock.now()
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
  const codeHash = hashCode(await siteSecret(services.db, 'sms_codes'), phone, smsType, code)

  await inTransaction(services.db, async (trx) => {
    await claimSlot(trx, request, codeHash, now)
    await countUse(
      trx,
      { key: riskKeys.sentToPhone(phone), windowSeconds: daySeconds, most: smsLimits.phonePerDay },
      now,
    )
    const perHour = { key: riskKeys.sentFrom(request.ip), windowSeconds: hourSeconds, most: smsLimits.addressPerHour }
    await countUse(trx, perHour, now)
    const perDay = { key: `sms:ip:${request.ip}:day`, windowSeconds: daySeconds, most: smsLimits.addressPerDay }
    await countUse(trx, perDay, now)
    await countMark(trx, { key: riskKeys.sentAtAll, windowSeconds: hourSeconds }, now)
  })

  try {
    await sender.send({ phone, code, locale: request.locale })
  } catch (cause) {
    services.log.error({ err: cause, smsType }, 'an SMS was not sent')
    // nobody has this code: take it back and let the person try again at once
    await sql`
      update sms_codes set tries_left = 0, others_tries_left = 0, sent_at = ${secondsBefore(now, resendSeconds)}
      where phone = ${phone} and sms_type = ${smsType} and code_hash = ${codeHash}`.execute(services.db)
    throw refuse('sms_failed', { cause })
  }
}

/**
 * Uses up a code of a phone: true for one of any simultaneous tries with the right code. Each wrong try costs
 * one of five. Those of the browser that asked for the code are counted apart from those of all others together, so that
 * nobody can try an owner's code to death. Must run in a transaction that commits also when the answer is no.
 */
export async function spendCode(
  trx: Trx,
  secret: Buffer,
  attempt: { phone: string; smsType: SmsType; code: string; browser: Buffer },
  now: Date,
): Promise<boolean> {
  const { phone, smsType, browser } = attempt
  const rows = await trx
    .selectFrom('sms_codes')
    .select(['asked_by', 'code_hash', 'expires_at', 'tries_left', 'others_tries_left'])
    .where('phone', '=', phone)
    .where('sms_type', '=', smsType)
    .orderBy('asked_by')
    .forUpdate()
    .execute()
  const given = hashCode(secret, phone, smsType, attempt.code.trim())
  let isSpent = false
  // compared even without a row, so that a phone with no code takes as long as a phone with one
  for (const row of rows.length > 0 ? rows : [null]) {
    const matches = timingSafeEqual(given, row?.code_hash ?? Buffer.alloc(given.length))
    const tries = row?.asked_by.equals(browser) ? 'tries_left' : 'others_tries_left'
    if (row === null || row[tries] <= 0 || row.expires_at <= now) continue
    isSpent ||= matches
    await trx
      .updateTable('sms_codes')
      .set(matches ? { tries_left: 0, others_tries_left: 0 } : { [tries]: row[tries] - 1 })
      .where('phone', '=', phone)
      .where('sms_type', '=', smsType)
      .where('asked_by', '=', row.asked_by)
      .execute()
  }
  if (!isSpent) await countMark(trx, { key: riskKeys.wrongForPhone(phone), windowSeconds: hourSeconds }, now)
  return isSpent
}

/** Whether this browser asked for a code that may still be tried from it. */
export async function hasAskedHere(
  { db, clock }: Services,
  { phone, smsType, browser }: { phone: string; smsType: SmsType; browser: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('sms_codes')
    .select('tries_left')
    .where('phone', '=', phone)
    .where('sms_type', '=', smsType)
    .where('asked_by', '=', browser)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row !== undefined && row.tries_left > 0
}

/** One message a minute goes to a phone, whichever browsers ask. */
async function claimSlot(
  trx: Trx,
  { phone, smsType, browser }: CodeRequest,
  codeHash: Buffer,
  now: Date,
): Promise<void> {
  // taken before anything is looked at: of a hundred requests at once, one finds nothing sent
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms:${smsType}:${phone}`}, 0))`.execute(trx)
  const last = await trx
    .selectFrom('sms_codes')
    .select((row) => row.fn.max('sent_at').as('sent_at'))
    .where('phone', '=', phone)
    .where('sms_type', '=', smsType)
    .executeTakeFirst()
  const sinceMs = last?.sent_at ? now.getTime() - last.sent_at.getTime() : Number.POSITIVE_INFINITY
  if (sinceMs < resendSeconds * 1000) {
    throw refuse('rate_limited', { retryAfterSeconds: Math.max(1, resendSeconds - Math.floor(sinceMs / 1000)) })
  }
  await trx.deleteFrom('sms_codes').where('phone', '=', phone).where('expires_at', '<=', now).execute()
  const code = {
    code_hash: codeHash,
    sent_at: now,
    expires_at: new Date(now.getTime() + codeLifetimeSeconds * 1000),
    tries_left: triesPerCode,
    others_tries_left: triesPerCode,
  }
  await trx
    .insertInto('sms_codes')
    .values({ phone, sms_type: smsType, asked_by: browser, ...code })
    .onConflict((conflict) => conflict.columns(['phone', 'sms_type', 'asked_by']).doUpdateSet(code))
    .execute()
}

export function hashCode(secret: Buffer, phone: string, smsType: SmsType, code: string): Buffer {
  return createHmac('sha256', secret).update(`${phone}\n${smsType}\n${code}`).digest()
}

function secondsBefore(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
