import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const livePersonalData = {
  holds: ['live_reminders.user_id', 'calendar_feeds.user_id', 'live_attendance.user_id'],
  read: liveData,
  erase: eraseLive,
  merge: absorbLive,
} satisfies PersonalData

/** Gives the reminders that one account asked for, and where it was, to another; its calendar address ends. */
async function absorbLive(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    insert into live_reminders (user_id, item_id, asked_at, told_of, known_start, known_cancelled)
    select ${into}, item_id, asked_at, told_of, known_start, known_cancelled from live_reminders where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await sql`
    insert into live_attendance as here (user_id, item_id, first_at, last_at, minutes)
    select ${into}, item_id, first_at, last_at, minutes from live_attendance where user_id = ${from}
    on conflict (user_id, item_id) do update set first_at = least(here.first_at, excluded.first_at),
      last_at = greatest(here.last_at, excluded.last_at), minutes = greatest(here.minutes, excluded.minutes)`.execute(
    trx,
  )
  await eraseLive(trx, from)
}

async function eraseLive(trx: Trx, userId: string): Promise<void> {
  for (const table of ['live_reminders', 'calendar_feeds', 'live_attendance'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** Which live sessions a person asked to be reminded of, and in which they were. */
async function liveData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', r.item_id, 'title', i.title, 'askedAt', r.asked_at) as entry
    from live_reminders r join items i on i.id = r.item_id
    where r.user_id = ${userId} order by r.asked_at, r.item_id`.execute(db)
  const attended = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', a.item_id, 'title', i.title, 'firstAt', a.first_at, 'minutes', a.minutes) as entry
    from live_attendance a join items i on i.id = a.item_id
    where a.user_id = ${userId} order by a.first_at, a.item_id`.execute(db)
  return { liveReminders: rows.map(({ entry }) => entry), liveAttendance: attended.rows.map(({ entry }) => entry) }
}
