import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

// What the site itself writes into an organisation's learning records, and to which outside store they go on.

const Params = object({ id: Type.String({ maxLength: 64 }) })

/** Why an outside store took nothing at the last try. */
export const forwardProblems = ['status', 'unreachable', 'private_address'] as const

export const RecordForward = object({
  address: Type.String(),
  userName: Type.String(),
  /** That the store speaks, of those that are spoken here. */
  version: oneOf('1.0.3', '2.0.0'),
  sent: Type.Integer(),
  /** How many statements have still to go; counting ends at 10,000. */
  waiting: Type.Integer(),
  lastSentAt: nullable(Type.String()),
  /** Null: it takes what is sent. */
  failure: nullable(
    object({
      since: Type.String(),
      nextAt: Type.String(),
      problem: oneOf(...forwardProblems),
      status: nullable(Type.Integer()),
      answer: Type.String(),
    }),
  ),
  /** Statements that the store refused one by one, the newest; the rest went on. */
  refused: Type.Integer(),
  refusals: Type.Array(
    object({ statementId: Type.String(), status: Type.Integer(), answer: Type.String(), at: Type.String() }),
  ),
})

export type RecordForward = Static<typeof RecordForward>

export const getRecordSettings = endpoint('GET /api/campus/organisation/:id/xapi/settings', {
  summary: 'What the site writes into the learning records of an organisation and where they go on to, for its admins',
  access: 'learner',
  params: Params,
  response: object({
    writesOwn: Type.Boolean(),
    /** Where the site's own statements are described, for programs. */
    profile: Type.String(),
    forward: nullable(RecordForward),
  }),
  errors: ['not_found'],
})

export const changeRecordSettings = endpoint('POST /api/campus/organisation/:id/xapi/settings', {
  summary: 'Whether the site writes what is learned for the classes of an organisation into its learning records',
  access: 'learner',
  params: Params,
  body: object({ writesOwn: Type.Boolean() }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})

export const saveRecordForward = endpoint('POST /api/campus/organisation/:id/xapi/forward', {
  summary: 'Name the outside store that new statements go on to; it is asked which version it speaks',
  access: 'learner',
  guards: ['tfa'],
  params: Params,
  body: object({
    address: Type.String({ minLength: 1, maxLength: 1000 }),
    userName: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^:\\u0000]*\\S[^:\\u0000]*$' }),
    /** Left out: the one that is known for this address stays. */
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    /** Statements of before are sent as well, from the first on. */
    sendsEarlier: Type.Boolean(),
    /** As the form began, null: none was set up; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(nullable(object({ address: Type.String(), userName: Type.String() }))),
  }),
  response: object({ success: Type.Boolean() }),
  errors: ['not_found', 'bad_request'],
})

export const retryRecordForward = endpoint('POST /api/campus/organisation/:id/xapi/forward/retry', {
  summary: 'Try an outside store again now, without waiting for the next time',
  access: 'learner',
  params: Params,
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})

export const removeRecordForward = endpoint('POST /api/campus/organisation/:id/xapi/forward/remove', {
  summary: 'Send nothing more to the outside store; again changes nothing',
  access: 'learner',
  params: Params,
  response: object({ success: Type.Boolean() }),
  errors: ['not_found'],
})
