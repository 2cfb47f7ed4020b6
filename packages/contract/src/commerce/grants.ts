import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'

const Id = Type.String({ maxLength: 100 })

/** The right to read an item that staff gave. */
export const StaffGrant = object({
  id: Type.String(),
  /** Null: the account was deleted. */
  person: nullable(object({ id: Type.String(), name: Type.String() })),
  item: object({ id: Type.String(), title: Type.String() }),
  reason: Type.String(),
  givenTime: Type.String(),
  givenBy: nullable(Type.String()),
  /** Null: for good. */
  endTime: nullable(Type.String()),
  isOver: Type.Boolean(),
  revokedTime: nullable(Type.String()),
  revokedBy: nullable(Type.String()),
  revokeReason: nullable(Type.String()),
})
export type StaffGrant = Static<typeof StaffGrant>

export const listStaffGrants = endpoint('GET /api/learn/finance/grant/list', {
  summary: 'Rights that staff gave, newest first; pages count from 0',
  access: 'learnAdmin',
  query: object({
    ...pageQuery,
  }),
  response: object({
    results: Type.Array(StaffGrant),
    ...pageAnswer,
  }),
})

export const giveGrant = endpoint('POST /api/learn/finance/grant', {
  summary: 'Gives a person the right to read an item, with a reason; the same again changes nothing',
  access: 'learnAdmin',
  body: object({
    /** Id, phone or confirmed email of the account. */
    person: Type.String({ maxLength: 200 }),
    /** Id or address of the item. */
    item: Type.String({ maxLength: 500 }),
    reason: Type.String({ maxLength: 1000 }),
    /** The last day in China on which it holds; without it for good. */
    until: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: object({ grant: StaffGrant }),
  errors: ['bad_request'],
})

export const revokeGrant = endpoint('POST /api/learn/finance/grant/revoke', {
  summary: 'Takes a right back that staff gave; what was bought is taken back by a refund alone',
  access: 'learnAdmin',
  body: object({ id: Id, reason: Type.String({ maxLength: 1000 }) }),
  response: object({ grant: StaffGrant }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
