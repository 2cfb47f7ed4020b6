import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import { mostCriteria, mostLevels, mostPoints } from './rubric-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** What an assignment is marked by: each criterion with its levels, the best first. */
export const Criterion = object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  levels: Type.Array(
    object({
      points: Type.Integer({ minimum: 0, maximum: mostPoints }),
      text: Type.String({ maxLength: 300 }),
    }),
    { minItems: 2, maxItems: mostLevels },
  ),
})
export type Criterion = Static<typeof Criterion>

export const saveRubric = endpoint('POST /api/campus/class/:classId/assignment/:assignmentId/rubric', {
  summary:
    'Set the rubric by which an assignment is marked; the best levels of its criteria make 100 points together. Without criteria it is taken away. Once a mark was given by it, it stays as it is',
  access: 'learner',
  params: object({ classId: Id, assignmentId: Id }),
  body: object({
    criteria: Type.Array(Criterion, { maxItems: mostCriteria }),
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(Type.Array(Criterion)),
  }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})
