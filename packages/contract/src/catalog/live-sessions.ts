import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { livePeriods } from './item-types.ts'
import { ItemCard, ItemStats, LiveDetails, PublicUser } from './items.ts'

export const listLiveSessions = endpoint('GET /api/learn/cn/liveSession/list', {
  summary: 'Live sessions that are on, will come, or are over',
  access: 'public',
  query: object({
    period: oneOf(...livePeriods),
    /** Minutes of the day as `from_to`; the page clears it when the period changes. */
    tod: Type.Optional(Type.String({ pattern: '^\\d{1,4}_\\d{1,4}$' })),
    /** A JSON list of `key:value` keywords. */
    k: Type.Optional(Type.String({ maxLength: 2000 })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: object({
    results: Type.Array(Type.String()),
    liveSessionMap: Type.Record(Type.String(), object({ ...ItemCard.properties, liveDetails: LiveDetails })),
    statsMap: Type.Record(Type.String(), ItemStats),
    userMap: Type.Record(Type.String(), PublicUser),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
  }),
})
