import { refuse } from './errors.ts'

/**
 * The moment at which clocks of a time zone show this. A time that summer time leaves out is an hour later, one that
 * there is twice is the first. `field` is the one that a refusal names.
 */
export function momentOf(at: string, timeZone: string, field = 'at'): Date {
  let local: Temporal.PlainDateTime
  try {
    local = Temporal.PlainDateTime.from(at, { overflow: 'reject' })
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field, message: 'shape.pattern' }], cause })
  }
  const moment = new Date(local.toZonedDateTime(nameOf(timeZone), { disambiguation: 'compatible' }).epochMilliseconds)
  // what comes later is written in another way, which neither the database nor a clock reads back
  if (moment.getUTCFullYear() > 9999) throw refuse('bad_request', { details: [{ field, message: 'shape.pattern' }] })
  return moment
}

/** What clocks of a time zone show at a moment, as in 2026-12-24T18:00. */
export function clockTimeIn(timeZone: string, moment: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** A zone by the name that clocks know it by. Whole times with a zone in them are none, though they could be read as one. */
function nameOf(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field: 'timeZone', message: 'kit.schedule_time_zone' }], cause })
  }
}
