import type { LivePeriod } from '@lantern/contract/catalog/item-types.ts'

/** A tab without a time of day: changing the period clears it. */
export function liveAddress(period: LivePeriod, page = 0): string {
  return `/live-calendar?tab=${period}${page > 0 ? `&page=${page}` : ''}`
}

/** The week of a day, or of today. */
export function liveWeekAddress(day?: string): string {
  return `/live-calendar?tab=week${day ? `&day=${day}` : ''}`
}
