import { createHash, randomBytes } from 'node:crypto'
import type { PayloadOf } from '@lantern/contract/event.ts'
import { sessionOpened, sessionsEnded } from '@lantern/contract/identity/events.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { DeviceType, EndReason, SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Events } from '#kit/events.ts'
import { hostCookie, hostCookieScope } from '#kit/host-cookie.ts'
import { csrfCookie } from '#kit/http.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { describeDevice, isSameDevice } from './devices.ts'

/** The name of the cookie that holds the token of a session. */
export function sessionCookie({ config }: Pick<Services, 'config'>): string {
  return hostCookie(config, 'lantern_session')
}

export interface NewSession {
  userId: string
  deviceType: DeviceType
  userAgent: string
  ip: string
  /** Two letters, when something in front of the site knows it. */
  country?: string | null
  /** Until when the second factor counts as proved, when it was proved on the way in. */
  tfaEndTime?: Date
  /** The organisation by whose provider the person signed in. */
  school?: string
  now: Date
}

type Emitter = { events: Pick<Events, 'emit'> }

const idleLifetimeMs = 30 * 86_400_000
/** However much it is used: a token that was copied unseen opens nothing for ever. */
const longestLifetimeMs = 90 * 86_400_000

/**
 * Starts a session and answers its token, which is stored nowhere. The older session of the same kind of device ends,
 * and the other devices are told of a device that this account was never seen on. Also forgets what has expired.
 */
export function openSession({ events }: Emitter, db: Db | Trx, session: NewSession): Promise<string> {
  const { userId, deviceType, now } = session
  const token = randomBytes(32).toString('base64url')
  return inTransaction(db, async (trx) => {
    // two sign-ins of one person go one after the other: the later one ends the earlier
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await trx.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
    const before = await trx
      .selectFrom('sessions')
      .select(['id', 'device_type', 'user_agent', 'ip', 'ended_at'])
      .where('user_id', '=', userId)
      .execute()

    const id = newId('session', now.getTime())
    const row = {
      id,
      device_type: deviceType,
      user_agent: printable(session.userAgent).slice(0, 400),
      ip: session.ip,
      country: session.country ?? null,
      tfa_end_time: session.tfaEndTime ?? null,
      created_at: now,
      ...(session.school !== undefined && { school_id: session.school, school_at: now }),
    }
    const device = describeDevice(row)
    const open = before.filter(({ ended_at }) => ended_at === null)
    const replaced = open.filter(({ device_type }) => device_type === deviceType).map((older) => older.id)
    await markEnded(trx, replaced, { reason: 'other_device', by: device, now })
    const isKnown = before.some((older) => isSameDevice(older, row))
    if (!isKnown && open.length > replaced.length) await leaveNotice(trx, userId, device)

    await trx
      .insertInto('sessions')
      .values({
        ...row,
        token_hash: hashToken(token),
        user_id: userId,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + idleLifetimeMs),
      })
      .execute()
    // insert first, then delete: the older device is told which one replaced it
    await events.emit(trx, sessionOpened, {
      userId,
      sessionId: id,
      deviceType,
      device,
      isKnown,
      isOnly: before.length === 0,
    })
    await sayEnded({ events }, trx, { userId, sessionIds: replaced, reason: 'other_device' })
    return token
  })
}

/** Ends sessions of an account, all of them unless told otherwise, and answers how many there were. */
export async function endSessions(
  { events }: Emitter,
  trx: Trx,
  which: { userId: string; reason: EndReason; only?: string; except?: string },
  now: Date,
): Promise<number> {
  const { userId, reason, only, except } = which
  const open = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .forUpdate()
    .execute()
  const sessionIds = open.map(({ id }) => id)
  await markEnded(trx, sessionIds, { reason, by: null, now })
  await sayEnded({ events }, trx, { userId, sessionIds, reason })
  return sessionIds.length
}

/** Ends the session that the request came with, if it is open. */
export function closeSession(services: Services, db: Db | Trx, request: FastifyRequest): Promise<void> {
  const hash = tokenHashOf(services, request)
  if (!hash) return Promise.resolve()
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .select(['id', 'user_id'])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (!row) return
    const which = { userId: row.user_id, reason: 'signed_out' as const, only: row.id }
    await endSessions(services, trx, which, services.clock.now())
  })
}

/** What this device was told, that it was closed or that the account was entered elsewhere, was read. */
export async function noticeRead(services: Services, request: FastifyRequest): Promise<{ isOver: boolean }> {
  const hash = tokenHashOf(services, request)
  if (!hash) return { isOver: false }
  const row = await services.db
    .updateTable('sessions')
    .set({ notice: null })
    .where('token_hash', '=', hash)
    .returning('ended_at')
    .executeTakeFirst()
  return { isOver: row === undefined || row.ended_at !== null }
}

async function markEnded(
  trx: Trx,
  sessionIds: string[],
  { reason, by, now }: { reason: EndReason; by: SignInDevice | null; now: Date },
): Promise<void> {
  if (sessionIds.length === 0) return
  await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason, ended_by: by && JSON.stringify(by), notice: null })
    .where('id', 'in', sessionIds)
    .execute()
}

async function sayEnded({ events }: Emitter, trx: Trx, ended: PayloadOf<typeof sessionsEnded>): Promise<void> {
  if (ended.sessionIds.length > 0) await events.emit(trx, sessionsEnded, ended)
}

async function leaveNotice(trx: Trx, userId: string, device: SignInDevice): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ notice: JSON.stringify(device) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Keeps a session alive that is used, until its longest time is over. */
export async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${now}, expires_at = least(
      ${new Date(now.getTime() + idleLifetimeMs)}::timestamptz,
      created_at + ${longestLifetimeMs / 1000} * interval '1 second')
    where token_hash = ${tokenHash} and last_seen_at < ${now} and ended_at is null`.execute(db)
}

export function sendSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie(services), token, {
    ...hostCookieScope(services.config),
    maxAge: longestLifetimeMs / 1000,
  })
  // what tokens against forged requests are made of begins anew with the session
  reply.clearCookie(csrfCookie(services.config), hostCookieScope(services.config))
}

export function dropSessionCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie(services), hostCookieScope(services.config))
}

/** Under which hash the request's session is stored; only what we could have issued is looked up. */
export function tokenHashOf(services: Pick<Services, 'config'>, request: FastifyRequest): Buffer | null {
  const token = request.cookies[sessionCookie(services)]
  return token && /^[\w-]{43}$/.test(token) ? hashToken(token) : null
}

/** Tells sessions apart and is of no use for entering one. */
export function sessionMark(services: Pick<Services, 'config'>, request: FastifyRequest): string {
  return tokenHashOf(services, request)?.toString('base64url') ?? 'none'
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A browser names itself as it likes; what would break a line or a log stays out. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ')
}
