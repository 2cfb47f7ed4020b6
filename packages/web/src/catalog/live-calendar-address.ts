import { type LivePeriod, livePeriods } from '@lantern/contract/catalog/item-types.ts'
import type { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import type { QueryOf } from '@lantern/contract/endpoint.ts'
import { type Criteria, decodeCriteria, emptyCriteria, encodeCriteria } from '@lantern/contract/search/criteria.ts'
import { readPageNumber } from '#kit/page-number.ts'

/** Choice of the live calendar's list. It is kept in the address alone. */
export interface LiveChoice {
  period: LivePeriod
  /** Time of day as minutes from midnight, `480_720` for 8:00 to 12:00; null: all day. */
  tod: Criteria['timeOfDay'][number] | null
  /** Words of title and summary. */
  query: string
  /** Id of a topic. */
  tag: string | null
  page: number
}

/** Invalid values of the address are ignored. */
export function readLiveChoice(search: URLSearchParams): LiveChoice {
  const wanted = search.get('tab') ?? search.get('period')
  const { timeOfDay, query, tag } = decodeCriteria(search).criteria
  return {
    period: livePeriods.find((period) => period === wanted) ?? 'opening',
    tod: timeOfDay[0] ?? null,
    query,
    tag: tag[0] ?? null,
    page: readPageNumber(search),
  }
}

/** Another period keeps the keywords and clears the time of day. */
export function inPeriod(choice: LiveChoice, period: LivePeriod): LiveChoice {
  return { ...choice, period, tod: null, page: 0 }
}

export function isNarrowed({ tod, query, tag }: LiveChoice): boolean {
  return tod !== null || query !== '' || tag !== null
}

/** The list with nothing but its period chosen. */
export function plainLiveAddress(period: LivePeriod): string {
  return `/live-calendar?tab=${period}`
}

export function liveAddress(choice: LiveChoice): string {
  const narrowed = narrowedBy(choice)
  if (choice.page > 0) narrowed.set('page', String(choice.page))
  return `${plainLiveAddress(choice.period)}${narrowed.size > 0 ? `&${narrowed}` : ''}`
}

/** The choice as the list call wants it. */
export function liveQuery(choice: LiveChoice): QueryOf<typeof listLiveSessions> {
  return { period: choice.period, page: choice.page, pageSize: 20, ...Object.fromEntries(narrowedBy(choice)) }
}

/** `tod` and `k`, written as a search writes them. */
function narrowedBy({ tod, query, tag }: LiveChoice): URLSearchParams {
  return encodeCriteria({ ...emptyCriteria(), timeOfDay: tod ? [tod] : [], query, tag: tag ? [tag] : [] })
}

/** The week of a day, or of today; `mine`: those alone of which the person is reminded. */
export function liveWeekAddress(day?: string, mine = false): string {
  return `/live-calendar?tab=week${day ? `&day=${day}` : ''}${mine ? '&mine=1' : ''}`
}
