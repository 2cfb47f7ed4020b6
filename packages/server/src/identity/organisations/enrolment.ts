import { accountChanged } from '@lantern/contract/identity/events.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { MemberRole } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { writeAudit, writeAudits } from '../account/audit.ts'
import { invite } from './organisations.ts'

// What lists of people do to an organisation, many at once. Admins are out of their reach: these are made and ended one by
// one, by each other.

export interface Enrolling {
  events: Services['events']
  organisationId: string
  /** Who imported the list, or what else did it: the key of a directory, or this site; null for a list. */
  actor: string | null
  now: Date
}

/** What an audit entry needs. Changes of a class itself emit no event: nobody's membership changes. */
type Noting = Omit<Enrolling, 'events'>

/** Asks owners of phones to join; who is a member already is not asked. */
export async function inviteAll(
  trx: Trx,
  { events, organisationId, actor, now }: Enrolling,
  people: readonly { phone: string; role: MemberRole }[],
): Promise<void> {
  const { rows } = await sql<{ phone: string }>`
    select u.phone from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.ended_at is null
      and u.phone in (select jsonb_array_elements_text(${JSON.stringify(people.map(({ phone }) => phone))}::jsonb))`.execute(
    trx,
  )
  const members = new Set(rows.map(({ phone }) => phone))
  for (const { phone, role } of people) {
    if (!members.has(phone)) await invite(events, trx, { organisationId, phone, role, invitedBy: actor, now })
  }
}

/** Takes back invitations to these phones. */
export async function withdrawAll(trx: Trx, organisationId: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  await trx
    .deleteFrom('invitations')
    .where('organisation_id', '=', organisationId)
    .where('phone', 'in', phones)
    .where('role', '<>', 'admin')
    .execute()
}

/** Other roles for members; admins stay admins. */
export async function changeRoles(
  trx: Trx,
  { events, organisationId, actor, now }: Enrolling,
  people: readonly { userId: string; role: 'learner' | 'educator' }[],
): Promise<void> {
  for (const { userId, role } of people) {
    const changed = await trx
      .updateTable('memberships')
      .set({ role })
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('role', 'not in', ['admin', role])
      .returning('user_id')
      .executeTakeFirst()
    if (!changed) continue
    const audit = { act: 'member_changed', subject: userId, organisationId, detail: { role } } as const
    await writeAudit(trx, { actor: actor ?? 'list', ...audit, now })
    await events.emit(trx, accountChanged, { userId })
  }
}

/** A member as a list of the organisation names them. Without a number: lists give none. */
export interface ListedMember {
  userId: string
  name: string
  number?: string
}

/** Keeps what the organisation's lists call its members, by which its teachers know them; the list that came last is right. */
export async function nameMembers(trx: Trx, organisationId: string, people: readonly ListedMember[]): Promise<void> {
  await sql`
    update memberships m set listed_name = p.name, listed_number = coalesce(p.number, m.listed_number)
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p ("userId" text, name text, number text)
    where m.organisation_id = ${organisationId} and m.user_id = p."userId"
      and (m.listed_name, m.listed_number) is distinct from (p.name, coalesce(p.number, m.listed_number))`.execute(trx)
}

/** Ends memberships and places in classes. Admins stay. */
export async function endMemberships(
  trx: Trx,
  { events, organisationId, actor, now }: Enrolling,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const ended = await trx
    .updateTable('memberships')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('user_id', 'in', userIds)
    .where('ended_at', 'is', null)
    .where('role', '<>', 'admin')
    .returning('user_id')
    .execute()
  for (const { user_id } of ended) {
    await trx
      .deleteFrom('class_members')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', user_id)
      .execute()
    const audit = { act: 'member_changed', subject: user_id, organisationId, detail: { role: 'none' } } as const
    await writeAudit(trx, { actor: actor ?? 'list', ...audit, now })
    await events.emit(trx, accountChanged, { userId: user_id })
  }
}

interface ClassPlace {
  classId: string
  userId: string
}

