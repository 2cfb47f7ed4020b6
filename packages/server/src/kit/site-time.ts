/** The zone in which the site's days and months begin. */
export const siteTimeZone = 'Asia/Shanghai'

// the zone is eight hours ahead of UTC, without summer time since 1991
const aheadMs = 8 * 3_600_000
const dayMs = 24 * 3_600_000

/** The time that a text from a browser or a program states. Null: it states none, or its year is outside of 0 to 9999. */
export function readMoment(text: string): Date | null {
  const moment = new Date(text)
  // the year of an invalid date is NaN, for which both comparisons are false
  return moment.getUTCFullYear() >= 0 && moment.getUTCFullYear() <= 9999 ? moment : null
}

/** `2026-11-22` at the site. */
export function dayAtSite(moment: Date): string {
  return new Date(moment.getTime() + aheadMs).toISOString().slice(0, 10)
}

/** When a day of the site (`2026-11-22`) begins. */
export function startOfDayAtSite(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - aheadMs)
}

/** The minutes since the day began at the site, from 0 to 1439. */
export function minuteOfDayAtSite(moment: Date): number {
  return Math.floor(((moment.getTime() + aheadMs) % dayMs) / 60_000)
}

/** `2026-11` at the site. */
export function monthAtSite(moment: Date): string {
  return dayAtSite(moment).slice(0, 7)
}
