import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '#kit/host-cookie.ts'
import type { Services } from '#kit/services.ts'

const lifetimeMs = 10 * 60_000

/** Of one browser inside one platform, where it takes such cookies. */
function browserCookie({ config }: Services): string {
  return hostCookie(config, 'lantern_lti')
}

/** What a cookie needs to come along inside a frame of another site; browsers take it from this machine without TLS too. */
export const framedCookie = { path: '/', httpOnly: true, sameSite: 'none', secure: true, partitioned: true } as const

/** Remembers who was sent to a platform. */
export async function rememberDeparture(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  platformId: string,
): Promise<{ state: string; nonce: string }> {
  const [state, nonce] = [secret(), secret()]
  const browser = request.cookies[browserCookie(services)] ?? secret()
  reply.setCookie(browserCookie(services), browser, { ...framedCookie, maxAge: lifetimeMs / 1000 })
  const expires = new Date(services.clock.now().getTime() + lifetimeMs)
  await services.db
    .insertInto('lti_departures')
    .values({
      state_digest: digestOf(state),
      platform_id: platformId,
      nonce,
      browser: digestOf(browser),
      expires_at: expires,
    })
    .execute()
  return { state, nonce }
}

export interface Departure {
  nonce: string
  /** Unknown where the browser keeps no cookies inside a frame. */
  browser: 'same' | 'another' | 'unknown'
}

/** Gives a departure out once; null for one that was used, is too old, or was for another platform. */
export async function takeDeparture(
  services: Services,
  request: FastifyRequest,
  platformId: string,
  state: string,
): Promise<Departure | null> {
  const row = await services.db
    .deleteFrom('lti_departures')
    .where('state_digest', '=', digestOf(state))
    .where('platform_id', '=', platformId)
    .returning(['nonce', 'browser', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= services.clock.now()) return null
  const cookie = request.cookies[browserCookie(services)]
  if (!cookie) return { nonce: row.nonce, browser: 'unknown' }
  return { nonce: row.nonce, browser: digestOf(cookie).equals(row.browser) ? 'same' : 'another' }
}

/** What a browser has its platform keep of a departure: made with our key, so it says that the departure was begun there. */
export function proofOf({ sealer }: Pick<Services, 'sealer'>, state: string): string {
  return sealer.digest(state, 'lti departure').toString('base64url')
}

/** A random name that nobody guesses. */
export function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of one: a copy of the database opens nothing. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
