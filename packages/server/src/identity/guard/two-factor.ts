import { twoFactorFor } from '@lantern/contract/guards.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { countUse } from '../rate-limits.ts'
import { endTwoFactorOf, proveTwoFactor } from '../session/index.ts'
import { knownDevice, rememberDevice, type Visit } from './known-devices.ts'
import { bareCode, isAppCode, keyUri, newRecoveryCode, newSecret, qrOf, stepOfCode } from './one-time-codes.ts'

/**
 * With three codes that fit at a time, forty tries a day find one by luck in twenty-three years. Unknown browsers share
 * them, and one address gets no more than half; a browser that is known has as many of its own.
 */
const twoFactorLimits = { triesPerQuarter: 10, triesPerDay: 40, triesPerAddressDay: 20 }
const recoveryCodeCount = 10

const quarterSeconds = 900
const daySeconds = 86_400

export async function readTwoFactor({ db, config }: Services, viewer: SignedIn) {
  const row = await db
    .selectFrom('users')
    .select(['tfa_enabled_at'])
    .select((row) =>
      row
        .selectFrom('tfa_recovery_codes')
        .whereRef('user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .select((codes) => codes.fn.countAll<number>().as('count'))
        .as('codes_left'),
    )
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  return {
    mode: twoFactorFor(config.twoFactor, row.tfa_enabled_at !== null),
    enabled: row.tfa_enabled_at !== null,
    enabledAt: row.tfa_enabled_at?.toISOString() ?? null,
    tfaEndTime: viewer.tfaEndTime,
    recoveryCodesLeft: row.codes_left ?? 0,
  }
}

/** A secret that is not in force yet. Begun anew it is another one: an earlier one that was seen is worthless. */
export async function setUpTwoFactor(services: Services, viewer: SignedIn, { again }: { again: boolean }) {
  requireOffered(services)
  const { db, sealer, config } = services
  const secret = await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, viewer.id)
    if (user.tfa_enabled_at) throw refuse('conflict')
    if (again && user.tfa_secret) return sealer.open(user.tfa_secret, contextOf(viewer.id))
    const fresh = newSecret()
    await trx
      .updateTable('users')
      .set({ tfa_secret: sealer.seal(fresh, contextOf(viewer.id)) })
      .where('id', '=', viewer.id)
      .execute()
    return fresh
  })
  const uri = keyUri(secret, { issuer: config.siteName, label: viewer.name })
  return { secret, uri, qr: qrOf(uri) }
}

/** Puts the secret in force once a code of it was given. The recovery codes leave here and can never be read again. */
export async function enableTwoFactor(services: Services, viewer: SignedIn, code: string, visit: Visit) {
  requireOffered(services)
  const now = services.clock.now()
  await countTry(services, viewer.id, code, visit.request, now)
  const enabled = await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, viewer.id)
    if (user.tfa_enabled_at) throw refuse('conflict')
    if (!(await spendAppCode(services, trx, user, code, now))) return null
    await trx.updateTable('users').set({ tfa_enabled_at: now }).where('id', '=', viewer.id).execute()
    const recoveryCodes = await makeRecoveryCodes(services, trx, viewer.id)
    return { recoveryCodes, tfaEndTime: await prove(services, trx, viewer.id, visit, now) }
  })
  if (!enabled) throw refuse('tfa_code_invalid')
  return enabled
}

/** Proves the second factor in this session, for as long as the site says. */
export async function passTwoFactor(services: Services, viewer: SignedIn, code: string, visit: Visit) {
  const tfaEndTime = await withCode(services, viewer.id, code, visit.request, (trx, now) =>
    prove(services, trx, viewer.id, visit, now),
  )
  const { recoveryCodesLeft } = await readTwoFactor(services, viewer)
  return { tfaEndTime, recoveryCodesLeft }
}

export async function renewRecoveryCodes(services: Services, viewer: SignedIn, code: string, request: FastifyRequest) {
  const recoveryCodes = await withCode(services, viewer.id, code, request, (trx) =>
    makeRecoveryCodes(services, trx, viewer.id),
  )
  return { recoveryCodes }
}

export async function disableTwoFactor(services: Services, viewer: SignedIn, code: string, request: FastifyRequest) {
  await withCode(services, viewer.id, code, request, async (trx) => {
    await trx
      .updateTable('users')
      .set({ tfa_secret: null, tfa_enabled_at: null, tfa_last_step: null })
      .where('id', '=', viewer.id)
      .execute()
    await trx.deleteFrom('tfa_recovery_codes').where('user_id', '=', viewer.id).execute()
    await trx.deleteFrom('known_devices').where('user_id', '=', viewer.id).execute()
    await endTwoFactorOf(trx, viewer.id)
    await services.events.emit(trx, accountChanged, { userId: viewer.id })
  })
  return { success: true }
}

/**
 * Enters an account by another way than its own sign-in, as by merging. Where it has a second factor, a code of it is
 * asked for first; `enter` hears until when it counts as proved. The code is used up in the transaction that enters.
 */
