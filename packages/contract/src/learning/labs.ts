import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

/** A started lab. */
export const Lab = object({
  id: Type.String(),
  state: oneOf('starting', 'ready', 'ended', 'failed'),
  /** Where it is entered, once it is ready. */
  url: nullable(Type.String()),
})
export type Lab = Static<typeof Lab>

export const launchLab = endpoint('POST /api/learn/cn/lab/launch', {
  summary: 'Start the streaming lab of a step, for whoever may read the step',
  access: 'learner',
  body: object({
    itemId: Type.String({ minLength: 1, maxLength: 100 }),
    stepId: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  response: object({ lab: Lab }),
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required', 'rate_limited', 'lab_unavailable'],
})

export const getLab = endpoint('GET /api/learn/cn/lab/:id', {
  summary: 'How far a lab is that this person started',
  access: 'learner',
  params: object({ id: Type.String({ minLength: 1, maxLength: 300 }) }),
  response: object({ lab: Lab }),
  errors: ['not_found', 'lab_unavailable'],
})
