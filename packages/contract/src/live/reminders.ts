import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** How long before a session begins its reminders go out. */
export const reminderMinutes = 15

export const setReminder = endpoint('POST /api/learn/cn/liveSession/reminder', {
  summary: 'Be reminded before a live session begins, or not any more',
  access: 'learner',
  body: object({ id: Type.String({ maxLength: 80 }), on: Type.Boolean() }),
  response: object({ on: Type.Boolean() }),
  errors: ['not_found'],
})

export const listReminders = endpoint('GET /api/learn/cn/liveSession/reminder/list', {
  summary: 'Sessions to come that the person will be reminded of; for guests there are none',
  access: 'public',
  response: object({ ids: Type.Array(Type.String()) }),
})
