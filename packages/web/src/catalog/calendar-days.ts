import { siteTimeZone } from '#kit/format.ts'

/** `YYYY-MM-DD` in the time zone of the site, the same on the server and in every browser. */
function dayOf(iso: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: siteTimeZone }).format(new Date(iso))
}

export interface CalendarDay<T> {
  day: string
  /** The beginning of the first session of the day, for naming it. */
  startTime: string
  sessions: T[]
}

/** Sessions under their days, in the order in which they come. */
export function groupByDay<T extends { liveDetails: { startTime: string } }>(sessions: readonly T[]): CalendarDay<T>[] {
  const days: CalendarDay<T>[] = []
  for (const session of sessions) {
    const { startTime } = session.liveDetails
    const day = dayOf(startTime)
    const last = days.at(-1)
    if (last?.day === day) last.sessions.push(session)
    else days.push({ day, startTime, sessions: [session] })
  }
  return days
}
