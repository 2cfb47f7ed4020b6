import { newId } from '@lantern/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { classOfName, placeInClasses, putClassAway, renameClass, takeFromClasses } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import type { ScimDocument, ScimParts } from './documents.ts'
import { badRequest, notFound, taken } from './fault.ts'
import { conditionOf, type FilterColumns } from './filters.ts'
import type { Asking } from './people.ts'

export interface GroupRow {
  id: string
  externalId: string | null
  classId: string
  name: string
  version: number
  createdAt: Date
  changedAt: Date
  /** Absent where they were not asked for. */
  members: { id: string; name: string }[] | null
}

function columns(withMembers: boolean): RawBuilder<unknown> {
  const members = withMembers
    ? sql`coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.id)
        from scim_seats s join scim_people p on p.id = s.person_id where s.group_id = g.id), '[]')`
    : sql`null`
  return sql`g.id, g.external_id as "externalId", g.class_id as "classId", g.name, g.version,
    g.created_at as "createdAt", g.changed_at as "changedAt", ${members} as members`
}

const filterColumns: FilterColumns = {
  id: { kind: 'exact', value: sql`g.id` },
  externalid: { kind: 'exact', value: sql`g.external_id` },
  displayname: { kind: 'text', value: sql`g.name` },
  'meta.created': { kind: 'time', value: sql`g.created_at` },
  'meta.lastmodified': { kind: 'time', value: sql`g.changed_at` },
  members: {
    kind: 'list',
    parts: { value: { kind: 'exact', value: sql`e.person_id` } },
    holds: (condition) => sql`exists (select from scim_seats e where e.group_id = g.id and ${condition})`,
  },
}

