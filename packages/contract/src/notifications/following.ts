import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { followTypes } from './channels.ts'

const target = { type: oneOf(...followTypes), id: Type.String({ minLength: 1, maxLength: 80 }) }
/** Followed and not muted: new lessons are told. */
const response = object({ on: Type.Boolean() })

export const getFollow = endpoint('GET /api/learn/cn/follow', {
  summary: 'Whether the person is told of new lessons of this person or path',
  access: 'learner',
  query: object(target),
  response,
})

export const setFollow = endpoint('POST /api/learn/cn/follow', {
  summary: 'Follow a person or a path, or follow them no more',
  access: 'learner',
  body: object({ ...target, on: Type.Boolean() }),
  response,
  errors: ['not_found'],
})
