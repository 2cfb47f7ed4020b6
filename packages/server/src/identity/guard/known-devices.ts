import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie, hostCookieScope } from '#kit/host-cookie.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'

const cookieMaxAgeSeconds = 400 * 86_400
/** More browsers than a person has: the oldest are forgotten. */
const mostDevices = 20

/** Where the second factor was proved, and what is answered to there. */
export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Names the browser when the second factor of this account was proved on it before, else null. It stays known when its
 * session is over: what strangers try must not stand in its way.
 */
export async function knownDevice(services: Services, userId: string, request: FastifyRequest): Promise<string | null> {
  const token = tokenOf(services, request)
  if (!token) return null
  const hash = hashOf(services, userId, token)
  const row = await services.db
    .selectFrom('known_devices')
    .select('proved_at')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .executeTakeFirst()
  return row ? hash.toString('base64url') : null
}

export async function rememberDevice(
  services: Services,
  trx: Trx,
  userId: string,
  { request, reply }: Visit,
  now: Date,
): Promise<void> {
  const token = tokenOf(services, request) ?? randomBytes(32).toString('base64url')
  await trx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: hashOf(services, userId, token), proved_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ proved_at: now }))
    .execute()
  const newest = trx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .orderBy('proved_at', 'desc')
    .limit(mostDevices)
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('device_hash', 'not in', newest).execute()
  reply.setCookie(nameOf(services), token, { ...hostCookieScope(services.config), maxAge: cookieMaxAgeSeconds })
}

function tokenOf(services: Services, { cookies }: FastifyRequest): string | null {
  const token = cookies[nameOf(services)]
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

function nameOf({ config }: Services): string {
  return hostCookie(config, 'lantern_device')
}

/** Another digest for each account: the table does not tell who shares a browser. */
function hashOf({ sealer }: Services, userId: string, token: string): Buffer {
  return sealer.digest(token, `tfa_device:${userId}`)
}
