import type { giveSeats, Licence, listLicences, listSeats } from '@lantern/contract/commerce/licences.ts'
import { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import type { BodyOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleTo } from '#catalog/index.ts'
import { requireRole, shownName, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { inCountedOrder, inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { atOnce } from '../fulfil.ts'

/** A licence of an organisation. */
interface Place {
  id: string
  licenceId: string
}

type Needs = Pick<Services, 'db' | 'clock' | 'topics'>

interface LicenceRow extends Omit<Licence, 'givenTime' | 'endTime' | 'isOver' | 'classes'> {
  createdAt: Date
  endsAt: Date | null
  revokedAt: Date | null
}

export const licenceColumns = (
  viewer: SignedIn,
) => sql`l.id, l.seats, l.created_at as "createdAt", l.ends_at as "endsAt",
  l.revoked_at as "revokedAt",
  jsonb_build_object('id', i.id, 'type', i.type, 'title', i.title, 'language', i.language,
    'isThere', ${visibleTo(viewer)}) as item,
  (select count(*) from grants g where g.licence_id = l.id and g.revoked_at is null)::integer as taken`

export function licenceOf(
  { createdAt, endsAt, revokedAt, id, item, seats, taken }: LicenceRow,
  now: Date,
): Omit<Licence, 'classes'> {
  return {
    id,
    item,
    seats,
    taken,
    givenTime: createdAt.toISOString(),
    endTime: endsAt?.toISOString() ?? null,
    isOver: revokedAt !== null || (endsAt !== null && endsAt <= now),
  }
}

export async function readLicences(
  { db, clock }: Needs,
  viewer: SignedIn,
  organisationId: string,
): Promise<ResponseOf<typeof listLicences>> {
  requireRole(viewer, organisationId, 'educator', 'admin')
  const { rows } = await sql<LicenceRow & Pick<Licence, 'classes'>>`
    select ${licenceColumns(viewer)}, (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'waiting', (
        select count(*) from class_members k join memberships m on m.organisation_id = k.organisation_id
          and m.user_id = k.user_id and m.ended_at is null and m.role = 'learner'
        where k.class_id = c.id and not exists (select from grants g
          where g.licence_id = l.id and g.user_id = k.user_id and (g.revoked_at is null or g.revoke_reason = 'seat'))))
        order by ${inCountedOrder(sql`c.name`)}, c.id), '[]')
      from licence_classes lc join classes c on c.id = lc.class_id and c.archived_at is null
      where lc.licence_id = l.id) as classes
    from licences l join items i on i.id = l.item_id
    where l.organisation_id = ${organisationId} order by l.created_at desc, l.id limit 500`.execute(db)
  return { results: rows.map((row) => ({ ...licenceOf(row, clock.now()), classes: row.classes })) }
}

export async function readSeats(
  { db }: Needs,
  viewer: SignedIn,
  { id, licenceId }: Place,
  { page = 0, pageSize = 50 }: QueryOf<typeof listSeats>,
): Promise<ResponseOf<typeof listSeats>> {
  requireRole(viewer, id, 'educator', 'admin')
  const ofLicence = sql`from grants g join licences l on l.id = g.licence_id join users u on u.id = g.user_id
    where l.id = ${licenceId} and l.organisation_id = ${id} and g.revoked_at is null`
  const { rows } = await sql<{ userId: string; name: string; since: Date }>`
    select u.id as "userId", ${shownName} as name, g.created_at as since ${ofLicence}
    order by ${inNameOrder(shownName)}, u.id limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${ofLicence}`.execute(db)
  return {
    results: rows.map((row) => ({ ...row, since: row.since.toISOString() })),
    page,
    pageSize,
    total: counted.rows[0]?.total ?? 0,
  }
}

/**
 * Gives seats to members, or to the learners of a class. They are counted under the lock of the licence: of many at once
 * nobody gets one seat too many. Who has a seat keeps it.
 */
export async function giveSeatsTo(
  { db, clock, topics }: Needs,
  viewer: SignedIn,
  { id, licenceId }: Place,
  { userIds = [], classId }: BodyOf<typeof giveSeats>,
): Promise<{ given: number }> {
  requireRole(viewer, id, 'educator', 'admin')
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const licence = await lockLicence(trx, { id, licenceId })
    if (licence.revoked_at !== null || (licence.ends_at !== null && licence.ends_at <= now)) throw refuse('conflict')
    if (classId !== undefined) await keepClass(trx, { id, licenceId }, classId, now)
    const members = await membersFor(trx, id, { userIds, classId })
    const named = new Set(members.map(({ userId }) => userId))
    if (userIds.some((userId) => !named.has(userId))) throw refuse('not_found')
    const { rows } = await sql<{ userId: string }>`
      select user_id as "userId" from grants where licence_id = ${licenceId} and revoked_at is null`.execute(trx)
    const seated = new Set(rows.map(({ userId }) => userId))
    const wanted = [...named].filter((userId) => !seated.has(userId))
    if (seated.size + wanted.length > licence.seats) throw refuse('licence_full')
    if (wanted.length === 0) return { given: 0 }
    await grantSeats(trx, { licence, licenceId, userIds: wanted, by: viewer.id, now })
    const detail = { licenceId, seats: wanted.length }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'licence_seats_given',
      subject: id,
      organisationId: id,
      detail,
      now,
    })
    const people = wanted.map((userId) => ({ userId }))
    await topics.publishEach(trx, rightsTopic, people, { type: 'RIGHTS' })
    return { given: wanted.length }
  })
}