export async function listGroups(
  db: Db,
  organisationId: string,
  { filter, skip, most, withMembers }: { filter: string | undefined; skip: number; most: number; withMembers: boolean },
): Promise<{ rows: GroupRow[]; total: number }> {
  const asked = sql`g.organisation_id = ${organisationId} and ${conditionOf(filter, filterColumns)}`
  const counted = await sql<{
    total: number
  }>`select count(*)::integer as total from scim_groups g where ${asked}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (most === 0 || skip >= total) return { rows: [], total }
  const { rows } = await sql<GroupRow>`
    select ${columns(withMembers)} from scim_groups g where ${asked} order by g.id limit ${most} offset ${skip}`.execute(
    db,
  )
  return { rows, total }
}

export async function findGroup(
  db: Db | Trx,
  organisationId: string,
  id: string,
  { withMembers = true, isLocked = false } = {},
): Promise<GroupRow> {
  const { rows } = await sql<GroupRow>`
    select ${columns(withMembers)} from scim_groups g where g.organisation_id = ${organisationId} and g.id = ${id}
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

export function documentOf({ name, externalId, members }: GroupRow): ScimDocument {
  return {
    displayName: name,
    ...(externalId !== null && { externalId }),
    ...(members?.length && { members: members.map(({ id }) => ({ value: id })) }),
  }
}

/** The class of this name becomes the directory's; where there is none it is made. */
export async function addGroup(
  services: Services,
  trx: Trx,
  asking: Asking,
  document: ScimDocument,
): Promise<GroupRow> {
  const { organisationId, now } = asking
  const { name, external_id } = settledOf(document)
  await requireFree(trx, organisationId, document, '')
  const id = newId('directoryGroup', now.getTime())
  const class_id = await classOfName(trx, notingOf(asking), name)
  const row = { id, organisation_id: organisationId, external_id, class_id, name, created_at: now, changed_at: now }
  const made = await trx
    .insertInto('scim_groups')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw taken('displayName')
  await setMembers(services, trx, asking, { id, class_id }, document)
  return findGroup(trx, organisationId, id)
}

export async function changeGroup(
  services: Services,
  trx: Trx,
  asking: Asking,
  before: GroupRow,
  document: ScimDocument,
): Promise<GroupRow> {
  const { organisationId, now } = asking
  const { name, external_id } = settledOf(document)
  await requireFree(trx, organisationId, document, before.id)
  if (name !== before.name && !(await renameClass(trx, notingOf(asking), { classId: before.classId, name })))
    throw taken('displayName')
  const hasOthers = await setMembers(services, trx, asking, { id: before.id, class_id: before.classId }, document)
  if (name === before.name && external_id === before.externalId && !hasOthers) return before
  await trx
    .updateTable('scim_groups')
    .set({ name, external_id, version: before.version + 1, changed_at: now })
    .where('id', '=', before.id)
    .execute()
  return findGroup(trx, organisationId, before.id)
}

/** The class is put away: its people and what they did stay. */
export async function removeGroup(trx: Trx, asking: Asking, row: GroupRow): Promise<void> {
  await trx.deleteFrom('scim_groups').where('id', '=', row.id).execute()
  await putClassAway(trx, notingOf(asking), row.classId)
}

/** As whose doing it is written down. */
function notingOf({ organisationId, keyId, now }: Asking) {
  return { organisationId, actor: keyId, now }
}

function settledOf({ displayName, externalId }: ScimDocument) {
  const name = String(displayName).trim()
  if (name === '' || name.length > 200) throw badRequest('invalidValue', 'displayName has to have 1 to 200 characters')
  return { name, external_id: externalId === undefined ? null : String(externalId) }
}

async function requireFree(trx: Trx, organisationId: string, document: ScimDocument, ownId: string): Promise<void> {
  const { name, external_id } = settledOf(document)
  const { rows } = await sql<{ sameName: boolean }>`
    select name = ${name} as "sameName" from scim_groups where organisation_id = ${organisationId} and id <> ${ownId}
      and (name = ${name} or external_id = ${external_id}) limit 1`.execute(trx)
  if (rows[0]) throw taken(rows[0].sameName ? 'displayName' : 'externalId')
}

/** Exactly these are in the class by the directory; whom a teacher put there stays. True when that changed something. */
async function setMembers(
  { events }: Services,
  trx: Trx,
  asking: Asking,
  { id, class_id }: { id: string; class_id: string },
  document: ScimDocument,
): Promise<boolean> {
  const { organisationId } = asking
  const enrolling = { events, ...notingOf(asking) }
  const members = (document.members ?? []) as ScimParts[]
  const wanted = JSON.stringify([...new Set(members.map(({ value }) => value))])
  const named = sql`select jsonb_array_elements_text(${wanted}::jsonb)`
  const strangers = await sql`
    select from (${named}) w (id) where not exists (select from scim_people p
      where p.id = w.id and p.organisation_id = ${organisationId} and p.removed_at is null) limit 1`.execute(trx)
  if (strangers.rows.length > 0) throw badRequest('invalidValue', 'A member is no user of this directory')
  const gone = await sql<{ userId: string | null }>`
    with left_out as (
      delete from scim_seats s where s.group_id = ${id} and s.person_id not in (${named}) returning s.person_id)
    select p.user_id as "userId" from left_out l join scim_people p on p.id = l.person_id`.execute(trx)
  const come = await sql<{ userId: string | null }>`
    with seated as (
      insert into scim_seats (organisation_id, group_id, person_id)
      select ${organisationId}, ${id}, w.id from (${named}) w (id) on conflict do nothing returning person_id)
    select p.user_id as "userId" from seated s join scim_people p on p.id = s.person_id`.execute(trx)
  const places = (rows: readonly { userId: string | null }[]) =>
    rows.flatMap(({ userId }) => (userId === null ? [] : [{ classId: class_id, userId }]))
  await takeFromClasses(trx, enrolling, places(gone.rows))
  await placeInClasses(trx, enrolling, places(come.rows))
  return gone.rows.length + come.rows.length > 0
}
