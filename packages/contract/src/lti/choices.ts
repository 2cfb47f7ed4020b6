import { type Static, Type } from 'typebox'
import { ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, nullable, object } from '../endpoint.ts'

// A teacher chooses here what a link in a course of a platform opens (deep linking).

const Ticket = Type.String({ maxLength: 64 })

const ChoosableItem = object({
  id: Type.String(),
  type: ItemTypeSchema,
  title: Type.String(),
  language: Type.String(),
  /** How many steps it has, of which one may be chosen. */
  stepCount: Type.Integer(),
})
export type ChoosableItem = Static<typeof ChoosableItem>

const ChoosableStep = object({ id: Type.String(), title: Type.String() })

export const getLtiChoice = endpoint('GET /api/lti/choice/:ticket', {
  summary: 'What may be chosen for a course of a platform; for whoever came from there to choose',
  access: 'learner',
  params: object({ ticket: Ticket }),
  query: object({
    /** Words of the title. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    /** Of this item the steps are wanted. */
    item: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  response: object({
    platform: Type.String(),
    /** The platform takes a column of marks with it. */
    takesScore: Type.Boolean(),
    results: Type.Array(ChoosableItem),
    /** The item whose steps were asked for, if it is one that may be chosen. */
    opened: nullable(object({ item: ChoosableItem, steps: Type.Array(ChoosableStep) })),
  }),
  errors: ['lti_refused'],
})

export const makeLtiChoice = endpoint('POST /api/lti/choice/:ticket', {
  summary: 'Choose an item or a step of one, or nothing; answers where the browser takes it back to the platform',
  access: 'learner',
  params: object({ ticket: Ticket }),
  body: object({
    /** Null: nothing. */
    itemId: nullable(Type.String({ maxLength: 100 })),
    stepId: Type.Optional(Type.String({ maxLength: 100 })),
    /** With a column of marks; a step has none of its own. */
    withScore: Type.Boolean(),
  }),
  response: object({ path: Type.String() }),
  errors: ['lti_refused', 'not_found'],
})
