import type { AccountStatus, Viewer } from '@lantern/contract/roles.ts'
import type { EndedSession, EndReason, SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { batchingAt } from '#kit/batching.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { apiTokenOf, viewerOfToken } from './api-token-viewer.ts'
import { accountStatusOf, type PersonRow, personColumns, signedInOf } from './person.ts'
import { tokenHashOf, touchSession } from './sessions.ts'

const seenEveryMs = 5 * 60_000

/**
 * Who asks. A suspended account is a guest who is told why, and so is a device whose session was ended elsewhere. One
 * statement, two when the session was idle a while.
 */
export async function resolveViewer(services: Services, request: FastifyRequest): Promise<Viewer> {
  const token = apiTokenOf(request)
  if (token !== null) {
    const { config, method, url = '' } = request.routeOptions
    return viewerOfToken(services, token, { scope: config.tokenScope, call: `${method} ${url}`, request })
  }
  const hash = tokenHashOf(services, request)
  if (!hash) return { kind: 'guest' }
  const now = services.clock.now()
  const row = await findSession(services.db, { hash, now })
  const isOpen = row && !row.ended_at && row.expires_at > now
  if (isOpen && now.getTime() - row.last_seen_at.getTime() > seenEveryMs) await touchSession(services.db, hash, now)
  return viewerOf(row, now)
}

/** Present holders of these sessions, by session id. */
export async function readViewers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Viewer>> {
  const now = clock.now()
  const rows = await readSessions(db, sql`s.id = asked.key`, sessionIds, now)
  return new Map(rows.map((row) => [row.session_id, viewerOf(row, now)]))
}

function viewerOf(row: SessionRow | null, now: Date): Viewer {
  if (!row || row.expires_at <= now) return { kind: 'guest' }
  const accountStatus = accountStatusOf(row, now)
  if (row.ended_at) return guestOf(row, accountStatus)
  if (accountStatus.suspend) return { kind: 'guest', accountStatus }
  return signedInOf(row, now, {
    tfaEndTime: row.tfa_end_time?.toISOString() ?? null,
    sessionId: row.session_id,
    deviceType: row.device_type,
    notice: row.notice,
  })
}

interface Asked {
  hash: Buffer
  now: Date
}

/** Looked up afresh for every request, those of one moment together. */
const findSession = batchingAt(async (db, asked: readonly Asked[]): Promise<(SessionRow | null)[]> => {
  const keys = asked.map(({ hash }) => hash.toString('hex'))
  const now = new Date(Math.max(...asked.map((one) => one.now.getTime())))
  const rows = await readSessions(db, sql`s.token_hash = decode(asked.key, 'hex')`, keys, now)
  const found = new Map(rows.map((row) => [row.at, row]))
  return asked.map((_, at) => found.get(at) ?? null)
})

/**
 * The person of the session signed in at the provider of the organisation of `m` in the last seven days: who left the
 * school is not let in there any more.
 */
const isProvedBySchool = (now: Date) =>
  sql`(s.school_id = m.organisation_id and s.school_at > ${now}::timestamptz - interval '7 days')`

/** The sessions of these keys as they stand at `now`; `at` is the place of the key. */
async function readSessions(db: Db, isAsked: RawBuilder<unknown>, keys: readonly string[], now: Date) {
  const { rows } = await sql<SessionRow & { at: number }>`
    select asked.at - 1 as at, found.*
    from json_array_elements_text(${JSON.stringify(keys)}::json) with ordinality as asked (key, at),
      -- one by one through the index: a plan made while the tables were small would read them whole ever after
      lateral (
        select ${personColumns(isProvedBySchool(now))}, s.tfa_end_time, s.last_seen_at,
          s.id as session_id, s.device_type, s.notice, s.ended_at, s.end_reason, s.ended_by, s.expires_at
        from sessions s join users u on u.id = s.user_id
        where ${isAsked} limit 1
      ) found`.execute(db)
  return rows
}

interface SessionRow extends PersonRow {
  tfa_end_time: Date | null
  last_seen_at: Date
  expires_at: Date
  session_id: string
  device_type: 'desktop' | 'mobile'
  notice: SignInDevice | null
  ended_at: Date | null
  end_reason: EndReason | null
  ended_by: SignInDevice | null
}

/** A session that was ended opens nothing; its device is told what a person did not do there themselves. */
function guestOf({ ended_at, end_reason, ended_by }: SessionRow, accountStatus: AccountStatus): Viewer {
  if (end_reason === 'suspended') return accountStatus.suspend ? { kind: 'guest', accountStatus } : { kind: 'guest' }
  if (!ended_at || !end_reason || end_reason === 'signed_out') return { kind: 'guest' }
  const ended: EndedSession = { reason: end_reason, at: ended_at.toISOString(), by: ended_by }
  return { kind: 'guest', ended }
}

/** The person of the session, suspended or not. */
export async function userIdOf(services: Services, request: FastifyRequest): Promise<string | null> {
  const hash = tokenHashOf(services, request)
  if (!hash) return null
  const row = await services.db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', services.clock.now())
    .executeTakeFirst()
  return row?.user_id ?? null
}
