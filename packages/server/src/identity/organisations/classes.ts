import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { listClasses, saveClass as saveClassEndpoint } from '@lantern/contract/identity/organisations.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import { inCountedOrder } from '#kit/name-order.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { by, writeAudit } from '../account/audit.ts'
import type { OrganisationServices } from './organisations.ts'

/** Classes of an organisation, with `onlyOwn` those that this person is in. */
export async function readClasses(
  db: Db,
  { organisationId, userId, onlyOwn }: { organisationId: string; userId: string; onlyOwn: boolean },
): Promise<ResponseOf<typeof listClasses>> {
  const isOwn = sql`exists (select from class_members o where o.class_id = c.id and o.user_id = ${userId})`
  const { rows } = await sql<{ id: string; name: string; archived: boolean; isOwn: boolean; memberCount: number }>`
    select c.id, c.name, c.archived_at is not null as archived, ${isOwn} as "isOwn",
      (select count(*)::integer from class_members m where m.class_id = c.id) as "memberCount"
    from classes c where c.organisation_id = ${organisationId} and (${isOwn} or not ${onlyOwn}::boolean)
    order by c.archived_at is not null, ${inCountedOrder(sql`c.name`)}`.execute(db)
  return { classes: rows }
}

/** Makes or changes a class; a name that another class of the organisation has is a conflict. */
export async function saveClass(
  { db, clock }: OrganisationServices,
  viewer: SignedIn,
  organisationId: string,
  { classId, name: typed, archived, before }: BodyOf<typeof saveClassEndpoint>,
): Promise<{ id: string }> {
  const now = clock.now()
  const name = typed?.trim()
  return inTransaction(db, async (trx) => {
    const taken = await trx
      .selectFrom('classes')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', name ?? '')
      .where('id', '<>', classId ?? '')
      .executeTakeFirst()
    if (taken) throw refuse('conflict', { details: [{ field: 'name', message: 'campus.class_name_taken' }] })
    if (classId === undefined) {
      if (name === undefined) throw refuse('bad_request', { details: [{ field: 'name', message: 'shape.required' }] })
      const id = newId('class', now.getTime())
      await trx
        .insertInto('classes')
        .values({ id, name, archived_at: archived ? now : null, organisation_id: organisationId, created_at: now })
        .execute()
      await writeAudit(trx, { ...by(viewer), act: 'class_made', subject: id, organisationId, now })
      return { id }
    }
    const stands = await requireClass(trx, organisationId, classId)
    const wished = name ?? stands.name
    requireUnchanged(stands.name, { before, wished }, [stands.name])
    const wasArchived = stands.archived_at !== null
    const isArchived = archived ?? wasArchived
    const row = { name: wished, archived_at: isArchived ? (stands.archived_at ?? now) : null }
    await trx.updateTable('classes').set(row).where('id', '=', classId).execute()
    const audit = { ...by(viewer), subject: classId, organisationId, now }
    if (stands.name !== row.name) await writeAudit(trx, { ...audit, act: 'class_renamed' })
    if (wasArchived !== isArchived)
      await writeAudit(trx, { ...audit, act: isArchived ? 'class_archived' : 'class_resumed' })
    return { id: classId }
  })
}

/** Only members of the organisation can be put into its classes. */
export async function changeClassMembers(
  { db, clock, events }: OrganisationServices,
  viewer: SignedIn,
  { organisationId, classId }: { organisationId: string; classId: string },
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireClass(trx, organisationId, classId)
    const audit = { ...by(viewer), subject: classId, organisationId, now: clock.now() }
    const { rows } = await sql<{ id: string }>`
      insert into class_members (class_id, organisation_id, user_id)
      select ${classId}, m.organisation_id, m.user_id
      from ${idRows(add)} given join memberships m on m.user_id = given.id
      where m.organisation_id = ${organisationId} and m.ended_at is null
      on conflict (class_id, user_id) do update set user_id = excluded.user_id
      returning user_id as id`.execute(trx)
    const joined = new Set(rows.map(({ id }) => id))
    const strangers = add.filter((id) => !joined.has(id))
    if (strangers.length > 0) throw refuse('not_found')
    for (const userId of add) await events.emit(trx, accountChanged, { userId })
    if (add.length > 0) await writeAudit(trx, { ...audit, act: 'class_people_added', detail: { seats: joined.size } })
    if (remove.length === 0) return
    const left = await trx
      .deleteFrom('class_members')
      .where('class_id', '=', classId)
      .where('user_id', 'in', remove)
      .returning('user_id')
      .execute()
    if (left.length > 0)
      await writeAudit(trx, { ...audit, act: 'class_people_removed', detail: { seats: left.length } })
    for (const { user_id } of left) await events.emit(trx, accountChanged, { userId: user_id, leftClass: true })
  })
}

async function requireClass(trx: Trx, organisationId: string, classId: string) {
  const found = await trx
    .selectFrom('classes')
    .select(['name', 'archived_at'])
    .where('id', '=', classId)
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse('not_found')
  return found
}
