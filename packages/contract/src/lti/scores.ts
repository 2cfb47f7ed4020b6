import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

// What platforms were told of how far their people are.

export const LtiScore = object({
  /** Tells it from the others of the list. */
  id: Type.String(),
  platform: Type.String(),
  item: Type.String(),
  person: Type.String(),
  /** Per cent; null: nothing was sent yet. */
  percent: nullable(Type.Integer()),
  sentAt: nullable(Type.String()),
  /** What the platform answered to the last try; null: all went well. */
  problem: nullable(Type.String()),
  /** When it is tried again; null: not before the score changes. */
  retryAt: nullable(Type.String()),
})

export type LtiScore = Static<typeof LtiScore>

export const listLtiScores = endpoint('GET /api/campus/organisation/:id/lti/score/list', {
  summary: 'Scores that were sent to the platforms of an organisation or could not be, the newest 50, for its admins',
  access: 'learner',
  params: object({ id: Type.String({ maxLength: 64 }) }),
  response: object({ scores: Type.Array(LtiScore) }),
  errors: ['not_found'],
})
