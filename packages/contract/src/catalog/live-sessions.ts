import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { livePeriods } from './item-types.ts'
import { ItemCard, ItemStats, LiveDetails, PublicUser } from './items.ts'

const LiveSessionMap = Type.Record(Type.String(), object({ ...ItemCard.properties, liveDetails: LiveDetails }))

export const listLiveSessions = endpoint('GET /api/learn/cn/liveSession/list', {
  summary: 'Live sessions that are on, will come, or are over',
  access: 'public',
  query: object({
    period: oneOf(...livePeriods),
    /** Minutes of the day as `from_to`; the page clears it when the period changes. */
    tod: Type.Optional(Type.String({ pattern: '^\\d{1,4}_\\d{1,4}$' })),
    /** A JSON list of `key:value` keywords. */
    k: Type.Optional(Type.String({ maxLength: 2000 })),
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(Type.String()),
    liveSessionMap: LiveSessionMap,
    statsMap: Type.Record(Type.String(), ItemStats),
    userMap: Type.Record(Type.String(), PublicUser),
    ...pageAnswer,
  }),
})

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

export const getLiveWeek = endpoint('GET /api/learn/cn/liveSession/week', {
  summary: 'The live sessions that begin in one week, from Monday to Sunday in the time of the site',
  access: 'public',
  query: object({
    /** Any day of the week; without it the week of today. */
    day: Type.Optional(Day),
  }),
  response: object({
    monday: Day,
    today: Day,
    /** In the order in which they begin, at most 200. */
    results: Type.Array(Type.String()),
    /** How many begin in the week. */
    total: Type.Integer(),
    liveSessionMap: LiveSessionMap,
    /** Whether each is on, will come, or is over. */
    periodMap: Type.Record(Type.String(), oneOf(...livePeriods)),
  }),
})
