import { isMaker } from '@lantern/contract/catalog/access.ts'
import type { Attendance } from '@lantern/contract/live/attendance.ts'
import { attendanceMinutes } from '@lantern/contract/live/attendance-rules.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { mayReadSteps, requireVisibleItem } from '#catalog/index.ts'
import { shownName } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { writeCsv } from '#kit/write-csv.ts'

/** People on the page, and in the file. */
const mostPeople = 1000
const mostInFile = 100_000
const minuteMs = 60_000

/**
 * Two pages of one person count as one: a minute is counted when none was counted in the minute before. Hosts and the
 * author do not attend their own session.
 */
export async function attend({ db, clock }: Services, viewer: SignedIn, id: string): Promise<{ counted: boolean }> {
  const item = await requireVisibleItem(db, viewer, id, 'liveSession')
  const isOwn = viewer.id === item.ownerId || viewer.id === item.authorId
  if (isOwn || !(await mayReadSteps(db, viewer, item))) return { counted: false }
  const now = clock.now()
  // a page's clock is not exact to the second
  const dueBefore = new Date(now.getTime() - attendanceMinutes * minuteMs + 5000)
  const { rows } = await sql`
    insert into live_attendance as a (item_id, user_id, first_at, last_at, minutes)
    select l.item_id, ${viewer.id}, ${now}, ${now}, ${attendanceMinutes} from live_sessions l
    where l.item_id = ${item.id} and not l.cancelled and l.starts_at <= ${now} and l.ends_at > ${now}
      and not ${isHeldBy(viewer)}
    on conflict (user_id, item_id) do update
      set last_at = ${now}, minutes = a.minutes + ${attendanceMinutes} where a.last_at <= ${dueBefore}
    returning 1`.execute(db)
  return { counted: rows.length > 0 }
}

function isHeldBy(viewer: SignedIn): RawBuilder<boolean> {
  return sql<boolean>`l.speakers @> ${JSON.stringify([{ userId: viewer.id }])}::jsonb`
}

export interface Attended {
  userId: string
  firstAt: Date
  lastAt: Date
  minutes: number
}

/** Writes who was in a session, as counted elsewhere. A person who was counted here stays as they are. */
export async function saveAttendance(db: Db, itemId: string, people: readonly Attended[]): Promise<void> {
  if (people.length === 0) return
  await db
    .insertInto('live_attendance')
    .values(
      people.map(({ userId, firstAt, lastAt, minutes }) => ({
        item_id: itemId,
        user_id: userId,
        first_at: firstAt,
        last_at: lastAt,
        minutes,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For others than hosts and makers there is no such list. */
export async function readAttendance(
  { db }: Services,
  viewer: SignedIn,
  id: string,
  most = mostPeople,
): Promise<Attendance> {
  const item = await requireVisibleItem(db, viewer, id, 'liveSession')
  const { rows: hosted } = await sql`
    select from live_sessions l where l.item_id = ${item.id} and ${isHeldBy(viewer)}`.execute(db)
  if (hosted.length === 0 && !isMaker(viewer, item)) throw refuse('not_found')
  const { rows } = await sql<{
    id: string
    fullName: string
    first_at: Date
    last_at: Date
    minutes: number
    total: number
  }>`
    select u.id, ${shownName} as "fullName", a.first_at, a.last_at, a.minutes,
      count(*) over ()::integer as total
    from live_attendance a join users u on u.id = a.user_id
    where a.item_id = ${item.id} order by a.first_at, u.id limit ${most}`.execute(db)
  return {
    session: { id: item.id, slug: item.slug, title: item.title, language: item.language },
    people: rows.map(({ first_at, last_at, total: _, ...person }) => ({
      ...person,
      firstTime: first_at.toISOString(),
      lastTime: last_at.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** The same as a table, of everybody; times in ISO 8601. */
export async function attendanceTable(
  services: Services,
  viewer: SignedIn,
  { id, locale }: { id: string; locale: OfferedLocale },
): Promise<string> {
  const { text } = services
  const { people } = await readAttendance(services, viewer, id, mostInFile)
  const columns = ['attendance_name', 'attendance_first', 'attendance_last', 'attendance_minutes']
  return writeCsv([
    columns.map((name) => text(locale, `live.${name}`)),
    ...people.map(({ fullName, firstTime, lastTime, minutes }) => [fullName, firstTime, lastTime, minutes]),
  ])
}
