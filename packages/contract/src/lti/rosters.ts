import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// People of a course of a platform, who are read into a class (names and roles).

const ClassParams = object({ classId: Type.String({ minLength: 1, maxLength: 100 }) })

const Source = object({
  id: Type.String(),
  /** Of the course, as the platform says it. */
  title: Type.String(),
  platform: Type.String(),
  /** It is read into this class, now and every night. */
  isRead: Type.Boolean(),
  /** Null: it was not read yet. */
  readAt: nullable(Type.String()),
  /** What the platform answered to the last try; null: all went well. */
  problem: nullable(Type.String()),
  /** How many people it named at the last reading. */
  people: Type.Integer(),
  /** People of the class whom it named before and names no more; they stay until a teacher says otherwise. */
  left: Type.Array(Type.String()),
})
export type RosterSource = Static<typeof Source>

export const listRosterSources = endpoint('GET /api/campus/class/:classId/lti/roster', {
  summary: 'Courses of platforms whose people are or can be read into a class, for its teachers',
  access: 'learner',
  params: ClassParams,
  response: object({ sources: Type.Array(Source) }),
  errors: ['not_found', 'forbidden'],
})

export const readRosterSource = endpoint('POST /api/campus/class/:classId/lti/roster', {
  summary:
    'Read the people of a course into a class, from now on every night, or end that; nobody leaves the class by it',
  access: 'learner',
  params: ClassParams,
  body: object({ sourceId: Type.String({ maxLength: 100 }), isRead: Type.Boolean() }),
  response: object({
    /** How many came into the class by it. */
    added: Type.Integer(),
    /** What the platform answered instead of people; null: all went well. */
    problem: nullable(Type.String()),
  }),
  errors: ['not_found', 'forbidden', 'conflict'],
})
