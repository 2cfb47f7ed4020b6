import type { SignedIn } from '@lantern/contract/roles.ts'
import { mayEnd } from '@lantern/contract/rosters/name-list-limits.ts'
import { sql } from 'kysely'
import {
  changeRoles,
  classOfName,
  type Enrolling,
  endMemberships,
  inviteAll,
  nameMembers,
  placeInClasses,
  putClassAway,
  renameClass,
  takeFromClasses,
  withdrawAll,
  writeAudit,
} from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { isSaid, isToWrite } from './name-lists.ts'
import { noteImported } from './oneroster/note-imported.ts'
import { publish } from './oneroster/publish.ts'
import { isAccountOf } from './plan.ts'
import { isPlanOfNow, planSoon } from './plan-soon.ts'
import type { LineFields } from './reading/read-lines.ts'
import { lockList } from './stored-list.ts'

const job = 'rosters.import'
const linesAtOnce = 200

/**
 * Begins to write a list. One that has begun goes on, and one that was written stays as it is. A long one whose plan is
 * not of now is planned again first: it is asked for once more then.
 */
export async function beginImport(
  services: Services,
  { id: actor }: Pick<SignedIn, 'id'>,
  { organisationId, listId }: { organisationId: string; listId: string },
  endMissing: boolean,
): Promise<void> {
  const now = services.clock.now()
  await inTransaction(services.db, async (trx) => {
    const list = await lockList(trx, organisationId, listId)
    if (list.state !== 'planned') return
    // what was imported meanwhile may have done some of it
    if (!((await isPlanOfNow(trx, list)) || (await planSoon(services, trx, list)))) return
    if (endMissing && !(await mayEndMissing(trx, organisationId, listId))) {
      throw refuse('conflict', { details: [{ field: 'endMissing', message: 'rosters.too_many_gone' }] })
    }
    await trx
      .updateTable('name_lists')
      .set({ state: 'importing', ends_missing: endMissing })
      .where('id', '=', listId)
      .execute()
    const detail = { endMissing }
    await writeAudit(trx, { actor, act: 'name_list_imported', subject: listId, organisationId, detail, now })
    await services.jobs.send(trx, job, { listId, organisationId }, { key: listId })
  })
}

async function mayEndMissing(trx: Trx, organisationId: string, listId: string): Promise<boolean> {
  const { rows } = await sql<{ gone: number; known: number; lines: number }>`
    select (select count(*)::integer from name_list_lines
        where list_id = ${listId} and kind = 'person' and line is null) as gone,
      (select count(*)::integer from name_list_lines
        where list_id = ${listId} and kind = 'person' and line is not null) as lines,
      (select count(*)::integer from roster_people
        where organisation_id = ${organisationId} and ended_at is null) as known`.execute(trx)
  const { gone = 0, known = 0, lines = 0 } = rows[0] ?? {}
  return gone === 0 || (lines > 0 && mayEnd(gone, known))
}

/** Lists are written by a job, some lines at a time: one that was stopped goes on where it was. */
export function importLists(services: Services): void {
  services.jobs.define(
    job,
    async ([data], closing) => {
      const { listId, organisationId } = data as { listId: string; organisationId: string }
      let isMore = true
      while (isMore) {
        closing.throwIfAborted()
        isMore = await inTransaction(services.db, (trx) => writeSome(services, trx, organisationId, listId))
      }
    },
    { isLong: true, isKeyed: true },
  )
}

interface Line {
  position: number
  kind: 'class' | 'person' | 'seat'
  sourceId: string
  classSourceId: string
  outcome: 'added' | 'changed' | 'ended'
  fields: LineFields
}

/**
 * Classes first, then people, then their places; of each what ends comes last. A system that is moved gives new ids to the
 * same people and classes: what still stands under another id is not ended.
 */
