import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** Premium for some months, paid once. */
const Plan = object({
  id: Type.String(),
  months: Type.Integer({ minimum: 1, maximum: 120 }),
  /** In fen. */
  price: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  offered: Type.Boolean(),
})

export const listPlans = endpoint('GET /api/learn/cn/plan/list', {
  summary: 'The plans that are offered, the shortest first',
  access: 'public',
  response: object({ plans: Type.Array(Plan) }),
})
