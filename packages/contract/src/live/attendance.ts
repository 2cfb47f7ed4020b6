import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const params = object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

export const attendLiveSession = endpoint('POST /api/learn/cn/liveSession/:id/attend', {
  summary: 'The person is in the session now; counts once a minute while the session is on, for people who may enter',
  access: 'learner',
  params,
  response: object({ counted: Type.Boolean() }),
  errors: ['not_found'],
})

export const Attendance = object({
  session: object({ id: Type.String(), slug: Type.String(), title: Type.String(), language: Type.String() }),
  /** In the order in which they came, at most 1000. */
  people: Type.Array(
    object({
      id: Type.String(),
      fullName: Type.String(),
      firstTime: Type.String(),
      lastTime: Type.String(),
      minutes: Type.Integer(),
    }),
  ),
  total: Type.Integer(),
})
export type Attendance = Static<typeof Attendance>

export const getAttendance = endpoint('GET /api/learn/cn/liveSession/:id/attendance', {
  summary: 'Who was in a live session; for its hosts and makers',
  access: 'learner',
  params,
  response: Attendance,
  errors: ['not_found'],
})
