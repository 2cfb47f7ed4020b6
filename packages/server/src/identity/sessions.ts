import { createHash, randomBytes } from 'node:crypto'
import { type AccountStatus, type Group, isGroup, type Viewer } from '@lantern/contract/roles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const sessionCookie = 'lantern_session'

export type DeviceType = 'desktop' | 'mobile'

export interface NewSession {
  userId: string
  deviceType: DeviceType
  userAgent: string
  ip: string
  now: Date
}

const idleLifetimeMs = 30 * 86_400_000
const seenEveryMs = 5 * 60_000
// browsers keep no cookie longer; how long a session lives is the server's word
const cookieMaxAgeSeconds = 400 * 86_400

/** Starts a session and returns its token, which is stored nowhere. Also forgets what this person let expire. */
export async function openSession(db: Db | Trx, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.deleteFrom('sessions').where('user_id', '=', session.userId).where('expires_at', '<=', session.now).execute()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      device_type: session.deviceType,
      user_agent: session.userAgent.slice(0, 400),
      ip: session.ip,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + idleLifetimeMs),
    })
    .execute()
  return token
}

export async function closeSession(db: Db | Trx, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request)
  if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Who asks. A suspended account is a guest who is told why. One statement, two when the session was idle a while. */
export async function resolveViewer(services: Services, request: FastifyRequest): Promise<Viewer> {
  const token = tokenOf(request)
  if (!token) return { kind: 'guest' }
  const hash = hashToken(token)
  const now = services.clock.now()
  const { rows } = await sql<SessionRow>`
    select u.id, u.name, u.groups, u.premium_until, u.is_real_name, u.locale, u.region, u.suspend_reason,
           u.suspend_until, u.phone is not null as has_phone, u.email is not null as has_email,
           u.auth_id is not null as has_auth_id, s.last_seen_at
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > ${now}`.execute(services.db)
  const row = rows[0]
  if (!row) return { kind: 'guest' }
  if (now.getTime() - row.last_seen_at.getTime() > seenEveryMs) await touchSession(services.db, hash, now)

  const accountStatus = accountStatusOf(row, now)
  if (accountStatus.suspend) return { kind: 'guest', accountStatus }
  return {
    kind: 'user',
    id: row.id,
    name: row.name,
    groups: knownGroups(row.groups),
    premium: row.premium_until !== null && row.premium_until > now,
    isRealName: row.is_real_name,
    hasPhone: row.has_phone,
    hasEmail: row.has_email,
    hasAuthId: row.has_auth_id,
    locale: row.locale,
    region: row.region,
  }
}

interface SessionRow {
  id: string
  name: string
  groups: string[]
  premium_until: Date | null
  is_real_name: boolean
  locale: string | null
  region: string | null
  suspend_reason: string | null
  suspend_until: Date | null
  has_phone: boolean
  has_email: boolean
  has_auth_id: boolean
  last_seen_at: Date
}

export function accountStatusOf(
  user: { suspend_reason: string | null; suspend_until: Date | null },
  now: Date,
): AccountStatus {
  if (!user.suspend_until || user.suspend_until <= now) return notSuspended
  return { suspend: true, suspendReason: user.suspend_reason, suspendUtil: user.suspend_until.toISOString() }
}

export const notSuspended: AccountStatus = { suspend: false, suspendReason: null, suspendUtil: null }

/** Groups the site no longer knows open nothing. */
function knownGroups(stored: readonly string[]): Group[] {
  return stored.filter(isGroup)
}

export function sendSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.setCookie(sessionCookie, token, { ...cookieScope(services), maxAge: cookieMaxAgeSeconds })
}

export function dropSessionCookie(services: Services, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieScope(services))
}

function cookieScope(services: Services) {
  const secure = services.config.publicUrl.startsWith('https:')
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}

export function deviceTypeOf(userAgent: string): DeviceType {
  return /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(userAgent) ? 'mobile' : 'desktop'
}

async function touchSession(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + idleLifetimeMs)}
    where token_hash = ${tokenHash} and last_seen_at < ${now}`.execute(db)
}

/** Only what we could have issued is looked up. */
function tokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[sessionCookie]
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