export async function takeSeatBack(
  { db, clock, topics }: Needs,
  viewer: SignedIn,
  { id, licenceId }: Place,
  userId: string,
): Promise<void> {
  requireRole(viewer, id, 'educator', 'admin')
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    await lockLicence(trx, { id, licenceId })
    const { rows } = await sql`
      update grants set revoked_at = ${now}, revoked_by = ${viewer.id}, revoke_reason = 'seat'
      where licence_id = ${licenceId} and user_id = ${userId} and revoked_at is null returning id`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'licence_seat_returned',
      subject: userId,
      organisationId: id,
      detail: { licenceId },
      now,
    })
    await topics.publish(trx, rightsTopic, { userId }, { type: 'RIGHTS' })
  })
}

interface SeatsGranted {
  licence: Awaited<ReturnType<typeof lockLicence>>
  licenceId: string
  userIds: readonly string[]
  /** Null: nobody pressed, it follows from an earlier act. */
  by: string | null
  now: Date
}

/** The caller holds the lock of the licence and has counted its free seats. */
export async function grantSeats(trx: Trx, { licence, licenceId, userIds, by, now }: SeatsGranted): Promise<void> {
  const grants = userIds.map((userId) => ({ id: newId('grant', now.getTime()), userId }))
  await sql`
    insert into grants (id, user_id, item_id, starts_at, ends_at, source, reason, licence_id, granted_by, created_at)
    select g.id, g."userId", ${licence.item_id}, ${atOnce(now)}, ${licence.ends_at}, 'enterprise', ${licence.reason},
      ${licenceId}, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g (id text, "userId" text)`.execute(trx)
}

/** Who joins the class later is given a seat too (`class-seats.ts`). */
async function keepClass(trx: Trx, { id, licenceId }: Place, classId: string, now: Date): Promise<void> {
  await sql`
    insert into licence_classes (licence_id, class_id, given_at)
    select ${licenceId}, c.id, ${now} from classes c where c.id = ${classId} and c.organisation_id = ${id}
    on conflict do nothing`.execute(trx)
}

export async function lockLicence(trx: Trx, { id, licenceId }: Place) {
  const row = await trx
    .selectFrom('licences')
    .select(['seats', 'item_id', 'reason', 'ends_at', 'revoked_at'])
    .where('id', '=', licenceId)
    .where('organisation_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

/** Held until the end: who leaves meanwhile waits, and gives the seat back. */
async function membersFor(
  db: Db | Trx,
  organisationId: string,
  { userIds, classId }: { userIds: readonly string[]; classId: string | undefined },
) {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id as "userId" from memberships m
    where m.organisation_id = ${organisationId} and m.ended_at is null and (m.user_id = any(${userIds}::text[])
      or m.role = 'learner' and exists (
        select from class_members c
        where c.class_id = ${classId ?? null} and c.organisation_id = m.organisation_id and c.user_id = m.user_id))
    order by m.user_id for share of m`.execute(db)
  return rows
}
