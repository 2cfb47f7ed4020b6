import { Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { mostFeedbackCharacters } from './assignment-rules.ts'
import { GivenMark } from './assignments.ts'
import { mostCriteria, mostLevels } from './rubric-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const params = object({ classId: Id, assignmentId: Id })
const Success = object({ success: Type.Boolean() })

export const markLearner = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/mark', {
  summary: 'Give a learner points and feedback for an assignment; without both the mark is taken back',
  access: 'learner',
  tokenScope: 'marks.write',
  params,
  body: object({
    userId: Id,
    points: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    /** By the rubric: the level of each criterion, in place of points. */
    levels: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: mostLevels }), { minItems: 1, maxItems: mostCriteria }),
    ),
    /** Plain text. */
    feedback: Type.String({ maxLength: mostFeedbackCharacters }),
    /** The mark as the caller has read it; null: none. Refused when another one is stored. Omitted: not compared. */
    before: Type.Optional(nullable(GivenMark)),
  }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const releaseMarks = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/release', {
  summary: 'Show the marks of an assignment to its learners, at once or at a time; or hide them again',
  access: 'learner',
  tokenScope: 'marks.write',
  params,
  body: object({
    /** By the organisation's clock. Left out: at once. Null: not released. */
    at: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})
