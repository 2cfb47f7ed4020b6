import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

/** An attempt at a quiz has its result: submitted, and nothing of it waits for a mark. Written by the database. */
export const attemptGraded = event(
  'attempt_graded',
  'account/:userId',
  object({ userId: Type.String(), itemId: Type.String(), number: Type.Integer() }),
)
