import { assignmentMoment } from '@lantern/contract/campus/events.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { notify, peopleAtOnce, tellInBatches } from '#notifications/index.ts'
import { assignmentDue, assignmentOpened, assignmentUnlocked, marksReleased } from './assignment-kinds.ts'
import { learnersOf } from './class-rights.ts'
import { handedInAt } from './handed-in.ts'
import { isFor } from './recipients.ts'

/** What falls due within this time is due soon. */
const soonMs = 24 * 3_600_000

/** Who has not finished it: what is done is neither new nor due. */
function isOpenFor(userId: string) {
  return sql`not exists (select from learner_progress p
    where p.user_id = ${sql.raw(userId)} and p.item_id = a.item_id and ${handedInAt} is not null)`
}

/** Learners with dates of their own are told by these. */
const isToldWithClass = sql`${isOpenFor('u.id')} and not exists (
  select from assignment_dates d where d.assignment_id = a.id and d.user_id = u.id)`

const tellings = {
  opened: {
    kind: assignmentOpened,
    mark: sql.raw('opening_told_at'),
    isTime: (now: Date) => sql`x.opens_at <= ${now}`,
    isTold: isToldWithClass,
    hasOwnDates: true,
    moment: 'opened',
    key: (id: string) => `assignment_opened:${id}`,
  },
  due: {
    kind: assignmentDue,
    mark: sql.raw('due_told_at'),
    isTime: (now: Date) => sql`x.opens_at <= ${now} and x.due_at > ${now} and x.due_at <= ${soonFrom(now)}`,
    isTold: isToldWithClass,
    hasOwnDates: true,
    moment: null,
    // of another due date one is told again
    key: (id: string, dueAt: string) => `assignment_due:${id}:${dueAt}`,
  },
  released: {
    kind: marksReleased,
    mark: sql.raw('release_told_at'),
    isTime: (now: Date) => sql`x.release_at <= ${now}`,
    isTold: sql`exists (select from assignment_marks m where m.assignment_id = a.id and m.user_id = u.id)`,
    hasOwnDates: false,
    moment: 'released',
    key: (id: string) => `marks_released:${id}`,
  },
} as const

type Telling = (typeof tellings)[keyof typeof tellings]

function soonFrom(now: Date): Date {
  return new Date(now.getTime() + soonMs)
}

/**
 * Every minute learners are told what is open now, what is due soon and which marks are released, each once. A class is
 * told in batches; of dates a learner with dates of their own is told by these.
 */
export function tellOfAssignments(services: Services): void {
  for (const [name, telling] of Object.entries(tellings)) {
    const tellClass = tellInBatches(services, `campus.assignment_${name}`, (trx, id, after) =>
      tellClassmates(services, trx, telling, { id, after }),
    )
    services.jobs.everyMinute(`campus.assignments_${name}`, async () => {
      for (let isMore = true; isMore; ) isMore = await takeClasses(services, telling, tellClass)
      for (let isMore = telling.hasOwnDates; isMore; ) isMore = await tellPeopleWithDates(services, telling)
    })
  }
}

const assignmentsAtOnce = 50

/** Marks some assignments as told and has their classes told. False when none is left. */
async function takeClasses(
  { db, clock, events }: Services,
  { mark, isTime, moment }: Telling,
  tellClass: (trx: Trx, id: string) => Promise<void>,
): Promise<boolean> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: string; class_id: string }>`
      update assignments set ${mark} = ${now} where id in (
        select x.id from assignments x where x.${mark} is null and ${isTime(now)}
        order by x.id limit ${assignmentsAtOnce} for update skip locked)
      returning id, class_id`.execute(trx)
    for (const { id, class_id: classId } of rows) {
      await tellClass(trx, id)
      if (moment) await events.emit(trx, assignmentMoment, { classId, assignmentId: id, moment })
    }
    return rows.length === assignmentsAtOnce
  })
}

interface Told {
  id: string
  item_id: string
  class_id: string
  class_name: string
  time_zone: string
  due_at: Date
  note: string
}

const toldColumns = sql`a.id, a.item_id, c.id as class_id, c.name as class_name, o.time_zone, a.note`
const ofClass = sql`join classes c on c.id = a.class_id and c.archived_at is null
  join organisations o on o.id = c.organisation_id`

