import { type Static, Type } from 'typebox'
import { ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, nullable, object } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { mostSeats } from './licence-rules.ts'

// Seats of paid content for an organisation. Who has a seat reads the item by a grant, as after buying it.

const Id = Type.String({ minLength: 1, maxLength: 100 })

const facts = {
  id: Type.String(),
  item: object({
    id: Type.String(),
    type: ItemTypeSchema,
    title: Type.String(),
    language: Type.String(),
    /** The reader finds it. */
    isThere: Type.Boolean(),
  }),
  seats: Type.Integer(),
  /** Seats given and not returned. */
  taken: Type.Integer(),
  givenTime: Type.String(),
  /** Null: for good. */
  endTime: nullable(Type.String()),
  /** Ended or taken back: nobody reads by it any more. */
  isOver: Type.Boolean(),
}

const Licence = object({
  ...facts,
  /** Classes whose later learners get a seat by themselves, with how many wait for one. */
  classes: Type.Array(object({ id: Type.String(), name: Type.String(), waiting: Type.Integer() })),
})
export type Licence = Static<typeof Licence>

const StaffLicence = object({
  ...facts,
  organisation: object({ id: Type.String(), name: Type.String() }),
  reason: Type.String(),
  givenBy: nullable(Type.String()),
  revokedTime: nullable(Type.String()),
  revokedBy: nullable(Type.String()),
  revokeReason: nullable(Type.String()),
})
export type StaffLicence = Static<typeof StaffLicence>

export const listStaffLicences = endpoint('GET /api/learn/finance/licence/list', {
  summary: 'Licences of organisations, newest first; pages count from 0',
  access: 'learnAdmin',
  query: object({ ...pageQuery }),
  response: object({ results: Type.Array(StaffLicence), ...pageAnswer }),
})

export const giveLicence = endpoint('POST /api/learn/finance/licence', {
  summary: 'Give an organisation seats of an item, with a reason; the same again changes nothing',
  access: 'learnAdmin',
  body: object({
    /** Id, address or name. */
    organisation: Type.String({ maxLength: 200 }),
    /** Id or address of the item. */
    item: Type.String({ maxLength: 500 }),
    seats: Type.Integer({ minimum: 1, maximum: mostSeats }),
    reason: Type.String({ maxLength: 1000 }),
    /** The last day in China on which it holds; without it for good. */
    until: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: object({ id: Type.String() }),
  errors: ['bad_request'],
})

export const revokeLicence = endpoint('POST /api/learn/finance/licence/revoke', {
  summary: 'Take a licence back with all its seats',
  access: 'learnAdmin',
  body: object({ id: Id, reason: Type.String({ maxLength: 1000 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['bad_request', 'not_found', 'conflict'],
})

const inOrganisation = object({ id: Id })
const OfLicence = object({ id: Id, licenceId: Id })

export const listLicences = endpoint('GET /api/campus/organisation/:id/licence/list', {
  summary: 'Licences of an organisation, for its educators and admins, newest first',
  access: 'learner',
  params: inOrganisation,
  response: object({ results: Type.Array(Licence) }),
  errors: ['not_found', 'forbidden'],
})

export const listSeats = endpoint('GET /api/campus/organisation/:id/licence/:licenceId/seat/list', {
  summary: 'Who has a seat, by name; pages count from 0',
  access: 'learner',
  params: OfLicence,
  query: object({ ...pageQuery }),
  response: object({
    results: Type.Array(object({ userId: Type.String(), name: Type.String(), since: Type.String() })),
    ...pageAnswer,
  }),
  errors: ['not_found', 'forbidden'],
})

export const giveSeats = endpoint('POST /api/campus/organisation/:id/licence/:licenceId/seat', {
  summary:
    'Give seats to members, or to the learners of a class: to all of them or, where seats are missing, to nobody. Who joins the class later gets a seat too, while there are any',
  access: 'learner',
  params: OfLicence,
  body: object({
    userIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    classId: Type.Optional(Id),
  }),
  /** How many people have a seat now who had none. */
  response: object({ given: Type.Integer() }),
  errors: ['not_found', 'forbidden', 'conflict', 'licence_full'],
})

export const returnSeat = endpoint('POST /api/campus/organisation/:id/licence/:licenceId/seat/return', {
  summary: 'Take a seat back; what was learned stays',
  access: 'learner',
  params: OfLicence,
  body: object({ userId: Id }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})

export const endClassSeats = endpoint('POST /api/campus/organisation/:id/licence/:licenceId/class/end', {
  summary: 'Who joins the class from now on gets no seat by itself; those that were given stay',
  access: 'learner',
  params: OfLicence,
  body: object({ classId: Id }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})