async function writeSome(services: Services, trx: Trx, organisationId: string, listId: string): Promise<boolean> {
  const list = await lockList(trx, organisationId, listId)
  if (list.state !== 'importing') return false
  const now = services.clock.now()
  const { rows } = await sql<Line>`
    select l.position, l.kind, l.source_id as "sourceId", l.class_source_id as "classSourceId", l.outcome, l.fields
    from unnest(array['class', 'person', 'seat']) with ordinality k (kind, nth)
      cross join unnest(array[false, true]) o (is_over) cross join lateral (
      select * from name_list_lines
      where list_id = ${listId} and kind = k.kind and (outcome = 'ended') = o.is_over and not done and ${isToWrite}
        and (${list.endsMissing}::boolean or ${isSaid})
      order by position limit ${linesAtOnce}) l
    order by k.nth, o.is_over, l.position limit ${linesAtOnce}`.execute(trx)
  if (rows.length === 0) {
    await trx.updateTable('name_lists').set({ state: 'done', done_at: now }).where('id', '=', listId).execute()
    await noteImported(trx, organisationId, listId, now)
    return false
  }
  const enrolling = { events: services.events, organisationId, actor: list.madeBy, now }
  const of = (kind: Line['kind'], isOver: boolean) =>
    rows.filter((line) => line.kind === kind && (line.outcome === 'ended') === isOver)
  for (const line of of('class', false)) await writeClass(trx, enrolling, line)
  for (const line of of('class', true)) await endClass(trx, enrolling, line)
  await writePeople(trx, enrolling, of('person', false))
  await endPeople(trx, enrolling, of('person', true))
  await writeSeats(trx, enrolling, of('seat', false))
  await endSeats(trx, enrolling, of('seat', true))
  await publishLines(trx, enrolling, rows)
  await trx
    .updateTable('name_list_lines')
    .set({ done: true })
    .where('list_id', '=', listId)
    .where(
      'position',
      'in',
      rows.map(({ position }) => position),
    )
    .execute()
  return true
}

/** What a list says of those who are known already is told of by no event. */
async function publishLines(trx: Trx, { organisationId, now }: Enrolling, lines: readonly Line[]): Promise<void> {
  const named = (kind: Line['kind']) => idRows(lines.flatMap((line) => (line.kind === kind ? line.sourceId : [])))
  const { rows } = await sql<{ userIds: string[]; classIds: string[] }>`
    select array(select r.user_id from ${named('person')} n join roster_people r on r.source_id = n.id
        where r.organisation_id = ${organisationId} and r.user_id is not null) as "userIds",
      array(select r.class_id from ${named('class')} n join roster_classes r on r.source_id = n.id
        where r.organisation_id = ${organisationId}) as "classIds"`.execute(trx)
  for (const looked of rows) await publish(trx, organisationId, looked, now)
}

async function writeClass(trx: Trx, enrolling: Enrolling, { sourceId, fields }: Line): Promise<void> {
  const { organisationId } = enrolling
  const known = await trx
    .selectFrom('roster_classes')
    .select(['class_id', 'name', 'ended_at'])
    .where('organisation_id', '=', organisationId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  const class_id =
    known && !known.ended_at && (await takesName(trx, enrolling, { sourceId, known, name: fields.name }))
      ? known.class_id
      : await classOfName(trx, enrolling, fields.name)
  const row = {
    class_id,
    name: fields.name,
    starts_on: fields.startsOn || null,
    ends_on: fields.endsOn || null,
    ended_at: null,
  }
  await trx
    .insertInto('roster_classes')
    .values({ ...row, organisation_id: organisationId, source_id: sourceId })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'source_id']).doUpdateSet(row))
    .execute()
  if (known && known.class_id !== class_id) await moveSeats(trx, enrolling, { sourceId, from: known.class_id })
}

/**
 * Renames the class of a list's entry where the entry has a new name. False: another entry has the same class, or another
 * class has that name.
 */
async function takesName(
  trx: Trx,
  enrolling: Enrolling,
  { sourceId, known, name }: { sourceId: string; known: { class_id: string; name: string }; name: string },
): Promise<boolean> {
  if (known.name === name) return true
  const classId = known.class_id
  if (await isListed(trx, enrolling, { classId, beside: sourceId })) return false
  return renameClass(trx, enrolling, { classId, name })
}

