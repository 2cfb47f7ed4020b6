import type { LearnOptionType } from '@lantern/contract/catalog/item-types.ts'
import { contentLink } from '@lantern/contract/links.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { zoneDefinition } from './zone-definition.ts'

/** What a calendar needs to know of a session. The address of its meeting is no part of it: it is on the page. */
export interface CalendarSession {
  id: string
  type: string
  slug: string
  language: string
  title: string
  summary: string
  learnOptionType: LearnOptionType
  starts_at: Date
  ends_at: Date
  time_zone: string
  cancelled: boolean
  sequence: number
  updated_at: Date
}

export const calendarColumns = sql`i.id, i.type, i.slug, i.language, i.title, i.summary, i.updated_at,
  i.learn_option_type as "learnOptionType", l.starts_at, l.ends_at, l.time_zone, l.cancelled, l.sequence`

/** What stands in a person's calendar beside sessions: a moment, as a date on which something is due. */
export interface CalendarMoment {
  id: string
  title: string
  note: string
  /** Below the site's address. */
  path: string
  at: Date
  timeZone: string
  updatedAt: Date
}

/** Sessions as an iCalendar file (RFC 5545). The same session has the same UID in every file. */
export function calendarFile(
  { config, text }: Pick<Services, 'config' | 'text'>,
  locale: OfferedLocale,
  sessions: readonly CalendarSession[],
  moments: readonly CalendarMoment[] = [],
): string {
  const host = new URL(config.publicUrl).hostname
  const calendar = ical({
    name: text(locale, 'live.calendar_of', { site: config.siteName }),
    prodId: { company: 'Lantern', product: 'live sessions', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
    timezone: { name: null, generator: (timeZone) => zoneDefinition(timeZone, ...spanIn(sessions, moments, timeZone)) },
  })
  for (const session of sessions) {
    const url = config.publicUrl + contentLink(session)
    calendar.createEvent({
      id: `${session.id}@${host}`,
      sequence: session.sequence,
      stamp: session.updated_at,
      // a Date would be written as the clock of this machine shows it
      start: zoned(session.starts_at, session.time_zone),
      end: zoned(session.ends_at, session.time_zone),
      timezone: session.time_zone,
      summary: session.title,
      description: `${session.summary}\n${url}`.trim(),
      url,
      status: session.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  for (const { id, title, note, path, at, timeZone, updatedAt } of moments) {
    const url = config.publicUrl + path
    calendar.createEvent({
      id: `${id}@${host}`,
      stamp: updatedAt,
      start: zoned(at, timeZone),
      end: zoned(at, timeZone),
      timezone: timeZone,
      summary: title,
      description: `${note}\n${url}`.trim(),
      url,
    })
  }
  return calendar.toString()
}

function zoned(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}

function spanIn(
  sessions: readonly CalendarSession[],
  moments: readonly CalendarMoment[],
  timeZone: string,
): [Date, Date] {
  const times = [
    ...sessions.flatMap((one) => (one.time_zone === timeZone ? [one.starts_at, one.ends_at] : [])),
    ...moments.flatMap((one) => (one.timeZone === timeZone ? [one.at] : [])),
  ].map((time) => time.getTime())
  return [new Date(Math.min(...times)), new Date(Math.max(...times))]
}