export async function enterWithSecondFactor<T>(
  services: Services,
  userId: string,
  code: string | undefined,
  visit: Visit,
  enter: (trx: Trx, tfaEndTime: Date | null) => Promise<T>,
): Promise<T> {
  const account = await services.db
    .selectFrom('users')
    .select('tfa_enabled_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (services.config.twoFactor === 'off' || account.tfa_enabled_at === null) {
    return inTransaction(services.db, async (trx) => {
      // switched on meanwhile
      const { tfa_enabled_at } = await lockUser(trx, userId)
      if (services.config.twoFactor !== 'off' && tfa_enabled_at !== null) throw refuse('other_account_tfa_required')
      return enter(trx, null)
    })
  }
  if (code === undefined) throw refuse('other_account_tfa_required')
  return withCode(services, userId, code, visit.request, async (trx, now) => {
    await rememberDevice(services, trx, userId, visit, now)
    return enter(trx, provedUntil(services, now))
  })
}

/**
 * Does what a right code opens, in the transaction that uses the code up. The try is counted before and outside of it:
 * a wrong one stays counted, in every process.
 */
async function withCode<T>(
  services: Services,
  userId: string,
  code: string,
  request: FastifyRequest,
  act: (trx: Trx, now: Date) => Promise<T>,
): Promise<T> {
  requireOffered(services)
  const now = services.clock.now()
  await countTry(services, userId, code, request, now)
  const done = await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, userId)
    if (!user.tfa_enabled_at) throw refuse('not_found')
    const bare = bareCode(code)
    const isRight = isAppCode(bare)
      ? await spendAppCode(services, trx, user, bare, now)
      : await spendRecoveryCode(services, trx, user.id, bare, now)
    return isRight ? { result: await act(trx, now) } : null
  })
  if (!done) throw refuse('tfa_code_invalid')
  return done.result
}

interface UserRow {
  id: string
  tfa_secret: Buffer | null
  tfa_enabled_at: Date | null
  tfa_last_step: number | null
}

/** Locked first: of two requests with one code, the second sees what the first used up. */
function lockUser(trx: Trx, id: string): Promise<UserRow> {
  return trx
    .selectFrom('users')
    .select(['id', 'tfa_secret', 'tfa_enabled_at', 'tfa_last_step'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** A code is taken once, and none that is older than one that was taken. */
async function spendAppCode({ sealer }: Services, trx: Trx, user: UserRow, code: string, now: Date): Promise<boolean> {
  if (!user.tfa_secret) return false
  const step = stepOfCode(sealer.open(user.tfa_secret, contextOf(user.id)), bareCode(code), now)
  if (step === null || step <= (user.tfa_last_step ?? 0)) return false
  await trx.updateTable('users').set({ tfa_last_step: step }).where('id', '=', user.id).execute()
  return true
}

async function spendRecoveryCode(
  { sealer }: Services,
  trx: Trx,
  userId: string,
  bare: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update tfa_recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${sealer.digest(bare, recoveryContext(userId))} and used_at is null
    returning user_id`.execute(trx)
  return rows.length > 0
}

/** Takes the place of all that were there before. */
async function makeRecoveryCodes({ sealer }: Services, trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await trx.deleteFrom('tfa_recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('tfa_recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: sealer.digest(bareCode(code), recoveryContext(userId)),
      })),
    )
    .execute()
  return codes
}

async function prove(services: Services, trx: Trx, userId: string, visit: Visit, now: Date): Promise<string> {
  const until = provedUntil(services, now)
  await proveTwoFactor(services, trx, visit.request, until)
  await rememberDevice(services, trx, userId, visit, now)
  await services.events.emit(trx, accountChanged, { userId })
  return until.toISOString()
}

function provedUntil({ config }: Services, now: Date): Date {
  return new Date(now.getTime() + config.twoFactorHours * 3_600_000)
}

/**
 * Counts a try from a session of the account, which may be a thief's: the owner still gets through by a known browser,
 * from another address, or by a recovery code. Recovery codes are too long to guess: they are counted by address alone.
 */
async function countTry(
  services: Services,
  userId: string,
  code: string,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const device = await knownDevice(services, userId, request)
  const { triesPerQuarter, triesPerDay, triesPerAddressDay } = twoFactorLimits
  const count = (key: string, windowSeconds: number, most: number) =>
    countUse(services.db, { key: `tfa:${key}`, windowSeconds, most }, now)
  if (!isAppCode(bareCode(code))) {
    await count(`recovery:${userId}:${request.ip}:quarter`, quarterSeconds, triesPerQuarter)
    await count(`recovery:${userId}:${request.ip}:day`, daySeconds, triesPerDay)
    return
  }
  const who = device ? `device:${device}` : `address:${request.ip}`
  await count(`tries:${userId}:${who}:quarter`, quarterSeconds, triesPerQuarter)
  await count(`tries:${userId}:${who}:day`, daySeconds, device ? triesPerDay : triesPerAddressDay)
  if (!device) await count(`tries:${userId}:unknown:day`, daySeconds, triesPerDay)
}

function requireOffered({ config }: Services): void {
  if (config.twoFactor === 'off') throw refuse('not_found')
}

function contextOf(userId: string): string {
  return `tfa:${userId}`
}

function recoveryContext(userId: string): string {
  return `tfa_recovery:${userId}`
}
