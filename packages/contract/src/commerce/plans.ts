import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** Premium for some months, paid once. */
export const Plan = object({
  id: Type.String(),
  months: Type.Integer({ minimum: 1, maximum: 120 }),
  /** In fen. */
  price: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  offered: Type.Boolean(),
})
export type Plan = Static<typeof Plan>

export const listPlans = endpoint('GET /api/learn/cn/plan/list', {
  summary: 'The plans that are offered, the shortest first',
  access: 'public',
  response: object({ plans: Type.Array(Plan) }),
})

export const savePlan = endpoint('POST /api/learn/finance/plan', {
  summary: 'Sets what a plan costs and whether it is offered; a new id makes a new plan',
  access: 'learnAdmin',
  body: Plan,
  response: object({ plan: Plan }),
  errors: ['bad_request'],
})
