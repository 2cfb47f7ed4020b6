import { object, oneOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { notificationKind, notify } from '#notifications/index.ts'

const changes = ['moved', 'cancelled', 'on_again'] as const
type Change = (typeof changes)[number]

/** A live session with a requested reminder was moved, cancelled, or is to be after all. */
export const liveChanged = notificationKind({
  name: 'live_changed',
  group: 'live',
  icon: 'live',
  label: 'live.changed',
  hint: 'live.changed_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: [],
  isUrgent: true,
  payload: object({ change: oneOf(...changes), startTime: Type.String() }),
  write: ({ payload: { change, startTime }, item }, { t, time }) => ({
    title: t(`live.told_${change}`, { time: time(startTime) }),
    body: item?.title ?? null,
    path: item ? itemIdLink(item) : '/live-calendar',
  }),
})

const peopleAtOnce = 500

/**
 * Every minute, people are told what they do not know yet of sessions that they asked to be reminded of. What they know
 * stands beside their reminder, so a session that is moved and moved back within the minute is told to nobody.
 */
export function tellOfChangedSessions(services: Services): void {
  services.jobs.everyMinute('live.tell_of_changes', async () => {
    for (let isMore = true; isMore; ) isMore = await tellSome(services)
  })
}

interface Unknown {
  user_id: string
  item_id: string
  starts_at: Date
  cancelled: boolean
  known_cancelled: boolean
}

/** Tells one batch of one session's people. False when nobody is left. */
async function tellSome(services: Services): Promise<boolean> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { rows } = await sql<Unknown>`
      select r.user_id, r.item_id, r.known_cancelled, l.starts_at, l.cancelled
      from live_reminders r join live_sessions l on l.item_id = r.item_id
      where l.ends_at > ${now} and (r.known_start is distinct from l.starts_at or r.known_cancelled <> l.cancelled)
      order by r.item_id, r.known_cancelled, r.user_id limit ${peopleAtOnce} for update of r`.execute(trx)
    const [first] = rows
    if (!first) return false
    const { item_id: itemId, starts_at: startsAt, cancelled, known_cancelled: knownCancelled } = first
    const people = rows
      .filter((row) => row.item_id === itemId && row.known_cancelled === knownCancelled)
      .map(({ user_id }) => user_id)
    const change: Change = cancelled ? 'cancelled' : knownCancelled ? 'on_again' : 'moved'
    // a cancelled one that is moved is still cancelled
    if (!(cancelled && knownCancelled)) {
      const startTime = startsAt.toISOString()
      const key = `live_changed:${itemId}:${change}:${startTime}:${now.getTime()}`
      await notify(services, trx, liveChanged, { people, key, itemId, payload: { change, startTime } })
    }
    await sql`
      update live_reminders set known_start = ${startsAt}, known_cancelled = ${cancelled}
      where item_id = ${itemId} and user_id = any(${people}::text[])`.execute(trx)
    return true
  })
}
