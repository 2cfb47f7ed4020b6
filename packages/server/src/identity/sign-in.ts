import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { riskKeys } from './captcha/index.ts'
import { countMark, countUse } from './rate-limits.ts'
import { accountStatusOf, deviceTypeOf, openSession } from './session/index.ts'
import { siteSecret } from './site-secret.ts'
import { type SmsType, smsLimits, spendCode } from './sms-codes.ts'

export interface SignInAttempt {
  phone: string
  smsType: SmsType
  code: string
  /** See `browserOf`. */
  browser: Buffer
  ip: string
  userAgent: string
  country: string | null
  locale: OfferedLocale
}

export interface SignedInNow {
  userStatus: 'new' | 'exist'
  userId: string
  /** What goes into the cookie. Always a new one: prevents session fixation. */
  token: string
  locale: string | null
  suspended: boolean
}

/** Turns the right code into a session, and into an account when the phone has none. */
export async function signInWithCode(services: Services, attempt: SignInAttempt): Promise<SignedInNow> {
  const now = services.clock.now()
  const key = `sms:tries:${attempt.ip}`
  await countUse(services.db, { key, windowSeconds: 3_600, most: smsLimits.triesPerAddressPerHour }, now)
  const secret = await siteSecret(services.db, 'sms_codes')

  const signedIn = await inTransaction(services.db, async (trx) => {
    // a wrong try must be counted, so it leaves the transaction by its result and not by throwing
    if (!(await spendCode(trx, secret, attempt, now))) return null
    const { user, isNew } = await findOrMakeUser(services, trx, attempt, now)
    const token = await openSession(services, trx, {
      userId: user.id,
      deviceType: deviceTypeOf(attempt.userAgent),
      userAgent: attempt.userAgent,
      ip: attempt.ip,
      country: attempt.country,
      now,
    })
    return {
      userStatus: isNew ? ('new' as const) : ('exist' as const),
      userId: user.id,
      token,
      locale: user.locale,
      suspended: accountStatusOf(user, now).suspend,
    }
  })
  if (!signedIn) {
    await countMark(services.db, { key: riskKeys.wrongFrom(attempt.ip), windowSeconds: 3_600 }, now)
    throw refuse('sms_code_invalid')
  }
  return signedIn
}

const userColumns = ['id', 'locale', 'suspend_reason', 'suspend_until'] as const

async function findOrMakeUser(services: Services, trx: Trx, { phone, locale }: SignInAttempt, now: Date) {
  const id = newId('user', now.getTime())
  const made = await trx
    .insertInto('users')
    .values({
      id,
      phone,
      slug: id,
      name: services.text(locale, 'identity.new_user_name', { code: id.slice(-6) }),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (made) return { user: made, isNew: true }
  const user = await trx.selectFrom('users').select(userColumns).where('phone', '=', phone).executeTakeFirstOrThrow()
  return { user, isNew: false }
}
