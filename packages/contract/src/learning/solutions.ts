import { type Static, Type } from 'typebox'
import { Material } from '../catalog/items.ts'
import { endpoint, nullable, object } from '../endpoint.ts'

export const Solution = object({
  /** It opens only when the learner has completed the exercise. */
  requiredComplete: Type.Boolean(),
  /** Sanitized HTML; null while it may not be seen. */
  body: nullable(Type.String()),
  materials: Type.Array(Material),
})
export type Solution = Static<typeof Solution>

export const getSolution = endpoint('GET /api/learn/cn/solution', {
  summary: 'The suggested solution of an exercise',
  access: 'learner',
  query: object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
  response: Solution,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required'],
})
