import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

// The school's system outside, from which people and classes are read by OneRoster 1.2.

const params = object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

/** What can be wrong with the system outside, and with what it answers. */
export const sourceProblems = [
  'unreachable',
  'timeout',
  'private_address',
  'redirect',
  'token_refused',
  'scope_refused',
  'unauthorised',
  'status',
  'too_long',
  'no_roster',
  'total',
  'endless',
  'too_many',
  'too_slow',
] as const

const Address = Type.String({ minLength: 1, maxLength: 1000 })
const Count = Type.Integer()

const RosterRun = object({
  id: Type.String(),
  kind: oneOf('whole', 'delta'),
  cause: oneOf('hand', 'night'),
  /**
   * `planned`: what it would change can be looked at; `waiting`: at night, and so much would end that a person has to look;
   * `left`: it was never imported, and its lines are gone.
   */
  state: oneOf('reading', 'planned', 'waiting', 'importing', 'done', 'failed', 'left'),
  beganAt: Type.String(),
  endedAt: nullable(Type.String()),
  problem: nullable(oneOf(...sourceProblems)),
  /** The status with which the system answered, where that was the problem. */
  status: nullable(Type.Integer()),
  /** What was asked for then: `users`. */
  detail: Type.String(),
  /** The list that was made of it, while it is kept. */
  listId: nullable(Type.String()),
  /** People, once it is imported. */
  counts: nullable(object({ added: Count, changed: Count, ended: Count })),
})
export type RosterRun = Static<typeof RosterRun>

export const RosterSource = object({
  source: nullable(
    object({
      address: Type.String(),
      tokenAddress: Type.String(),
      clientId: Type.String(),
      isNightly: Type.Boolean(),
      testedAt: Type.String(),
      /** Whether something was imported, so that what changed since can be asked for. */
      mayDelta: Type.Boolean(),
    }),
  ),
  /** The newest first. */
  runs: Type.Array(RosterRun),
})
export type RosterSource = Static<typeof RosterSource>

export const getRosterSource = endpoint('GET /api/campus/organisation/:id/oneroster/source', {
  summary: 'The system outside from which people and classes are read by OneRoster 1.2, and how that went; for admins',
  access: 'learner',
  params,
  response: RosterSource,
  errors: ['not_found', 'forbidden'],
})

export const saveRosterSource = endpoint('POST /api/campus/organisation/:id/oneroster/source', {
  summary: 'Set up the system outside, which is asked once before it is kept; again changes it',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: object({
    /** Of its Rostering service: `/users` comes behind it. */
    address: Address,
    tokenAddress: Address,
    clientId: Type.String({ minLength: 1, maxLength: 300 }),
    /** Left out: the one that is kept, for the same addresses. */
    clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    isNightly: Type.Boolean(),
    /** As the form began, null: none was set up; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(
      nullable(
        object({
          address: Type.String(),
          tokenAddress: Type.String(),
          clientId: Type.String(),
          isNightly: Type.Boolean(),
        }),
      ),
    ),
  }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const removeRosterSource = endpoint('POST /api/campus/organisation/:id/oneroster/source/remove', {
  summary: 'Forget the system outside with its secret; people and classes stay. Again changes nothing',
  access: 'learner',
  params,
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'forbidden'],
})

export const readRosterSource = endpoint('POST /api/campus/organisation/:id/oneroster/source/read', {
  summary:
    'Read the system outside, to see what that would change; changes nothing. While it is being read, once is enough',
  access: 'learner',
  params,
  body: object({
    /** `delta`: only people and places that changed since the last import. */
    kind: oneOf('whole', 'delta'),
  }),
  response: object({ runId: Type.String() }),
  errors: ['not_found', 'forbidden'],
})
