import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

/** The personal calendar address: a program that has it reads the sessions that its person asked to be reminded of. */
export const CalendarFeed = object({
  /** Null: there is none. */
  url: nullable(Type.String()),
  createdTime: nullable(Type.String()),
})
export type CalendarFeed = Static<typeof CalendarFeed>

export const getCalendarFeed = endpoint('GET /api/learn/cn/liveSession/feed', {
  summary: 'The address under which calendars follow the sessions that the person asked to be reminded of',
  access: 'learner',
  response: CalendarFeed,
})

export const saveCalendarFeed = endpoint('POST /api/learn/cn/liveSession/feed', {
  summary: 'A new calendar address, or none; the one before ends at once',
  access: 'learner',
  body: object({ on: Type.Boolean() }),
  response: CalendarFeed,
})
