import { createHash, randomBytes } from 'node:crypto'
import type { OutsideWay } from '@lantern/contract/identity/outside-ways.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

/** A sign-in under way at another site: the state needed when the person comes back. */
export interface AuthorizationRequest {
  purpose: 'sign_in' | 'bind'
  /** Who binds. */
  userId: string | null
  redirectTo: string
  nonce: string
  codeVerifier: string
}

const browserCookie = 'lantern_browser'
export const lifetimeMs = 10 * 60_000

const stored = { unityId: 'oidc', weixin: 'chat_app' } as const satisfies Record<OutsideWay, string>

/**
 * Remembers a departure and returns the `state` that has to come back with it. The state is worth something only
 * together with a cookie of the browser that left: nobody can be made to come back with the identity of another.
 */
export async function rememberDeparture(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  way: OutsideWay,
  departure: Omit<AuthorizationRequest, 'nonce' | 'codeVerifier'>,
): Promise<{ state: string; nonce: string; codeVerifier: string }> {
  const now = services.clock.now()
  const [state, nonce, codeVerifier] = [secret(), secret(), secret()]
  const browser = browserSecret(services, request, reply)
  await services.db
    .insertInto('authorization_requests')
    .values({
      state_hash: hashOf(state, browser),
      provider: stored[way],
      purpose: departure.purpose,
      user_id: departure.userId,
      nonce,
      code_verifier: codeVerifier,
      redirect_to: departure.redirectTo,
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute()
  return { state, nonce, codeVerifier }
}

/** What the browser that leaves will come back with. */
export function browserSecret({ config }: Services, request: FastifyRequest, reply: FastifyReply): string {
  // also for two tabs at once: the browser keeps one secret, each departure has its own state
  const browser = browserOf(request) ?? secret()
  reply.setCookie(browserCookie, browser, {
    path: '/',
    httpOnly: true,
    // the way back is a navigation from another site, which lax lets through
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: lifetimeMs / 1000,
  })
  return browser
}

/** The departure that this return belongs to, once; null for every other. */
export async function takeDeparture(
  db: Db,
  request: FastifyRequest,
  way: OutsideWay,
  state: string | null,
  now: Date,
): Promise<AuthorizationRequest | null> {
  const browser = browserOf(request)
  if (!browser || !isSecret(state)) return null
  const row = await db
    .deleteFrom('authorization_requests')
    .where('state_hash', '=', hashOf(state, browser))
    .where('provider', '=', stored[way])
    .returning(['purpose', 'user_id', 'redirect_to', 'nonce', 'code_verifier', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return null
  return {
    purpose: row.purpose === 'bind' ? 'bind' : 'sign_in',
    userId: row.user_id,
    redirectTo: row.redirect_to,
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
  }
}

export function browserOf(request: FastifyRequest): string | null {
  const browser = request.cookies[browserCookie] ?? null
  return isSecret(browser) ? browser : null
}

export function secret(): string {
  return randomBytes(32).toString('base64url')
}

export function isSecret(text: string | null): text is string {
  return text !== null && /^[\w-]{43}$/.test(text)
}

export function hashOf(state: string, browser: string): Buffer {
  return createHash('sha256').update(`${state}.${browser}`).digest()
}
