import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#kit/services.ts'
import { browserOf, browserSecret, hashOf, isSecret, lifetimeMs, secret } from '../provider/authorization-requests.ts'

interface SchoolDeparture {
  organisationId: string
  /** Of the settings it began with. */
  version: number
  purpose: 'sign_in' | 'bind' | 'test'
  /** Who binds or tests. */
  userId: string | null
  redirectTo: string
}

/** As with other sites: the state that comes back is worth something only in the browser that left. */
export async function rememberSchoolDeparture(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { organisationId, version, purpose, userId, redirectTo }: SchoolDeparture,
): Promise<{ state: string; nonce: string; codeVerifier: string }> {
  const now = services.clock.now()
  const [state, nonce, codeVerifier] = [secret(), secret(), secret()]
  await services.db
    .insertInto('school_departures')
    .values({
      state_hash: hashOf(state, browserSecret(services, request, reply)),
      organisation_id: organisationId,
      version,
      purpose,
      user_id: userId,
      nonce,
      code_verifier: codeVerifier,
      redirect_to: redirectTo,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute()
  return { state, nonce, codeVerifier }
}

/** The departure that this return belongs to, once; null for every other. */
export async function takeSchoolDeparture(
  { db, clock }: Services,
  request: FastifyRequest,
  state: string | null,
): Promise<(SchoolDeparture & { nonce: string; codeVerifier: string }) | null> {
  const browser = browserOf(request)
  if (!browser || !isSecret(state)) return null
  const row = await db
    .deleteFrom('school_departures')
    .where('state_hash', '=', hashOf(state, browser))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.expires_at <= clock.now()) return null
  return {
    organisationId: row.organisation_id,
    version: row.version,
    purpose: row.purpose as SchoolDeparture['purpose'],
    userId: row.user_id,
    redirectTo: row.redirect_to,
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
  }
}
