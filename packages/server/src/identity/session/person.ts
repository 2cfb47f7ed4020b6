import { type AccountStatus, type Group, isGroup, type Membership, type SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'

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

/**
 * What decides a person's rights, beside the account, of the row `u` of users. Where members of an organisation come by its
 * own sign-in alone, a membership `m` counts where `isProved` says that they did; admins are never locked out.
 */
export function personColumns(isProved: RawBuilder<unknown>) {
  const counts = sql`m.ended_at is null and (m.role = 'admin' or ${isProved} or not exists (
    select from school_sign_ins q where q.organisation_id = m.organisation_id and q.only_there))`
  return sql`
  ${accountColumns}, u.groups, u.premium_until, u.locale, u.region, u.suspend_reason, u.suspend_until, u.email_required,
  u.tfa_enabled_at is not null as has_two_factor, u.needs_review,
  coalesce((select json_agg(json_build_object('organisationId', m.organisation_id, 'role', m.role)
    order by m.began_at, m.organisation_id)
    from memberships m where m.user_id = u.id and ${counts}), '[]') as memberships,
  array(select c.class_id from class_members c join memberships m
    on m.organisation_id = c.organisation_id and m.user_id = c.user_id and ${counts}
    where c.user_id = u.id) as classes`
}

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

export interface PersonRow extends Account {
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
}

type OfSession = Pick<SignedIn, 'tfaEndTime' | 'sessionId' | 'deviceType' | 'notice' | 'tokenId'>

/** A person, by their row and what the session says of the moment. */
export function signedInOf(row: PersonRow, now: Date, ofSession: OfSession): SignedIn {
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
    needsReview: row.needs_review,
    locale: row.locale,
    region: row.region,
    memberships: row.memberships,
    classes: row.classes,
    ...ofSession,
  }
  accounts.set(viewer, row)
  return viewer
}

/** A person by their id, for what is done in their name while they are away; null for who left or is suspended. */
export async function readPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<SignedIn | null> {
  const now = clock.now()
  const { rows } = await sql<PersonRow>`
    select ${personColumns(sql`true`)} from users u where u.id = ${userId} and u.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row || accountStatusOf(row, now).suspend) return null
  return signedInOf(row, now, { tfaEndTime: null, sessionId: '', deviceType: 'desktop', notice: null })
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
