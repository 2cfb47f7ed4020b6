/**
 * The VTIMEZONE of a zone (RFC 5545, 3.6.5) for the moments from `from` to `until`: each change of its clocks as a part of
 * its own, so that calendars need no table of zones.
 */
export function zoneDefinition(timeZone: string, from: Date, until: Date): string {
  const first = at(from, timeZone).subtract({ years: 1 })
  const parts = [partOf(first, first.offset)]
  for (let next = first.getTimeZoneTransition('next'); next && next.epochMilliseconds <= until.getTime(); ) {
    parts.push(partOf(next, next.subtract({ nanoseconds: 1 }).offset))
    next = next.getTimeZoneTransition('next')
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n')
}

function at(moment: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}

/** From this moment on. Its start is written as the clock read before the change. */
function partOf(moment: Temporal.ZonedDateTime, offsetBefore: string): string[] {
  const kind = isSummer(moment) ? 'DAYLIGHT' : 'STANDARD'
  const local = moment.toInstant().toZonedDateTimeISO(offsetBefore).toPlainDateTime()
  const text = local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${text}`,
    `TZOFFSETFROM:${utcOffset(offsetBefore)}`,
    `TZOFFSETTO:${utcOffset(moment.offset)}`,
    `END:${kind}`,
  ]
}

/** Ahead of what the zone keeps at the other end of the half-year. */
function isSummer(moment: Temporal.ZonedDateTime): boolean {
  return moment.offsetNanoseconds > moment.add({ months: 6 }).offsetNanoseconds
}

/** +08:00 as +0800. */
function utcOffset(offset: string): string {
  return offset.replaceAll(':', '')
}
