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
  ip: string
  locale: OfferedLocale
}

const daySeconds = 86_400
const hourSeconds = 3_600

/** How many codes may go out. A message costs money and reaches a person who may not have asked for it. */
export const smsLimits = { phonePerDay: 30, addressPerHour: 60, addressPerDay: 300, triesPerAddressPerHour: 300 }

/** A phone as it is stored, or a 400 that names the field. */
export function phoneFrom(text: string): string {
  const phone = normalizePhone(text)
  if (phone === '') throw refuse('bad_request', { details: [{ field: 'mobile', message: 'field_require_error' }] })
  if (!isPhone(phone)) throw refuse('bad_request', { details: [{ field: 'mobile', message: 'field_phone_error' }] })
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
      update sms_codes set tries_left = 0, sent_at = ${secondsBefore(now, resendSeconds)}
      where phone = ${phone} and sms_type = ${smsType} and code_hash = ${codeHash}`.execute(services.db)
    throw refuse('sms_failed', { cause })
  }
}

/**
 * Uses up the code of a phone: true once for the right code, whoever else tries at the same moment. Each wrong try costs
 * one of five. Must run in a transaction that commits also when the answer is no.
 */
export async function spendCode(
  trx: Trx,
  secret: Buffer,
  attempt: { phone: string; smsType: SmsType; code: string },
  now: Date,
): Promise<boolean> {
  const { phone, smsType } = attempt
  const row = await trx
    .selectFrom('sms_codes')
    .select(['code_hash', 'expires_at', 'tries_left'])
    .where('phone', '=', phone)
    .where('sms_type', '=', smsType)
    .forUpdate()
    .executeTakeFirst()
  const given = hashCode(secret, phone, smsType, attempt.code.trim())
  // compared even without a row, so that a phone with no code takes as long as a phone with one
  const matches = timingSafeEqual(given, row?.code_hash ?? Buffer.alloc(given.length))
  const isAlive = row !== undefined && row.tries_left > 0 && row.expires_at > now
  if (isAlive) {
    await trx
      .updateTable('sms_codes')
      .set({ tries_left: matches ? 0 : row.tries_left - 1 })
      .where('phone', '=', phone)
      .where('sms_type', '=', smsType)
      .execute()
  }
  if (isAlive && matches) return true
  await countMark(trx, { key: riskKeys.wrongForPhone(phone), windowSeconds: hourSeconds }, now)
  return false
}

async function claimSlot(trx: Trx, { phone, smsType }: CodeRequest, codeHash: Buffer, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + codeLifetimeSeconds * 1000)
  const { rows } = await sql`
    insert into sms_codes (phone, sms_type, code_hash, sent_at, expires_at, tries_left)
    values (${phone}, ${smsType}, ${codeHash}, ${now}, ${expiresAt}, ${triesPerCode})
    on conflict (phone, sms_type) do update
      set code_hash = excluded.code_hash, sent_at = excluded.sent_at,
          expires_at = excluded.expires_at, tries_left = excluded.tries_left
      where sms_codes.sent_at <= ${secondsBefore(now, resendSeconds)}
    returning phone`.execute(trx)
  if (rows.length > 0) return
  const sent = await trx
    .selectFrom('sms_codes')
    .select('sent_at')
    .where('phone', '=', phone)
    .where('sms_type', '=', smsType)
    .executeTakeFirst()
  const sinceMs = sent ? now.getTime() - sent.sent_at.getTime() : 0
  throw refuse('rate_limited', { retryAfterSeconds: Math.max(1, resendSeconds - Math.floor(sinceMs / 1000)) })
}

export function hashCode(secret: Buffer, phone: string, smsType: SmsType, code: string): Buffer {
  return createHmac('sha256', secret).update(`${phone}\n${smsType}\n${code}`).digest()
}

function secondsBefore(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000)
}
