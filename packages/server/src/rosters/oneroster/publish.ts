import {
  accountChanged,
  classChanged,
  classPlaceChanged,
  membershipChanged,
} from '@lantern/contract/identity/events.ts'
import { type RawBuilder, sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { familyLength } from './split-name.ts'

const job = 'rosters.publish'

/** Days for which it is told that somebody or something is gone. */
const tombstoneDays = 90

/** Whom to look at again; left out: everybody, or every class. */
interface Looked {
  userIds?: readonly string[]
  classIds?: readonly string[]
}

/** Begins to keep what the organisation tells by OneRoster. Says whether all of it is there already. */
export async function ensurePublished({ db, clock, jobs }: Services, organisationId: string): Promise<boolean> {
  const found = await db
    .selectFrom('oneroster_publishings')
    .select('filled_at')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (found?.filled_at) return true
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('oneroster_publishings')
      .values({ organisation_id: organisationId, changed_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await jobs.send(trx, job, { organisationId }, { key: organisationId })
  })
  return false
}

/** What happens in an organisation is in its OneRoster within seconds. */
export function keepPublished(services: Services): void {
  const { db, clock, jobs, stream } = services
  jobs.define(
    job,
    async ([data]) => {
      await inTransaction(db, async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx)
        await publish(trx, String(data?.organisationId), {}, clock.now())
      })
    },
    { isLong: true, isKeyed: true },
  )
  stream.subscribe(
    'rosters.oneroster',
    [accountChanged, membershipChanged, classPlaceChanged, classChanged],
    async (batch, trx) => {
      const userIds = batch.flatMap(({ payload }) => ('userId' in payload ? payload.userId : []))
      const classIds = batch.flatMap(({ payload }) => ('classId' in payload ? payload.classId : []))
      const { rows } = await sql<{ id: string }>`
        select p.organisation_id as id from oneroster_publishings p where p.filled_at is not null and (
          exists (select from memberships m join ${idRows(userIds)} u on u.id = m.user_id
            where m.organisation_id = p.organisation_id)
          or exists (select from oneroster_people o join ${idRows(userIds)} u on u.id = o.id
            where o.organisation_id = p.organisation_id)
          or exists (select from classes k join ${idRows(classIds)} c on c.id = k.id
            where k.organisation_id = p.organisation_id))
        order by id`.execute(trx)
      for (const { id } of rows) await publish(trx, id, { userIds, classIds }, clock.now())
    },
  )
  // also what no event tells of, as another name of the organisation
  jobs.daily('rosters.publish_all', async () => {
    const rows = await db.selectFrom('oneroster_publishings').select('organisation_id').execute()
    await inTransaction(db, async (trx) => {
      for (const { organisation_id: organisationId } of rows)
        await jobs.send(trx, job, { organisationId }, { key: organisationId })
    })
    const before = new Date(clock.now().getTime() - tombstoneDays * 86_400_000)
    for (const table of ['oneroster_seats', 'oneroster_people', 'oneroster_classes'])
      await deleteInBatches(db, table, sql`status = 'tobedeleted' and changed_at < ${before}`)
  })
}

/** Compares what is told of these people and classes with what is so, and marks what changed with the time. */
export async function publish(trx: Trx, organisationId: string, looked: Looked, now: Date): Promise<void> {
  // one after the other: the second must not write what it read before the first
  const { rows } = await sql`
    select from oneroster_publishings where organisation_id = ${organisationId} for update`.execute(trx)
  if (rows.length === 0) return
  const { userIds, classIds } = looked
  const isWhole = !userIds && !classIds
  if (userIds?.length !== 0) await publishPeople(trx, organisationId, among(userIds), now)
  if (classIds?.length !== 0) await publishClasses(trx, organisationId, among(classIds), now)
  // what was just written is news to the planner: as a few rows it would be gone through for each place
  if (isWhole) await sql`analyze oneroster_people, oneroster_classes`.execute(trx)
  // by people and then by classes: each goes through an index of its own
  if (isWhole) await publishSeats(trx, organisationId, () => sql`true`, now)
  if (userIds?.length)
    await publishSeats(trx, organisationId, (seat) => among(userIds)(sql.ref(`${seat}.user_id`)), now)
  if (classIds?.length)
    await publishSeats(trx, organisationId, (seat) => among(classIds)(sql.ref(`${seat}.class_id`)), now)
  await sql`
    update oneroster_publishings p set name = o.name, filled_at = coalesce(p.filled_at, ${now}),
      changed_at = case when p.name = o.name then p.changed_at else ${now} end
    from organisations o where o.id = p.organisation_id and p.organisation_id = ${organisationId}
      and (p.name <> o.name or p.filled_at is null)`.execute(trx)
}

type Chosen = (id: RawBuilder<unknown>) => RawBuilder<unknown>

/** Left out: all of them. */
function among(ids: readonly string[] | undefined): Chosen {
  return ids === undefined ? () => sql`true` : (id) => sql`${id} in (select id from ${idRows(ids)} given)`
}

