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

/** Whom a provider named in an answer that came before the browser (SAML). */
interface Answer {
  id: string
  name: string | null
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
): Promise<(SchoolDeparture & { nonce: string; codeVerifier: string; answer: Answer | null }) | null> {
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
    answer: row.answer_subject === null ? null : { id: row.answer_subject, name: row.answer_name },
  }
}

/** The departure that a posted answer names, for the first answer alone, whatever is in it. */
export async function claimAnswer(
  { db, clock }: Services,
  nonce: string,
): Promise<Pick<SchoolDeparture, 'organisationId' | 'version' | 'purpose'> | null> {
  const now = clock.now()
  const row = await db
    .updateTable('school_departures')
    .set({ answered_at: now })
    .where('nonce', '=', nonce)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['organisation_id as organisationId', 'version', 'purpose'])
    .executeTakeFirst()
  return row ? { ...row, purpose: row.purpose as SchoolDeparture['purpose'] } : null
}

/** What was proved waits for the browser that left. */
export async function keepAnswer({ db }: Services, nonce: string, { id, name }: Answer): Promise<void> {
  await db
    .updateTable('school_departures')
    .set({ answer_subject: id, answer_name: name })
    .where('nonce', '=', nonce)
    .execute()
}
