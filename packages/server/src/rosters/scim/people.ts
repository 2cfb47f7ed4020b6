import { isEmail, isPhone } from '@lantern/contract/checks.ts'
import { newId } from '@lantern/contract/ids.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  changeRoles,
  type Enrolling,
  endMemberships,
  inviteAll,
  joinAtFirst,
  nameMembers,
  placeInClasses,
  withdrawAll,
} from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { isAccountOf } from '../plan.ts'
import type { ScimDocument, ScimParts } from './documents.ts'
import { notFound, taken } from './fault.ts'
import { conditionOf, type FilterColumns } from './filters.ts'

/** A request of a directory: whose it is, and the key that goes to the audit trail. */
export interface Asking {
  organisationId: string
  keyId: string
  now: Date
}

export interface PersonRow {
  id: string
  externalId: string | null
  userName: string
  active: boolean
  role: 'learner' | 'educator' | null
  name: string
  email: string | null
  phone: string | null
  document: ScimDocument
  userId: string | null
  version: number
  createdAt: Date
  changedAt: Date
}

const columns = sql`p.id, p.external_id as "externalId", p.user_name as "userName", p.active, p.role, p.name, p.email, p.phone,
  p.document, p.user_id as "userId", p.version, p.created_at as "createdAt", p.changed_at as "changedAt"`

/** Locked for the rest of the transaction. */
export async function lockPerson(trx: Trx, organisationId: string, id: string): Promise<PersonRow> {
  return findPerson(trx, organisationId, id, sql`for update`)
}