async function tellClassmates(
  services: Services,
  trx: Trx,
  telling: Telling,
  { id, after }: { id: string; after: string },
): Promise<string[]> {
  const { rows: found } = await sql<Told>`
    select ${toldColumns}, a.due_at from assignments a ${ofClass} where a.id = ${id}`.execute(trx)
  const [told] = found
  if (!told) return []
  const { rows } = await sql<{ id: string; is_told: boolean }>`
    select u.id, ${telling.isTold} and ${isFor(sql`u.id`)} as is_told
    from ${learnersOf(told.class_id)} join assignments a on a.id = ${id}
    where u.id > ${after} order by u.id limit ${peopleAtOnce}`.execute(trx)
  await tell(
    services,
    trx,
    telling,
    told,
    rows.flatMap((row) => (row.is_told ? row.id : [])),
  )
  return rows.map((row) => row.id)
}

/** Tells a learner of a mark for an assignment whose marks are released. */
export async function tellOfMark(services: Services, trx: Trx, id: string, userId: string): Promise<void> {
  const { rows } = await sql<Told>`
    select ${toldColumns}, a.due_at from assignments a ${ofClass} where a.id = ${id}`.execute(trx)
  if (!rows[0]) return
  await tell(services, trx, tellings.released, rows[0], [userId])
  const told = { classId: rows[0].class_id, assignmentId: id, moment: 'released' as const, userId }
  await services.events.emit(trx, assignmentMoment, told)
}

/** Tells a learner that an assignment that was locked is open to them. Of one that opens later they hear when it does. */
export async function tellOfOpening(
  services: Services,
  trx: Trx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<void> {
  const { rows } = await sql<Told>`
    select ${toldColumns}, coalesce(d.due_at, a.due_at) as due_at from assignments a ${ofClass}
      left join assignment_dates d on d.assignment_id = a.id and d.user_id = ${userId}
    where a.id = ${id} and coalesce(d.opens_at, a.opens_at) <= ${now}`.execute(trx)
  // opened again after it waited again it is told again
  const telling = { kind: assignmentUnlocked, key: () => `assignment_unlocked:${id}:${now.toISOString()}` }
  if (rows[0]) await tell(services, trx, telling, rows[0], [userId])
}

const datesAtOnce = 100

async function tellPeopleWithDates(services: Services, telling: Telling): Promise<boolean> {
  const now = services.clock.now()
  const { mark, isTime } = telling
  return inTransaction(services.db, async (trx) => {
    const { rows: taken } = await sql<{ user_id: string; assignment_id: string }>`
      update assignment_dates set ${mark} = ${now} where (user_id, assignment_id) in (
        select x.user_id, x.assignment_id from assignment_dates x where x.${mark} is null and ${isTime(now)}
        order by x.user_id, x.assignment_id limit ${datesAtOnce} for update skip locked)
      returning user_id, assignment_id`.execute(trx)
    for (const { user_id: userId, assignment_id: id } of taken) {
      const { rows } = await sql<Told>`
        select ${toldColumns}, d.due_at from assignments a ${ofClass}
        join assignment_dates d on d.assignment_id = a.id and d.user_id = ${userId}
        join class_members k on k.class_id = c.id and k.user_id = d.user_id
        where a.id = ${id} and ${isOpenFor('d.user_id')} and ${isFor(userId)}`.execute(trx)
      const [told] = rows
      if (told) await tell(services, trx, telling, told, [userId])
    }
    return taken.length === datesAtOnce
  })
}

async function tell(
  services: Services,
  trx: Trx,
  { kind, key }: Pick<Telling, 'key'> & { kind: Telling['kind'] | typeof assignmentUnlocked },
  { id, item_id: itemId, class_id: classId, class_name: className, time_zone: timeZone, due_at, note }: Told,
  people: string[],
): Promise<void> {
  const dueAt = due_at.toISOString()
  const payload = { classId, className, dueAt, timeZone, note }
  if (people.length > 0) await notify(services, trx, kind, { people, key: key(id, dueAt), itemId, payload })
}
