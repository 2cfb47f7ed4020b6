import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const Id = Type.String({ minLength: 1, maxLength: 80 })
const response = object({ on: Type.Boolean() })

export const getBlock = endpoint('GET /api/learn/cn/block', {
  summary: 'Whether the person has blocked this one',
  access: 'learner',
  query: object({ id: Id }),
  response,
})

export const setBlock = endpoint('POST /api/learn/cn/block', {
  summary: 'Hear nothing more of a person and be mentioned by them no more, or take that back; they are not told',
  access: 'learner',
  body: object({ id: Id, on: Type.Boolean() }),
  response,
  errors: ['not_found'],
})
