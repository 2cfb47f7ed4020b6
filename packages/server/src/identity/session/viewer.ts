import {
  type AccountStatus,
  type Group,
  isGroup,
  type Membership,
  type SignedIn,
  type Viewer,
} from '@lantern/contract/roles.ts'
import type { EndedSession, EndReason, SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { gatheringAt } from '#kit/gathering.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { tokenHashOf, touchSession } from './sessions.ts'

const seenEveryMs = 5 * 60_000

/**
 * Who asks. A suspended account is a guest who is told why, and so is a device whose session was ended elsewhere. One
 * statement, two when the session was idle a while.
 */
export async function resolveViewer(services: Services, request: FastifyRequest): Promise<Viewer> {
  const hash = tokenHashOf(services, request)
  if (!hash) return { kind: 'guest' }
  const now = services.clock.now()
  const row = await findSession(services.db, hash)
  const isOpen = row && !row.ended_at && row.expires_at > now
  if (isOpen && now.getTime() - row.last_seen_at.getTime() > seenEveryMs) await touchSession(services.db, hash, now)
  return viewerOf(row, now)
}

/** Present holders of these sessions, by session id. */
export async function readViewers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Viewer>> {
  const rows = await readSessions(db, sql`s.id = asked.key`, sessionIds)
  return new Map(rows.map((row) => [row.session_id, viewerOf(row, clock.now())]))
}

function viewerOf(row: SessionRow | null, now: Date): Viewer {
  if (!row || row.expires_at <= now) return { kind: 'guest' }
  const accountStatus = accountStatusOf(row, now)
  if (row.ended_at) return guestOf(row, accountStatus)
  if (accountStatus.suspend) return { kind: 'guest', accountStatus }
  const viewer: SignedIn = {
    kind: 'user',
    id: row.id,
    name: row.name,
    groups: knownGroups(row.groups),
    premium: row.premium_until !== null && row.premium_until > now,
    isRealName: row.is_real_name,
    hasPhone: row.phone !== null,
    hasEmail: row.email !== null,
    hasAuthId: row.auth_id !== null,
    emailRequired: row.email_required && row.email === null,
    hasTwoFactor: row.has_two_factor,
    tfaEndTime: row.tfa_end_time?.toISOString() ?? null,
    needsReview: row.needs_review,
    locale: row.locale,
    region: row.region,
    memberships: row.memberships,
    classes: row.classes,
    sessionId: row.session_id,
    deviceType: row.device_type,
    notice: row.notice,
  }
  accounts.set(viewer, row)
  return viewer
}

/** What is said of a person to themselves, beside what decides their rights. */
export interface Account {
  id: string
  name: string
  email: string | null
  phone: string | null
  auth_id: string | null
  avatar: string | null
  full_name: string
  username: string | null
  slug: string
  title: string
  is_bot: boolean
  is_real_name: boolean
  has_description: boolean
  login_tip_seen_at: Date | null
  next_update_profile_time: Date | null
}

const accountColumns = sql`
  u.id, u.name, u.email, u.phone, u.auth_id, u.avatar, u.full_name, u.username, u.slug, u.title, u.is_bot, u.is_real_name,
  u.description <> '' as has_description, u.login_tip_seen_at, u.next_update_profile_time`

// found together with the session: what is told of the person needs no statement of its own
const accounts = new WeakMap<SignedIn, Account>()

/** The account of a viewer as it was when the request came. */
export function accountOf(viewer: SignedIn): Account {
  const account = accounts.get(viewer)
  if (!account) throw new Error('A viewer without a session has no account at hand')
  return account
}

/** The account as it is now, for an answer to an act that changed it. */
export async function readAccount(db: Db, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`select ${accountColumns} from users u where u.id = ${userId}`.execute(db)
  if (!rows[0]) throw new Error(`There is no user ${userId}`)
  return rows[0]
}

/** Looked up afresh for every request, those of one moment together. */
const findSession = gatheringAt(async (db, hashes: readonly Buffer[]): Promise<(SessionRow | null)[]> => {
  const keys = hashes.map((hash) => hash.toString('hex'))
  const rows = await readSessions(db, sql`s.token_hash = decode(asked.key, 'hex')`, keys)
  const found = new Map(rows.map((row) => [row.at, row]))
  return hashes.map((_, at) => found.get(at) ?? null)
})

/** The sessions of these keys; `at` is the place of the key. */
async function readSessions(db: Db, isAsked: RawBuilder<unknown>, keys: readonly string[]) {
  const { rows } = await sql<SessionRow & { at: number }>`
    select asked.at - 1 as at, found.*
    from json_array_elements_text(${JSON.stringify(keys)}::json) with ordinality as asked (key, at),
      -- one by one through the index: a plan made while the tables were small would read them whole ever after
      lateral (
        select ${accountColumns}, u.groups, u.premium_until, u.locale, u.region, u.suspend_reason, u.suspend_until,
          u.email_required,
          u.tfa_enabled_at is not null as has_two_factor, u.needs_review, s.tfa_end_time, s.last_seen_at,
          s.id as session_id, s.device_type, s.notice, s.ended_at, s.end_reason, s.ended_by, s.expires_at,
          coalesce((select json_agg(json_build_object('organisationId', m.organisation_id, 'role', m.role)
            order by m.began_at, m.organisation_id)
            from memberships m where m.user_id = u.id and m.ended_at is null), '[]') as memberships,
          array(select c.class_id from class_members c join memberships m
            on m.organisation_id = c.organisation_id and m.user_id = c.user_id and m.ended_at is null
            where c.user_id = u.id) as classes
        from sessions s join users u on u.id = s.user_id
        where ${isAsked} limit 1
      ) found`.execute(db)
  return rows
}

interface SessionRow extends Account {
  groups: string[]
  premium_until: Date | null
  locale: string | null
  region: string | null
  memberships: Membership[]
  classes: string[]
  suspend_reason: string | null
  suspend_until: Date | null
  email_required: boolean
  has_two_factor: boolean
  needs_review: boolean
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
