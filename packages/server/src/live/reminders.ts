import { reminderMinutes } from '@lantern/contract/live/reminders.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireVisibleItem, visibleTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { liveReminder } from './live-reminder.ts'

const peopleAtOnce = 500

export async function setReminder(
  { db, clock }: Services,
  viewer: SignedIn,
  { id, on }: { id: string; on: boolean },
): Promise<{ on: boolean }> {
  if (on) {
    const item = await requireVisibleItem(db, viewer, id, 'liveSession')
    // the person knows what the page says now: later changes are told
    await sql`
      insert into live_reminders (user_id, item_id, asked_at, known_start, known_cancelled)
      select ${viewer.id}, l.item_id, ${clock.now()}, l.starts_at, l.cancelled
      from live_sessions l where l.item_id = ${item.id}
      on conflict do nothing`.execute(db)
  } else {
    await db.deleteFrom('live_reminders').where('user_id', '=', viewer.id).where('item_id', '=', id).execute()
  }
  return { on }
}

export async function listReminders({ db, clock }: Services, viewer: Viewer): Promise<{ ids: string[] }> {
  if (viewer.kind === 'guest') return { ids: [] }
  const { rows } = await sql<{ item_id: string }>`
    select r.item_id from live_reminders r join items i on i.id = r.item_id join live_sessions l on l.item_id = i.id
    where r.user_id = ${viewer.id} and l.ends_at > ${clock.now()} and ${visibleTo(viewer)}
    order by r.item_id limit 500`.execute(db)
  return { ids: rows.map(({ item_id }) => item_id) }
}

/**
 * Every minute, people are told of what begins soon. The time is read at that moment, so a session that was moved is told
 * of at its new time, and again when it was moved after it was told of.
 */
export function remindOfSessions(services: Services): void {
  services.jobs.everyMinute('live.remind', async () => {
    for (let isMore = true; isMore; ) isMore = await remindSome(services)
  })
}

/** Reminds one batch of a session's people. False when none is left. */
async function remindSome(services: Services): Promise<boolean> {
  const now = services.clock.now()
  const soon = new Date(now.getTime() + reminderMinutes * 60_000)
  return inTransaction(services.db, async (trx) => {
    const { rows } = await sql<{ user_id: string; item_id: string; starts_at: Date }>`
      select r.user_id, r.item_id, l.starts_at
      from live_reminders r join live_sessions l on l.item_id = r.item_id
      where l.starts_at > ${now} and l.starts_at <= ${soon} and r.told_of is distinct from l.starts_at
        and not l.cancelled
      order by r.item_id, r.user_id limit ${peopleAtOnce} for update of r`.execute(trx)
    const [first] = rows
    if (!first) return false
    const { item_id: itemId, starts_at: startsAt } = first
    const startTime = startsAt.toISOString()
    const people = rows.filter((row) => row.item_id === itemId).map(({ user_id }) => user_id)
    const key = `live_reminder:${itemId}:${startTime}`
    await notify(services, trx, liveReminder, { people, key, itemId, payload: { startTime } })
    await sql`
      update live_reminders set told_of = ${startsAt}
      where item_id = ${itemId} and user_id = any(${people}::text[])`.execute(trx)
    return true
  })
}
