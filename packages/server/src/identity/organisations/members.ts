import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { listMembers } from '@lantern/contract/identity/organisations.ts'
import type { MemberRole, SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { by, writeAudit } from '../account/audit.ts'
import { isCalled, nameInLists } from '../person-json.ts'
import { invite, type OrganisationServices } from './organisations.ts'

const pageSize = 50
const mostInvitations = 200

/** Throws `not_found` for people who are no members of the organisation, `forbidden` for members in another role. */
export function requireRole(viewer: SignedIn, organisationId: string, ...roles: MemberRole[]): void {
  const membership = viewer.memberships.find((one) => one.organisationId === organisationId)
  if (!membership) throw refuse('not_found')
  if (!roles.includes(membership.role)) throw refuse('forbidden')
}

/** Members by name, and invitations that nobody has answered yet. */
export async function readMembers(
  db: Db,
  organisationId: string,
  { page = 0, q = '', classId }: QueryOf<typeof listMembers>,
): Promise<ResponseOf<typeof listMembers>> {
  const inClass =
    classId === undefined
      ? sql`true`
      : sql`exists (select from class_members k where k.class_id = ${classId} and k.organisation_id = m.organisation_id
          and k.user_id = m.user_id)`
  const ofPage = sql`m.organisation_id = ${organisationId} and m.ended_at is null and ${isCalled(q, 'm')} and ${inClass}`
  const { rows } = await sql<MemberRow>`
    select u.id, ${nameInLists(sql`m.listed_name`)} as name, m.listed_number as number, u.avatar, m.role, m.began_at,
      array(select c.class_id from class_members c
        where c.organisation_id = m.organisation_id and c.user_id = m.user_id order by c.class_id) as class_ids
    from memberships m join users u on u.id = m.user_id where ${ofPage}
    order by ${inNameOrder(nameInLists(sql`m.listed_name`))}, u.id limit ${pageSize} offset ${page * pageSize}`.execute(
    db,
  )
  // a page behind the last one has no rows, and still says how many there are
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from memberships m join users u on u.id = m.user_id where ${ofPage}`.execute(db)
  const { invitations, invitationCount } = await readInvitations(db, organisationId, q)
  return {
    members: rows.map((row) => ({
      userId: row.id,
      name: row.name,
      number: row.number,
      avatar: row.avatar,
      role: row.role,
      since: row.began_at.toISOString(),
      classIds: row.class_ids,
    })),
    total: counted.rows[0]?.total ?? 0,
    page,
    pageSize,
    invitations,
    invitationCount,
  }
}

/** The newest ones; a search for digits finds the others by their phone. */
async function readInvitations(db: Db, organisationId: string, q: string) {
  const digits = /^\+?\d{3,}$/.test(q.trim()) ? q.trim().replace('+', '') : ''
  const { rows } = await sql<{ phone: string; role: MemberRole; invited_at: Date; count: number }>`
    select phone, role, invited_at, count(*) over ()::integer as count from invitations
    where organisation_id = ${organisationId} and strpos(phone, ${digits}) > 0
    order by invited_at desc, phone limit ${mostInvitations}`.execute(db)
  return {
    invitations: rows.map(({ phone, role, invited_at }) => ({ phone, role, invitedAt: invited_at.toISOString() })),
    invitationCount: rows[0]?.count ?? 0,
  }
}

interface MemberRow {
  id: string
  name: string
  number: string
  avatar: string | null
  role: MemberRole
  began_at: Date
  class_ids: string[]
}

/** Asks the owner of a phone; an existing member is a conflict. */
export async function inviteByPhone(
  { db, clock, events }: OrganisationServices,
  viewer: SignedIn,
  organisationId: string,
  { phone, role }: { phone: string; role: MemberRole },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      select from memberships m join users u on u.id = m.user_id
      where m.organisation_id = ${organisationId} and m.ended_at is null and u.phone = ${phone}`.execute(trx)
    if (rows.length > 0) throw refuse('conflict', { details: [{ field: 'phone', message: 'campus.member_already' }] })
    if (viewer.tokenId !== undefined) await requireLearnerAlone(trx, organisationId, { phone, role })
    await invite(events, trx, { organisationId, phone, role, invitedBy: viewer.id, now })
    await writeAudit(trx, {
      ...by(viewer),
      act: 'member_invited',
      subject: organisationId,
      organisationId,
      detail: { role },
      now,
    })
  })
}

/** A program makes nobody staff, and takes nobody's waiting role of staff. */
async function requireLearnerAlone(
  trx: Trx,
  organisationId: string,
  { phone, role }: { phone: string; role: MemberRole },
): Promise<void> {
  const waiting = await trx
    .selectFrom('invitations')
    .select('role')
    .where('organisation_id', '=', organisationId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (role !== 'learner' || (waiting && waiting.role !== 'learner')) {
    throw refuse('token_scope', { details: [{ field: 'role', message: 'tokens.no_staff' }] })
  }
}

export async function withdrawInvitation(
  { db, clock }: Pick<OrganisationServices, 'db' | 'clock'>,
  viewer: SignedIn,
  organisationId: string,
  phone: string,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('invitations')
      .where('organisation_id', '=', organisationId)
      .where('phone', '=', phone)
      .returning('role')
      .executeTakeFirst()
    if (!gone) return
    const audit = { act: 'invitation_withdrawn', organisationId, detail: { role: gone.role } } as const
    await writeAudit(trx, { ...by(viewer), ...audit, now })
  })
}

/** Another role, or the end with null. The last admin stays one. */
export async function changeMember(
  { db, clock, events }: OrganisationServices,
  viewer: SignedIn,
  organisationId: string,
  { userId, role }: { userId: string; role: MemberRole | null },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const admins = await lockAdmins(trx, organisationId)
    if (role !== 'admin' && admins.length === 1 && admins[0] === userId) {
      throw refuse('conflict', { details: [{ field: 'role', message: 'campus.last_admin' }] })
    }
    const changed = await trx
      .updateTable('memberships')
      .set(role === null ? { ended_at: now } : { role })
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!changed) throw refuse('not_found')
    if (role === null) {
      await trx
        .deleteFrom('class_members')
        .where('organisation_id', '=', organisationId)
        .where('user_id', '=', userId)
        .execute()
    }
    const audit = { act: 'member_changed', subject: userId, organisationId, detail: { role: role ?? 'none' } } as const
    await writeAudit(trx, { ...by(viewer), ...audit, now })
    await events.emit(trx, accountChanged, { userId })
  })
}

/** Refuses with `last_admin` when the person is the only admin of an organisation that has other members. */
export async function requireOtherAdmins(trx: Trx, userId: string): Promise<void> {
  const administered = await trx
    .selectFrom('memberships')
    .innerJoin('organisations', 'organisations.id', 'memberships.organisation_id')
    .select(['organisations.id', 'organisations.name'])
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .where('ended_at', 'is', null)
    .orderBy('organisations.id')
    .execute()
  for (const { id, name } of administered) {
    if ((await lockAdmins(trx, id)).length > 1) continue
    const member = await trx
      .selectFrom('memberships')
      .select('user_id')
      .where('organisation_id', '=', id)
      .where('user_id', '<>', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!member) continue
    throw refuse('last_admin', { values: { name } })
  }
}

/** Two who take each other's admin role at once would leave none. */
async function lockAdmins(trx: Trx, organisationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select('user_id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'admin')
    .where('ended_at', 'is', null)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return rows.map(({ user_id }) => user_id)
}
