import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { listSessions, OwnLogin } from '@lantern/contract/identity/session-list.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Static } from 'typebox'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { describeDevice } from './devices.ts'
import { endSessions } from './sessions.ts'

/** Where a person is signed in: this device first, then as they were used. */
export async function openSessionsOf(
  { db, clock }: Services,
  viewer: SignedIn,
): Promise<ResponseOf<typeof listSessions>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device_type', 'user_agent', 'ip', 'country', 'created_at', 'last_seen_at'])
    .where('user_id', '=', viewer.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('last_seen_at', 'desc')
    .execute()
  const sessions = rows.map((row) => ({
    ...describeDevice(row),
    current: row.id === viewer.sessionId,
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
  return { sessions: sessions.toSorted((one, other) => Number(other.current) - Number(one.current)) }
}

/** Another's session and one that is over are both not there: an id tells nothing. */
export async function revokeOne(services: Services, viewer: SignedIn, sessionId: string): Promise<void> {
  const reason = sessionId === viewer.sessionId ? 'signed_out' : 'revoked'
  const ended = await inTransaction(services.db, (trx) =>
    endSessions(services, trx, { userId: viewer.id, reason, only: sessionId }, services.clock.now()),
  )
  if (ended === 0) throw refuse('not_found')
}

export function revokeOthers(services: Services, viewer: SignedIn): Promise<number> {
  const which = { userId: viewer.id, reason: 'revoked' as const, except: viewer.sessionId }
  return inTransaction(services.db, (trx) => endSessions(services, trx, which, services.clock.now()))
}

/** The session that asks, as its own page needs it. */
export function ownLogin({ sessionId, deviceType, notice }: SignedIn): Static<typeof OwnLogin> {
  return { key: sessionId, deviceType, notice }
}
