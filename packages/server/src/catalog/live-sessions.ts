import type { LivePeriod } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard, LiveDetails } from '@lantern/contract/catalog/items.ts'
import type { getLiveWeek, listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import type { QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { contentLanguage, type Locale, type ReadingLists } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { dayAtSite, siteTimeZone, startOfDayAtSite } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'
import {
  type CardRow,
  cardColumns,
  liveDetailsOf,
  outsideOf,
  type PeopleRow,
  peopleColumns,
  peopleIn,
  type StatsRow,
  statsColumns,
} from './item-row.ts'
import { cardsOf } from './items.ts'
import { isOfLists, readingListsOf } from './reference.ts'
import { foundByAll } from './visibility.ts'

type Query = QueryOf<typeof listLiveSessions>
type LiveRow = CardRow & StatsRow & PeopleRow & { total: number }

const defaultPageSize = 20
/** Sessions that are on, will come (soonest first), or are over (latest first), of the lists for readers of a locale. */
export async function readLiveSessions(
  db: Db,
  query: Query,
  locale: Locale,
  now: Date,
): Promise<ResponseOf<typeof listLiveSessions>> {
  const { period, page = 0, pageSize = defaultPageSize } = query
  const inPeriod = {
    opening: sql`${start} <= ${now} and ${end} > ${now} and not v.cancelled`,
    coming: sql`${start} > ${now}`,
    previous: sql`${end} <= ${now} and not v.cancelled`,
  } satisfies Record<LivePeriod, unknown>
  const lists = await readingListsOf(db, locale)
  const { rows } = await sql<LiveRow>`
    select ${cardColumns}, ${statsColumns}, ${peopleColumns}, count(*) over ()::integer as total
    from items i join live_sessions v on v.item_id = i.id join item_stats s on s.item_id = i.id join users a on a.id = i.author_id
    where ${isShownIn(lists)} and ${inPeriod[period]} and ${timeOfDay(query.tod)} and ${keywords(query.k)}
    order by ${period === 'previous' ? sql`${start} desc` : start}, i.id
    limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const { items, statsMap, userMap } = cardsOf(rows)
  const total = rows[0]?.total ?? 0
  return {
    results: items.map(({ id }) => id),
    liveSessionMap: sessionsOf(rows, items),
    statsMap,
    userMap: peopleIn(userMap, contentLanguage(locale)),
    page,
    pageSize,
    total,
  }
}

/** The sessions that begin in the week of a day, with whether they are on now. */
export async function readLiveWeek(
  db: Db,
  day: string | undefined,
  locale: Locale,
  now: Date,
): Promise<ResponseOf<typeof getLiveWeek>> {
  const today = dayAtSite(now)
  const monday = mondayOf(day ?? today)
  const from = startOfDayAtSite(monday)
  const lists = await readingListsOf(db, locale)
  const { rows } = await sql<LiveRow>`
    select ${cardColumns}, ${statsColumns}, ${peopleColumns}, count(*) over ()::integer as total
    from items i join live_sessions v on v.item_id = i.id join item_stats s on s.item_id = i.id join users a on a.id = i.author_id
    where ${isShownIn(lists)} and ${start} >= ${from}
      and ${start} < ${new Date(from.getTime() + 7 * dayMs)}
    order by ${start}, i.id limit ${mostOfWeek}`.execute(db)
  const { items } = cardsOf(rows)
  const liveSessionMap = sessionsOf(rows, items)
  const periodMap = Object.fromEntries(
    Object.values(liveSessionMap).map(({ id, liveDetails }) => [id, periodAt(liveDetails, now)]),
  )
  return { monday, today, results: Object.keys(periodMap), total: rows[0]?.total ?? 0, liveSessionMap, periodMap }
}

const dayMs = 86_400_000
/** As many as one page draws; the page says when there are more and leads to the list, which has pages. */
const mostOfWeek = 200

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs)
  // 2026-02-31 is read as a day of March, and the week of the year 0 begins before it
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day || monday.getUTCFullYear() < 0)
    throw refuse('bad_request', { details: [{ field: 'day', message: 'YYYY-MM-DD' }] })
  return monday.toISOString().slice(0, 10)
}

function periodAt({ startTime, endTime }: LiveDetails, now: Date): LivePeriod {
  if (Date.parse(startTime) > now.getTime()) return 'coming'
  return Date.parse(endTime) > now.getTime() ? 'opening' : 'previous'
}

const start = sql`v.starts_at`
const end = sql`v.ends_at`

function isShownIn(lists: ReadingLists) {
  return sql`i.type = 'liveSession' and ${isOfLists(lists)} and ${foundByAll()}`
}

/** The address of the room is on the session's own page, for viewers who may enter. */
function sessionsOf(rows: LiveRow[], items: ItemCard[]): ResponseOf<typeof getLiveWeek>['liveSessionMap'] {
  return Object.fromEntries(
    items.flatMap((item, index) => {
      const details = liveDetailsOf(rows[index]?.live ?? null)
      return details ? [[item.id, { ...item, liveDetails: outsideOf(details) }]] : []
    }),
  )
}

/** `480_720`: the session begins between these minutes of the day. */
function timeOfDay(tod: string | undefined) {
  if (!tod) return sql`true`
  const [from = 0, to = 1440] = tod.split('_').map(Number)
  const local = sql`(v.starts_at at time zone ${siteTimeZone})`
  const minute = sql`extract(hour from ${local}) * 60 + extract(minute from ${local})`
  return sql`${minute} >= ${from} and ${minute} < ${to}`
}

/** Keywords are `query:{text}` and `tag:{tagId}`; all must hold. */
function keywords(k: string | undefined) {
  const parts = parseKeywords(k).map(({ key, value }) =>
    key === 'tag'
      ? sql`${value} = any(i.tag_ids || i.topic_ids || i.industry_ids)`
      : sql`position(lower(${value}) in lower(i.title || ' ' || i.summary)) > 0`,
  )
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}

function parseKeywords(k: string | undefined): { key: string; value: string }[] {
  if (!k) return []
  let list: unknown
  try {
    list = JSON.parse(k)
  } catch {
    throw refuse('bad_request', { details: [{ field: 'k', message: 'JSON' }] })
  }
  if (!Array.isArray(list)) throw refuse('bad_request', { details: [{ field: 'k', message: 'JSON' }] })
  return list.slice(0, 20).flatMap((entry) => {
    const match = /^(query|tag):(.+)$/.exec(String(entry))
    return match?.[1] && match[2] ? [{ key: match[1], value: match[2].slice(0, 100) }] : []
  })
}
