import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { event } from '../event.ts'

/** The time of an assignment has come: its class can do it, or learners see their marks of it. */
export const assignmentMoment = event(
  'assignment_moment',
  'class-progress/:classId',
  object({
    classId: Type.String(),
    assignmentId: Type.String(),
    moment: oneOf('opened', 'released'),
    /** One learner alone, whose mark came after the release. */
    userId: Type.Optional(Type.String()),
  }),
)
