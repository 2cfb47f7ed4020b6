import type { Rhythm } from '@lantern/contract/notifications/channels.ts'
import type { Hours } from './may-notify.ts'

/** When digests go out, by the person's clock. Those of a week go out on Monday. */
const digestHour = 8

/** When something is to be sent to a person: at once, after their quiet hours, or with their next digest. */
export function dueAt(rhythm: Exclude<Rhythm, 'off'>, isUrgent: boolean, hours: Hours, now: Date): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(hours.timeZone)
  if (rhythm === 'now') return isUrgent ? now : dateOf(afterQuietHours(here, hours))
  const today = here.startOfDay().add({ hours: digestHour })
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })
  return dateOf(rhythm === 'daily' ? next : next.add({ days: (8 - next.dayOfWeek) % 7 }))
}

function afterQuietHours(
  here: Temporal.ZonedDateTime,
  { quietFrom, quietUntil }: Pick<Hours, 'quietFrom' | 'quietUntil'>,
): Temporal.ZonedDateTime {
  if (quietFrom === null || quietUntil === null) return here
  const minute = here.hour * 60 + here.minute
  // 22:30 to 08:00 goes over midnight
  const isOver = quietFrom > quietUntil
  const isQuiet = isOver ? minute >= quietFrom || minute < quietUntil : minute >= quietFrom && minute < quietUntil
  if (!isQuiet) return here
  const day = isOver && minute >= quietFrom ? here.add({ days: 1 }) : here
  return day.withPlainTime({ hour: Math.floor(quietUntil / 60), minute: quietUntil % 60 })
}

function dateOf(moment: Temporal.ZonedDateTime): Date {
  return new Date(moment.epochMilliseconds)
}
