import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

export const setBlock = endpoint('POST /api/learn/cn/block', {
  summary: 'Hear nothing more of a person and be mentioned by them no more, or take that back; they are not told',
  access: 'learner',
  body: object({ id: Type.String({ minLength: 1, maxLength: 80 }), on: Type.Boolean() }),
  response: object({ on: Type.Boolean() }),
  errors: ['not_found'],
})
