import { accountChanged, askedToJoin } from '@lantern/contract/identity/events.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { MemberRole, SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'

export type OrganisationServices = Pick<Services, 'db' | 'clock' | 'events'>

export interface NewOrganisation {
  name: string
  slug: string
  /** Normalized. Its owner is invited as the first admin. */
  adminPhone: string
}

/** Makes an organisation without members; a slug that another one has is a conflict. */
export async function createOrganisation(
  { db, clock, events }: OrganisationServices,
  { name, slug, adminPhone }: NewOrganisation,
  actor: string,
): Promise<{ id: string }> {
  const now = clock.now()
  const id = newId('organisation', now.getTime())
  return inTransaction(db, async (trx) => {
    const made = await trx
      .insertInto('organisations')
      .values({ id, name, slug, created_at: now })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refuse('conflict', { details: [{ field: 'slug', message: 'campus.slug_taken' }] })
    await invite(events, trx, { organisationId: id, phone: adminPhone, role: 'admin', invitedBy: null, now })
    await writeAudit(trx, {
      actor,
      act: 'organisation_created',
      subject: id,
      organisationId: id,
      detail: { slug },
      now,
    })
    return { id }
  })
}

/** What a person belongs to, and what the owner of their phone is asked to join. */
export async function organisationsOf(db: Db, { id, memberships }: SignedIn) {
  const { rows } = await sql<Organisation>`
    select o.id, o.slug, o.name, m.role
    from memberships m join organisations o on o.id = m.organisation_id where m.user_id = ${id} and m.ended_at is null
    order by ${inNameOrder(sql`o.name`)}, o.id`.execute(db)
  const invitations = await openInvitations(db, [id])
  // where members come by the school's own sign-in alone, the others wait for it
  const isOpen = (one: Organisation) => memberships.some(({ organisationId }) => organisationId === one.id)
  return {
    organisations: rows.filter(isOpen),
    locked: rows.filter((one) => !isOpen(one)),
    invitations: invitations.map(({ organisationId, slug, name, role }) => ({ id: organisationId, slug, name, role })),
  }
}

export interface Invitation {
  organisationId: string
  phone: string
  role: MemberRole
  invitedBy: string | null
  now: Date
}

export async function invite(
  events: Services['events'],
  trx: Trx,
  { organisationId, phone, role, invitedBy, now }: Invitation,
): Promise<void> {
  await trx
    .insertInto('invitations')
    .values({ organisation_id: organisationId, phone, role, invited_by: invitedBy, invited_at: now })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'phone']).doUpdateSet({ role }))
    .execute()
  const owner = await trx.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
  if (owner) await events.emit(trx, askedToJoin, { userId: owner.id })
}

/** What these people are asked to join and have not answered. */
export async function openInvitations(db: Db | Trx, userIds: readonly string[]) {
  const { rows } = await sql<OpenInvitation>`
    select u.id as "userId", o.id as "organisationId", o.slug, o.name, v.role, v.invited_at as "invitedAt"
    from users u join invitations v on v.phone = u.phone join organisations o on o.id = v.organisation_id
    where u.id = any(${userIds}::text[]) order by u.id, o.name, o.id`.execute(db)
  return rows
}

interface OpenInvitation {
  userId: string
  organisationId: string
  slug: string
  name: string
  role: MemberRole
  invitedAt: Date
}

/** Joins, or declines. Who was a member before is one again, in the role of the invitation. */
export async function answerInvitation(
  { db, clock, events }: OrganisationServices,
  viewer: SignedIn,
  organisationId: string,
  accept: boolean,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const invitation = await trx
      .deleteFrom('invitations')
      .where('organisation_id', '=', organisationId)
      .where('phone', '=', (eb) => eb.selectFrom('users').select('phone').where('id', '=', viewer.id))
      .returning('role')
      .executeTakeFirst()
    if (!invitation) throw refuse('not_found')
    const act = accept ? 'invitation_accepted' : 'invitation_declined'
    const detail = { role: invitation.role }
    await writeAudit(trx, { actor: viewer.id, act, organisationId, detail, now })
    if (!accept) return
    await join(trx, { organisationId, userId: viewer.id, role: invitation.role as MemberRole, now })
    await events.emit(trx, accountChanged, { userId: viewer.id })
  })
}

async function join(
  trx: Trx,
  { organisationId, userId, role, now }: { organisationId: string; userId: string; role: MemberRole; now: Date },
): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({ organisation_id: organisationId, user_id: userId, role, began_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'user_id']).doUpdateSet({ role, began_at: now, ended_at: null }),
    )
    .execute()
}

/** Makes a person whom a connected system names a member. A member keeps their role: admins of the organisation may have changed it. */
export async function joinAtFirst(
  events: Services['events'],
  trx: Trx,
  { organisationId, userId, role, now }: { organisationId: string; userId: string; role: MemberRole; now: Date },
): Promise<void> {
  const joined = await trx
    .insertInto('memberships')
    .values({ organisation_id: organisationId, user_id: userId, role, began_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'user_id'])
        .doUpdateSet({ role, began_at: now, ended_at: null })
        .where('memberships.ended_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!joined) return
  await writeAudit(trx, { actor: userId, act: 'member_joined', organisationId, detail: { role }, now })
  await events.emit(trx, accountChanged, { userId })
}
