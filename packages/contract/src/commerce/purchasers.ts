import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** The purchaser's form, as typed: checked by purchaser-rules.ts. */
export const Purchaser = object({
  fullName: Type.String({ maxLength: 500 }),
  email: Type.String({ maxLength: 500 }),
  phone: Type.String({ maxLength: 100 }),
})
export type Purchaser = Static<typeof Purchaser>

export const collectPurchasedUser = endpoint('POST /api/campus/collectPurchasedUser', {
  summary: 'Keeps who wants to buy a campus course; the same again is kept once',
  access: 'learner',
  body: object({
    ...Purchaser.properties,
    courseId: Type.String({ maxLength: 100 }),
    courseName: Type.String({ maxLength: 500 }),
  }),
  response: object({ success: Type.Boolean() }),
  errors: ['bad_request', 'not_found'],
})
