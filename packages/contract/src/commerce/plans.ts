import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'

/** Premium for some months, paid once. */
const Plan = object({
  id: Type.String(),
  months: Type.Integer({ minimum: 1, maximum: 120 }),
  /** In fen. */
  price: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
})
export type Plan = Static<typeof Plan>

export const listPlans = endpoint('GET /api/learn/cn/plan/list', {
  summary: "The plans that are offered, the shortest first, and until when the viewer's premium lasts",
  access: 'public',
  response: object({
    plans: Type.Array(Plan),
    /** Null: the viewer is a guest, or never was a premium member. May have passed. */
    premiumUntil: nullable(Type.String()),
    asOf: Type.String(),
  }),
})