/** Whether an entry of a list with another id has this class. */
async function isListed(
  trx: Trx,
  { organisationId }: Enrolling,
  { classId, beside }: { classId: string; beside: string },
): Promise<boolean> {
  const other = await trx
    .selectFrom('roster_classes')
    .select('source_id')
    .where('organisation_id', '=', organisationId)
    .where('class_id', '=', classId)
    .where('source_id', '<>', beside)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Moves the people whom lists placed by this entry from its former class to its class of now. */
async function moveSeats(
  trx: Trx,
  enrolling: Enrolling,
  { sourceId, from }: { sourceId: string; from: string },
): Promise<void> {
  const { rows } = await sql<{ classId: string; userId: string }>`
    select k.class_id as "classId", p.user_id as "userId" from roster_seats s
      join roster_people p on (p.organisation_id, p.source_id) = (s.organisation_id, s.person_id)
      join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)
    where s.organisation_id = ${enrolling.organisationId} and s.class_id = ${sourceId}
      and p.user_id is not null and p.ended_at is null`.execute(trx)
  await placeInClasses(trx, enrolling, rows)
  await leaveClasses(
    trx,
    enrolling,
    rows.map(({ userId }) => ({ classId: from, userId })),
  )
}

/** Takes people out of classes where no other place of a list keeps them. */
async function leaveClasses(
  trx: Trx,
  enrolling: Enrolling,
  places: readonly { classId: string; userId: string }[],
): Promise<void> {
  if (places.length === 0) return
  const { rows } = await sql<{ classId: string; userId: string }>`
    select l."classId", l."userId" from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) l ("classId" text, "userId" text)
    where not exists (select from roster_people p
        join roster_seats s on (s.organisation_id, s.person_id) = (p.organisation_id, p.source_id)
        join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)
      where p.organisation_id = ${enrolling.organisationId} and p.user_id = l."userId" and p.ended_at is null
        and k.class_id = l."classId" and k.ended_at is null)`.execute(trx)
  await takeFromClasses(trx, enrolling, rows)
}

async function endClass(trx: Trx, enrolling: Enrolling, { sourceId }: Line): Promise<void> {
  const { organisationId, now } = enrolling
  const ended = await trx
    .updateTable('roster_classes')
    .set({ ended_at: now })
    .where('organisation_id', '=', organisationId)
    .where('source_id', '=', sourceId)
    .returning('class_id')
    .executeTakeFirst()
  if (ended && !(await isListed(trx, enrolling, { classId: ended.class_id, beside: sourceId })))
    await putClassAway(trx, enrolling, ended.class_id)
}

/** Members are known by phone or confirmed mail; everybody else is asked to join. No account changes hands. */
async function writePeople(trx: Trx, enrolling: Enrolling, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { organisationId } = enrolling
  const { rows } = await sql<ListedPerson>`
    insert into roster_people as r (organisation_id, source_id, number, name, phone, email, role, user_id)
    select ${organisationId}, l."sourceId", coalesce(l.fields ->> 'number', ''), l.fields ->> 'name',
      nullif(l.fields ->> 'phone', ''), nullif(l.fields ->> 'email', ''), coalesce(l.fields ->> 'role', (select known.role from roster_people known
        where known.organisation_id = ${organisationId} and known.source_id = l."sourceId"), 'learner'),
      (select u.id from users u join memberships m on m.user_id = u.id and m.organisation_id = ${organisationId}
        where m.ended_at is null
          and ${isAccountOf(sql`nullif(l.fields ->> 'phone', '')`, sql`nullif(l.fields ->> 'email', '')`)}
        order by u.phone is not distinct from nullif(l.fields ->> 'phone', '') desc, u.id limit 1)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l ("sourceId" text, fields jsonb)
    on conflict (organisation_id, source_id) do update set number = excluded.number, name = excluded.name,
      phone = excluded.phone, email = excluded.email, role = excluded.role, ended_at = null,
      user_id = coalesce(r.user_id, excluded.user_id)
    returning r.role, r.name, r.number, r.user_id as "userId", coalesce(r.phone, (select u.phone from users u
      where u.email = r.email and u.email_confirmed_at is not null and u.deleted_at is null)) as phone`.execute(trx)
  const members = rows.flatMap(({ userId, ...person }) => (userId ? [{ ...person, userId }] : []))
  await changeRoles(trx, enrolling, members)
  await nameMembers(trx, organisationId, members)
  const asked = rows.flatMap(({ userId, phone, role }) => (!userId && phone ? [{ phone, role }] : []))
  await inviteAll(trx, enrolling, asked)
}

interface ListedPerson {
  phone: string | null
  role: 'learner' | 'educator'
  name: string
  number: string
  userId: string | null
}

async function endPeople(trx: Trx, enrolling: Enrolling, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { organisationId, now } = enrolling
  const named = idRows(lines.map(({ sourceId }) => sourceId))
  const { rows: places } = await sql<{ classId: string; userId: string | null }>`
    with left_out as (
      delete from roster_seats s using ${named} n
      where s.organisation_id = ${organisationId} and s.person_id = n.id returning s.*)
    select k.class_id as "classId", p.user_id as "userId" from left_out s
      join roster_people p on (p.organisation_id, p.source_id) = (s.organisation_id, s.person_id)
      join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)`.execute(trx)
  await sql`
    update roster_people r set ended_at = ${now} from ${named} n
    where r.organisation_id = ${organisationId} and r.source_id = n.id`.execute(trx)
  const others = sql`select from roster_people o where o.organisation_id = r.organisation_id and o.ended_at is null`
  const { rows } = await sql<{ userId: string | null; phone: string | null }>`
    select case when not exists (${others} and o.user_id = r.user_id) then r.user_id end as "userId",
      case when not exists (${others} and o.user_id is null and o.phone = r.phone) then r.phone end as phone
    from roster_people r join ${named} n on n.id = r.source_id where r.organisation_id = ${organisationId}`.execute(trx)
  await endMemberships(
    trx,
    enrolling,
    rows.flatMap(({ userId }) => userId ?? []),
  )
  await withdrawAll(
    trx,
    organisationId,
    rows.flatMap(({ phone }) => phone ?? []),
  )
  await leaveClasses(trx, enrolling, placesOf(places))
}

async function writeSeats(trx: Trx, enrolling: Enrolling, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await sql<{ classId: string; userId: string | null }>`
    with kept as (
      insert into roster_seats (organisation_id, person_id, class_id)
      select p.organisation_id, p.source_id, k.source_id
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l ("sourceId" text, "classSourceId" text)
        join roster_people p on p.organisation_id = ${enrolling.organisationId} and p.source_id = l."sourceId"
          and p.ended_at is null
        join roster_classes k on k.organisation_id = p.organisation_id and k.source_id = l."classSourceId"
      on conflict do nothing returning *)
    select k.class_id as "classId", p.user_id as "userId" from kept s
      join roster_people p on (p.organisation_id, p.source_id) = (s.organisation_id, s.person_id)
      join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)`.execute(trx)
  await placeInClasses(trx, enrolling, placesOf(rows))
}

async function endSeats(trx: Trx, enrolling: Enrolling, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await sql<{ classId: string; userId: string | null }>`
    with ended as (
      delete from roster_seats s using jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l ("sourceId" text, "classSourceId" text)
      where s.organisation_id = ${enrolling.organisationId} and s.person_id = l."sourceId"
        and s.class_id = l."classSourceId" returning s.*)
    select k.class_id as "classId", p.user_id as "userId" from ended s
      join roster_people p on (p.organisation_id, p.source_id) = (s.organisation_id, s.person_id)
      join roster_classes k on (k.organisation_id, k.source_id) = (s.organisation_id, s.class_id)`.execute(trx)
  await leaveClasses(trx, enrolling, placesOf(rows))
}

function placesOf(rows: readonly { classId: string; userId: string | null }[]) {
  return rows.flatMap(({ classId, userId }) => (userId ? [{ classId, userId }] : []))
}