/** Puts members into classes; who is no member, or is in the class, is passed over. */
export async function placeInClasses(trx: Trx, enrolling: Enrolling, places: readonly ClassPlace[]): Promise<void> {
  const { events, organisationId } = enrolling
  if (places.length === 0) return
  const { rows } = await sql<ClassPlace>`
    insert into class_members (class_id, organisation_id, user_id)
    select k.id, m.organisation_id, m.user_id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("classId" text, "userId" text)
      join classes k on k.id = p."classId" and k.organisation_id = ${organisationId}
      join memberships m on m.user_id = p."userId" and m.organisation_id = k.organisation_id and m.ended_at is null
    on conflict (class_id, user_id) do nothing
    returning class_id as "classId", user_id as "userId"`.execute(trx)
  await notePlaces(trx, enrolling, 'class_people_added', rows)
  for (const userId of new Set(rows.map((row) => row.userId))) await events.emit(trx, accountChanged, { userId })
}

export async function takeFromClasses(trx: Trx, enrolling: Enrolling, places: readonly ClassPlace[]): Promise<void> {
  const { events, organisationId } = enrolling
  if (places.length === 0) return
  const { rows } = await sql<ClassPlace>`
    delete from class_members m
    using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("classId" text, "userId" text)
    where m.class_id = p."classId" and m.user_id = p."userId" and m.organisation_id = ${organisationId}
    returning m.class_id as "classId", m.user_id as "userId"`.execute(trx)
  await notePlaces(trx, enrolling, 'class_people_removed', rows)
  for (const { userId } of rows) await events.emit(trx, accountChanged, { userId, leftClass: true })
}

/** One entry for each class, however many people came or went. */
async function notePlaces(
  trx: Trx,
  { organisationId, actor, now }: Noting,
  act: 'class_people_added' | 'class_people_removed',
  places: readonly ClassPlace[],
): Promise<void> {
  const classes = Map.groupBy(places, ({ classId }) => classId)
  const entries = [...classes].map(([subject, { length: seats }]) => ({ subject, detail: { seats } }))
  await writeAudits(
    trx,
    entries.map((entry) => ({ actor: actor ?? 'list', act, organisationId, now, ...entry })),
  )
}

function noteClass(
  trx: Trx,
  { organisationId, actor, now }: Noting,
  act: 'class_made' | 'class_renamed' | 'class_archived' | 'class_resumed',
  subject: string,
): Promise<void> {
  return writeAudit(trx, { actor: actor ?? 'list', act, subject, organisationId, now })
}

/** The class of this name, which is made where there is none; one that was put away is taken up again. */
export async function classOfName(trx: Trx, noting: Noting, name: string): Promise<string> {
  const { organisationId, now } = noting
  const before = await trx
    .selectFrom('classes')
    .select('archived_at')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  const id = newId('class', now.getTime())
  const row = await trx
    .insertInto('classes')
    .values({ id, organisation_id: organisationId, name, created_at: now, archived_at: null })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'name']).doUpdateSet({ archived_at: null }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (row.id === id) await noteClass(trx, noting, 'class_made', row.id)
  else if (before?.archived_at) await noteClass(trx, noting, 'class_resumed', row.id)
  return row.id
}

/** Puts a class away; its people and what they did stay. */
export async function putClassAway(trx: Trx, noting: Noting, classId: string): Promise<void> {
  const away = await trx
    .updateTable('classes')
    .set({ archived_at: noting.now })
    .where('id', '=', classId)
    .where('organisation_id', '=', noting.organisationId)
    .where('archived_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (away) await noteClass(trx, noting, 'class_archived', classId)
}

/** False: another class of the organisation has this name. */
export async function renameClass(
  trx: Trx,
  noting: Noting,
  { classId, name }: { classId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    update classes c set name = ${name} where c.id = ${classId} and c.organisation_id = ${noting.organisationId}
      and not exists (select from classes o where o.organisation_id = c.organisation_id and o.name = ${name} and o.id <> c.id)
    returning c.id`.execute(trx)
  if (rows.length > 0) await noteClass(trx, noting, 'class_renamed', classId)
  return rows.length > 0
}
