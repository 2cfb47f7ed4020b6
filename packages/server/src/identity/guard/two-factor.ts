import { twoFactorFor } from '@lantern/contract/guards.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { countUse } from '../rate-limits.ts'
import { endTwoFactorOf, proveTwoFactor } from '../session/index.ts'
import { bareCode, isAppCode, keyUri, newRecoveryCode, newSecret, qrOf, stepOfCode } from './one-time-codes.ts'

/** With three codes that fit at a time, forty tries a day find one by luck in twenty-three years. */
const twoFactorLimits = { triesPerQuarter: 10, triesPerDay: 40 }
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

/** A secret that is not in force yet. Begun anew it is another one: what somebody may have seen before is worthless. */
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
export async function enableTwoFactor(services: Services, viewer: SignedIn, code: string, request: FastifyRequest) {
  requireOffered(services)
  const now = services.clock.now()
  await countTry(services, viewer.id, now)
  const enabled = await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, viewer.id)
    if (user.tfa_enabled_at) throw refuse('conflict')
    if (!(await spendAppCode(services, trx, user, code, now))) return null
    await trx.updateTable('users').set({ tfa_enabled_at: now }).where('id', '=', viewer.id).execute()
    const recoveryCodes = await makeRecoveryCodes(services, trx, viewer.id)
    return { recoveryCodes, tfaEndTime: await prove(services, trx, viewer.id, request, now) }
  })
  if (!enabled) throw refuse('tfa_code_invalid')
  return enabled
}

/** Proves the second factor in this session, for as long as the site says. */
export async function passTwoFactor(services: Services, viewer: SignedIn, code: string, request: FastifyRequest) {
  const tfaEndTime = await withCode(services, viewer, code, (trx, now) => prove(services, trx, viewer.id, request, now))
  const { recoveryCodesLeft } = await readTwoFactor(services, viewer)
  return { tfaEndTime, recoveryCodesLeft }
}

export async function renewRecoveryCodes(services: Services, viewer: SignedIn, code: string) {
  const recoveryCodes = await withCode(services, viewer, code, (trx) => makeRecoveryCodes(services, trx, viewer.id))
  return { recoveryCodes }
}

export async function disableTwoFactor(services: Services, viewer: SignedIn, code: string) {
  await withCode(services, viewer, code, async (trx) => {
    await trx
      .updateTable('users')
      .set({ tfa_secret: null, tfa_enabled_at: null, tfa_last_step: null })
      .where('id', '=', viewer.id)
      .execute()
    await trx.deleteFrom('tfa_recovery_codes').where('user_id', '=', viewer.id).execute()
    await endTwoFactorOf(trx, viewer.id)
    await services.events.emit(trx, 'account_changed', { userId: viewer.id })
  })
  return { success: true }
}

/**
 * Does what a right code opens, in the transaction that uses the code up. The try is counted before and outside of it:
 * a wrong one stays counted, in every process.
 */
async function withCode<T>(
  services: Services,
  viewer: SignedIn,
  code: string,
  act: (trx: Trx, now: Date) => Promise<T>,
): Promise<T> {
  requireOffered(services)
  const now = services.clock.now()
  await countTry(services, viewer.id, now)
  const done = await inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, viewer.id)
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

async function prove(
  { config, events }: Services,
  trx: Trx,
  userId: string,
  request: FastifyRequest,
  now: Date,
): Promise<string> {
  const until = new Date(now.getTime() + config.twoFactorHours * 3_600_000)
  await proveTwoFactor(trx, request, until)
  await events.emit(trx, 'account_changed', { userId })
  return until.toISOString()
}

async function countTry({ db }: Services, userId: string, now: Date): Promise<void> {
  const key = `tfa:tries:${userId}`
  await countUse(
    db,
    { key: `${key}:quarter`, windowSeconds: quarterSeconds, most: twoFactorLimits.triesPerQuarter },
    now,
  )
  await countUse(db, { key: `${key}:day`, windowSeconds: daySeconds, most: twoFactorLimits.triesPerDay }, now)
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
