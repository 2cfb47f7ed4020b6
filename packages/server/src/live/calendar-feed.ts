import { randomBytes } from 'node:crypto'
import type { CalendarFeed } from '@lantern/contract/live/calendar.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem, visibleTo } from '#catalog/index.ts'
import { type Recipient, recipientsOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type CalendarMoment, type CalendarSession, calendarColumns, calendarFile } from './calendar-file.ts'

/** Days for which a session that is over stays in the feed. */
const keptDays = 90
const mostSessions = 300

export async function readFeed({ db, config }: Services, viewer: SignedIn): Promise<CalendarFeed> {
  const row = await db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', viewer.id).executeTakeFirst()
  return {
    url: row ? `${config.publicUrl}${feedPath}/${row.token}.ics` : null,
    createdTime: row?.created_at.toISOString() ?? null,
  }
}

const feedPath = '/api/learn/cn/liveSession/feed'

/** A new address; the one before answers no more. */
export async function saveFeed(services: Services, viewer: SignedIn, on: boolean): Promise<CalendarFeed> {
  const { db, clock } = services
  if (on) {
    const row = { token: randomBytes(24).toString('base64url'), created_at: clock.now() }
    await db
      .insertInto('calendar_feeds')
      .values({ user_id: viewer.id, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
  } else {
    await db.deleteFrom('calendar_feeds').where('user_id', '=', viewer.id).execute()
  }
  return readFeed(services, viewer)
}

/** What higher domains put into a person's calendar, from this time on. */
export type MomentsOf = (services: Services, person: Recipient, since: Date) => Promise<CalendarMoment[]>

/** The sessions of one address as its person may see them now, cancelled ones too, and what is due for them. */
export async function feedFile(services: Services, token: string, momentsOf: MomentsOf): Promise<string> {
  const { db, clock } = services
  const now = clock.now()
  const feed = await db.selectFrom('calendar_feeds').select('user_id').where('token', '=', token).executeTakeFirst()
  const [person] = feed ? await recipientsOf(db, [feed.user_id], now) : []
  if (!person || person.isSuspended) throw refuse('not_found')
  const since = new Date(now.getTime() - keptDays * 86_400_000)
  const { rows } = await sql<CalendarSession>`
    select ${calendarColumns}
    from live_reminders r join items i on i.id = r.item_id join live_sessions l on l.item_id = i.id
    where r.user_id = ${person.id} and l.ends_at > ${since}
      and ${visibleTo(person)}
    order by l.starts_at desc, i.id limit ${mostSessions}`.execute(db)
  return calendarFile(services, person.locale, rows, await momentsOf(services, person, since))
}

/** One session, for whom may see it. */
export async function sessionFile(
  services: Services,
  viewer: Viewer,
  locale: OfferedLocale,
  id: string,
): Promise<string> {
  const item = await requireVisibleItem(services.db, viewer, id, 'liveSession')
  const { rows } = await sql<CalendarSession>`
    select ${calendarColumns} from items i join live_sessions l on l.item_id = i.id
    where i.id = ${item.id}`.execute(services.db)
  if (rows.length === 0) throw refuse('not_found')
  return calendarFile(services, locale, rows)
}
