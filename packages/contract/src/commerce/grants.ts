import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const Id = Type.String({ maxLength: 100 })

export const giveItem = endpoint('POST /api/learn/finance/grant', {
  summary: 'Gives a person the right to read an item, with a reason; the same again changes nothing',
  access: 'learnAdmin',
  body: object({
    userId: Id,
    itemId: Id,
    reason: Type.String({ minLength: 1, maxLength: 500 }),
    /** Until when; without it for good. */
    until: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: object({ grantId: Type.String() }),
  errors: ['bad_request', 'not_found'],
})

export const takeBackItem = endpoint('POST /api/learn/finance/grant/revoke', {
  summary: 'Takes back a right that staff gave; what was bought is taken back by a refund alone',
  access: 'learnAdmin',
  body: object({ grantId: Id }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})