export async function findPerson(
  db: Db | Trx,
  organisationId: string,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from scim_people p
    where p.organisation_id = ${organisationId} and p.id = ${id} and p.removed_at is null ${lock}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

const inDocument = (...path: string[]): RawBuilder<unknown> => sql`p.document #>> ${`{${path.join(',')}}`}::text[]`

function listIn(name: string): FilterColumns[string] {
  return {
    kind: 'list',
    parts: {
      value: { kind: 'text', value: sql`e ->> 'value'` },
      type: { kind: 'text', value: sql`e ->> 'type'` },
      display: { kind: 'text', value: sql`e ->> 'display'` },
      primary: { kind: 'boolean', value: sql`(e ->> 'primary')::boolean` },
    },
    holds: (condition) => sql`exists (
      select from jsonb_array_elements(coalesce(p.document -> ${name}::text, '[]')) e where ${condition})`,
  }
}

const filterColumns: FilterColumns = {
  id: { kind: 'exact', value: sql`p.id` },
  externalid: { kind: 'exact', value: sql`p.external_id` },
  username: { kind: 'text', value: sql`p.user_name` },
  active: { kind: 'boolean', value: sql`p.active` },
  displayname: { kind: 'text', value: inDocument('displayName') },
  usertype: { kind: 'text', value: inDocument('userType') },
  'name.formatted': { kind: 'text', value: inDocument('name', 'formatted') },
  'name.familyname': { kind: 'text', value: inDocument('name', 'familyName') },
  'name.givenname': { kind: 'text', value: inDocument('name', 'givenName') },
  'meta.created': { kind: 'time', value: sql`p.created_at` },
  'meta.lastmodified': { kind: 'time', value: sql`p.changed_at` },
  emails: listIn('emails'),
  phonenumbers: listIn('phoneNumbers'),
  roles: listIn('roles'),
}

export async function listPeople(
  db: Db,
  organisationId: string,
  { filter, skip, most }: { filter: string | undefined; skip: number; most: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const asked = sql`p.organisation_id = ${organisationId} and p.removed_at is null and ${conditionOf(filter, filterColumns)}`
  const counted = await sql<{
    total: number
  }>`select count(*)::integer as total from scim_people p where ${asked}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (most === 0 || skip >= total) return { rows: [], total }
  const { rows } = await sql<PersonRow>`
    select ${columns} from scim_people p where ${asked} order by p.id limit ${most} offset ${skip}`.execute(db)
  return { rows, total }
}

/** The columns that the site reads from a SCIM document: name, role, mail, phone and state. */
function settledOf(document: ScimDocument) {
  const { userName, externalId, active = true, displayName, name, userType, ...lists } = document
  const { formatted, familyName = '', givenName = '' } = (name ?? {}) as ScimParts
  const listed = (list: 'emails' | 'phoneNumbers' | 'roles') => (lists[list] ?? []) as ScimParts[]
  const roles = [userType, ...listed('roles').map(({ value }) => value)].map((one) => String(one ?? '').toLowerCase())
  const said = roles.filter((one) => one !== '')
  const parts = /\p{Script=Han}/u.test(`${familyName}${givenName}`)
    ? [familyName, givenName]
    : [givenName, ' ', familyName]
  const email = bestOf(listed('emails'), 'work')?.trim().toLowerCase() ?? ''
  const phone = normalizePhone(bestOf(listed('phoneNumbers'), 'mobile')?.replace(/^tel:/i, '') ?? '')
  return {
    user_name: String(userName),
    external_id: externalId === undefined ? null : String(externalId),
    active: active === true,
    role:
      said.length === 0 ? null : said.some((one) => teaching.has(one)) ? ('educator' as const) : ('learner' as const),
    name: String(displayName ?? formatted ?? '').trim() || parts.join('').trim() || String(userName),
    email: isEmail(email) ? email : null,
    phone: isPhone(phone) ? phone : null,
  }
}

const teaching = new Set(['educator', 'teacher', 'instructor', 'faculty'])

function bestOf(list: readonly ScimParts[], type: string): string | undefined {
  const best = list.find(({ primary }) => primary === true) ?? list.find((one) => one.type === type) ?? list[0]
  return typeof best?.value === 'string' ? best.value : undefined
}

/** For the rest of the transaction no other changes the directory. */
export async function lockDirectory(trx: Trx, organisationId: string): Promise<void> {
  await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
}

async function requireFree(trx: Trx, organisationId: string, document: ScimDocument, ownId: string): Promise<void> {
  const { user_name, external_id } = settledOf(document)
  const { rows } = await sql<{ sameName: boolean }>`
    select lower(user_name) = lower(${user_name}) as "sameName" from scim_people
    where organisation_id = ${organisationId} and removed_at is null and id <> ${ownId}
      and (lower(user_name) = lower(${user_name}) or external_id = ${external_id}) limit 1`.execute(trx)
  if (rows[0]) throw taken(rows[0].sameName ? 'userName' : 'externalId')
}

/** A person who was removed and is added again is known again by the id that the directory gives. */
export async function addPerson(
  services: Services,
  trx: Trx,
  asking: Asking,
  document: ScimDocument,
): Promise<PersonRow> {
  const { organisationId, now } = asking
  await requireFree(trx, organisationId, document, '')
  const settled = settledOf(document)
  const id = newId('directoryPerson', now.getTime())
  const { rows } = await sql<{ userId: string }>`
    with gone as (
      update scim_people set user_id = null, external_id = null
      where organisation_id = ${organisationId} and external_id = ${settled.external_id} and removed_at is not null
        and user_id is not null returning id, removed_at)
    select p.user_id as "userId" from scim_people p join gone on gone.id = p.id
    where p.user_id is not null and not exists (select from scim_people o
      where o.organisation_id = ${organisationId} and o.user_id = p.user_id and o.removed_at is null)
    order by gone.removed_at desc limit 1`.execute(trx)
  const before = rows[0]?.userId ?? null
  await trx
    .insertInto('scim_people')
    .values({
      ...settled,
      id,
      organisation_id: organisationId,
      document: JSON.stringify(document),
      user_id: before,
      created_at: now,
      changed_at: now,
    })
    .execute()
  if (before !== null) await nameMembers(trx, organisationId, [{ userId: before, name: settled.name }])
  if (settled.active) await begin(services, trx, asking, id)
  return findPerson(trx, organisationId, id)
}

export async function changePerson(
  services: Services,
  trx: Trx,
  asking: Asking,
  before: PersonRow,
  document: ScimDocument,
): Promise<PersonRow> {
  const { organisationId, now } = asking
  const isSame = await sql<{ same: boolean }>`
    select document = ${JSON.stringify(document)}::jsonb as same from scim_people where id = ${before.id}`.execute(trx)
  if (isSame.rows[0]?.same) return before
  await requireFree(trx, organisationId, document, before.id)
  const settled = settledOf(document)
  await trx
    .updateTable('scim_people')
    .set({ ...settled, document: JSON.stringify(document), version: before.version + 1, changed_at: now })
    .where('id', '=', before.id)
    .execute()
  if (before.userId !== null) await nameMembers(trx, organisationId, [{ userId: before.userId, name: settled.name }])
  const enrolling = { events: services.events, organisationId, actor: asking.keyId, now }
  if (before.active && !settled.active) await end(services, trx, asking, before)
  else if (settled.active && !before.active) await begin(services, trx, asking, before.id)
  else if (settled.active && before.userId === null) {
    if (before.phone !== settled.phone && before.phone !== null) await withdrawAll(trx, organisationId, [before.phone])
    await begin(services, trx, asking, before.id)
  } else if (settled.active && settled.role !== null && settled.role !== before.role && before.userId !== null) {
    await changeRoles(trx, enrolling, [{ userId: before.userId, role: settled.role }])
  }
  return findPerson(trx, organisationId, before.id)
}

/** Nobody is deleted: the membership ends, and the account and what was learned stay the person's. */
export async function removePerson(services: Services, trx: Trx, asking: Asking, row: PersonRow): Promise<void> {
  if (row.active) await end(services, trx, asking, row)
  await trx.deleteFrom('scim_seats').where('person_id', '=', row.id).execute()
  await trx.updateTable('scim_people').set({ removed_at: asking.now }).where('id', '=', row.id).execute()
}

async function end(services: Services, trx: Trx, asking: Asking, { userId, phone }: PersonRow): Promise<void> {
  const { organisationId, keyId, now } = asking
  const enrolling = { events: services.events, organisationId, actor: keyId, now }
  if (userId !== null) await endMemberships(trx, enrolling, [userId])
  else if (phone !== null) await withdrawAll(trx, organisationId, [phone])
}

/**
 * Who is known comes back into the organisation. Who is not known is looked for among its members, and else asked to join
 * where the directory names a phone. No account changes hands.
 */
async function begin(services: Services, trx: Trx, { organisationId, keyId, now }: Asking, id: string): Promise<void> {
  const { events } = services
  const row = await findPerson(trx, organisationId, id)
  const userId = row.userId
  if (userId !== null) {
    await joinAtFirst(events, trx, { organisationId, userId, role: row.role ?? 'learner', now })
  } else {
    const known = await knowPerson(trx, organisationId, id)
    if (!known) {
      const { rows } = await sql<{ phone: string }>`
        select coalesce(p.phone, u.phone) as phone from scim_people p
          left join users u on u.email = p.email and u.email_confirmed_at is not null and u.deleted_at is null
        where p.id = ${id} and coalesce(p.phone, u.phone) is not null`.execute(trx)
      const asked = rows.map(({ phone }) => ({ phone, role: row.role ?? ('learner' as const) }))
      // nobody of the organisation asked by hand
      await inviteAll(trx, { events, organisationId, actor: null, now }, asked)
      return
    }
    if (row.role)
      await changeRoles(trx, { events, organisationId, actor: keyId, now }, [{ userId: known, role: row.role }])
  }
  await takeSeats(trx, { events, organisationId, actor: keyId, now }, id)
}

/**
 * The account of a person of the directory, once it is a member's: by its phone or confirmed mail, or because it signed in
 * at the school's own provider, which names the person as the directory does. Null: nobody's yet.
 */
export async function knowPerson(trx: Trx, organisationId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string; name: string }>`
    update scim_people p set user_id = found.id from (
      select u.id from users u join memberships m on m.user_id = u.id and m.organisation_id = ${organisationId}
        join scim_people d on d.id = ${id}
      where m.ended_at is null and (${isAccountOf(sql`d.phone`, sql`d.email`)} or exists (
          select from school_people s join school_sign_ins q on q.organisation_id = s.organisation_id and q.people_issuer = s.issuer
          where s.organisation_id = m.organisation_id and s.user_id = u.id
            and (s.subject = d.external_id or lower(s.subject) = lower(d.user_name))))
        and not exists (select from scim_people o
          where o.organisation_id = m.organisation_id and o.user_id = u.id and o.removed_at is null)
      order by u.phone is not distinct from d.phone desc, u.id limit 1) found
    where p.id = ${id} and p.user_id is null
    returning p.user_id as "userId", p.name`.execute(trx)
  await nameMembers(trx, organisationId, rows)
  return rows[0]?.userId ?? null
}

/** Puts a person whose account is known into the classes of the directory. */
export async function takeSeats(trx: Trx, enrolling: Enrolling, id: string): Promise<void> {
  const { rows } = await sql<{ classId: string; userId: string }>`
    select g.class_id as "classId", p.user_id as "userId"
    from scim_seats s join scim_groups g on g.id = s.group_id join scim_people p on p.id = s.person_id
    where p.id = ${id} and p.user_id is not null`.execute(trx)
  await placeInClasses(trx, enrolling, rows)
}