async function publishPeople(trx: Trx, organisationId: string, isChosen: Chosen, now: Date): Promise<void> {
  await sql`
    insert into oneroster_people as p
      (organisation_id, id, family_name, given_name, email, sms, identifier, role, status, changed_at)
    select ${organisationId}, n.id,
      case when n.is_han then left(n.name, n.family) else coalesce(substring(n.name, '\\S+$'), '') end,
      case when n.is_han then substr(n.name, n.family + 1) else trim(regexp_replace(n.name, '\\S+$', '')) end,
      n.email, n.phone, n.number, n.role, 'active', ${now}
    from (
      select u.id, t.name, t.name ~ '^[\\u2e80-\\u2fdf\\u3005\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff]{2,}$' as is_han, ${familyLength(sql`t.name`)} as family,
        coalesce(r.email, '') as email, coalesce(r.phone, '') as phone, coalesce(r.number, '') as number,
        case m.role when 'admin' then 'siteAdministrator' when 'educator' then 'teacher' else 'student' end as role
      from memberships m join users u on u.id = m.user_id
        left join lateral (select * from roster_people r where r.organisation_id = m.organisation_id
          and r.user_id = m.user_id and r.ended_at is null order by r.source_id limit 1) r on true
        cross join lateral (select trim(coalesce(r.name, ${shownName})) as name) t
      where m.organisation_id = ${organisationId} and m.ended_at is null and u.deleted_at is null
        and ${isChosen(sql`m.user_id`)}
    ) n
    on conflict (organisation_id, id) do update set family_name = excluded.family_name,
      given_name = excluded.given_name, email = excluded.email, sms = excluded.sms, identifier = excluded.identifier,
      role = excluded.role, status = 'active', changed_at = excluded.changed_at
    where (p.family_name, p.given_name, p.email, p.sms, p.identifier, p.role, p.status) is distinct from
      (excluded.family_name, excluded.given_name, excluded.email, excluded.sms, excluded.identifier, excluded.role,
        'active')`.execute(trx)
  await sql`
    update oneroster_people p set status = 'tobedeleted', changed_at = ${now}
    where p.organisation_id = ${organisationId} and p.status = 'active' and ${isChosen(sql`p.id`)} and not exists (
      select from memberships m join users u on u.id = m.user_id where m.organisation_id = p.organisation_id
        and m.user_id = p.id and m.ended_at is null and u.deleted_at is null)`.execute(trx)
}

/** A class has the days that a list gives it, else the year in which it was made. */
async function publishClasses(trx: Trx, organisationId: string, isChosen: Chosen, now: Date): Promise<void> {
  const spans = sql`
    select k.id, k.name, k.archived_at is null as is_active, s.* from classes k
      left join lateral (select r.starts_on, r.ends_on from roster_classes r where r.class_id = k.id
        and r.starts_on is not null and r.ends_on is not null order by r.source_id limit 1) d on true
      cross join lateral (select to_char(k.created_at at time zone ${siteTimeZone}, 'YYYY') as year) y
      cross join lateral (select coalesce(d.starts_on, y.year || '-01-01') as starts_on,
        coalesce(d.ends_on, y.year || '-12-31') as ends_on,
        coalesce(d.starts_on || '.' || d.ends_on, y.year) as session_id,
        coalesce(d.starts_on || ' – ' || d.ends_on, y.year) as session_title,
        left(coalesce(d.ends_on, y.year), 4) as school_year) s
    where k.organisation_id = ${organisationId} and ${isChosen(sql`k.id`)}`
  await sql`
    insert into oneroster_sessions (organisation_id, id, title, starts_on, ends_on, school_year, changed_at)
    select distinct ${organisationId}, session_id, session_title, starts_on, ends_on, school_year, ${now}::timestamptz
    from (${spans}) k on conflict do nothing`.execute(trx)
  await sql`
    insert into oneroster_classes as c (organisation_id, id, title, session_id, status, changed_at)
    select ${organisationId}, k.id, k.name, k.session_id, 'active', ${now}
    from (${spans}) k where k.is_active
    on conflict (organisation_id, id) do update set title = excluded.title, session_id = excluded.session_id,
      status = 'active', changed_at = excluded.changed_at
    where (c.title, c.session_id, c.status) is distinct from (excluded.title, excluded.session_id, 'active')`.execute(
    trx,
  )
  await sql`
    update oneroster_classes c set status = 'tobedeleted', changed_at = ${now}
    where c.organisation_id = ${organisationId} and c.status = 'active' and ${isChosen(sql`c.id`)} and not exists (
      select from classes k where k.id = c.id and k.organisation_id = c.organisation_id and k.archived_at is null)`.execute(
    trx,
  )
}

async function publishSeats(
  trx: Trx,
  organisationId: string,
  isChosen: (seat: string) => RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const placed = sql`
    select m.class_id, m.user_id, case when p.role = 'student' then 'student' else 'teacher' end as role
    from class_members m
      join oneroster_people p on p.organisation_id = m.organisation_id and p.id = m.user_id and p.status = 'active'
      join oneroster_classes c on c.organisation_id = m.organisation_id and c.id = m.class_id and c.status = 'active'
    where m.organisation_id = ${organisationId}`
  await sql`
    insert into oneroster_seats as s (organisation_id, class_id, user_id, role, status, changed_at)
    select ${organisationId}, m.class_id, m.user_id, m.role, 'active', ${now} from (${placed}) m
    where ${isChosen('m')}
    on conflict (organisation_id, id) do update set role = excluded.role, status = 'active',
      changed_at = excluded.changed_at
    where (s.role, s.status) is distinct from (excluded.role, 'active')`.execute(trx)
  await sql`
    update oneroster_seats s set status = 'tobedeleted', changed_at = ${now}
    where s.organisation_id = ${organisationId} and s.status = 'active' and ${isChosen('s')} and not exists (
      select from (${placed}) m where m.class_id = s.class_id and m.user_id = s.user_id)`.execute(trx)
}
