import { Type } from 'typebox'
import { nullable, object, oneOf } from '../endpoint.ts'
import { event } from '../event.ts'
import { certificateKinds } from './certificate-rules.ts'

/** A certificate was given to a person, was revoked, or holds again after an appeal. */
export const certificateEvent = event(
  'certificate_changed',
  'account/:userId',
  object({
    userId: Type.String(),
    number: Type.String(),
    kind: oneOf(...certificateKinds),
    /** What was completed: a path or a course. */
    subjectId: Type.String(),
    organisationId: nullable(Type.String()),
    change: oneOf('issued', 'revoked', 'restored'),
  }),
)
