import { Type } from 'typebox'
import { ItemStats, ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, object } from '../endpoint.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })

export const rateItem = endpoint('POST /api/learn/rating', {
  summary: 'Rate an item one has learned, from 0 to 10; a second rating takes the place of the first',
  access: 'learner',
  body: object({ id, type: ItemTypeSchema, rating: Type.Integer({ minimum: 0, maximum: 10 }) }),
  response: object({ statsMap: Type.Record(Type.String(), ItemStats) }),
  errors: ['not_found', 'forbidden'],
})

export const giveFeedback = endpoint('POST /api/learn/feedback', {
  summary: 'Tell the author about an item one has learned; the completion summary does not ask again',
  access: 'learner',
  body: object({ id, type: ItemTypeSchema, content: Type.String({ maxLength: 1000 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})
