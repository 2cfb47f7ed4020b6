import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { mendableFields, nameListLimits } from './name-list-limits.ts'

// Lists of people and classes that an organisation brings from elsewhere.

const params = object({ id: Type.String({ maxLength: 64 }) })
const listParams = object({ id: Type.String({ maxLength: 64 }), listId: Type.String({ maxLength: 64 }) })

/** A line that cannot be imported as it is. */
export const NameListProblem = object({
  /** Names the line in `mend`. */
  position: Type.Integer(),
  file: Type.String(),
  line: nullable(Type.Integer()),
  /** Who or what the line is about, as far as it says. */
  about: Type.String(),
  reason: Type.String(),
  /** The reason in the language of the visitor, with what is to be done. */
  message: Type.String(),
  /** What can be put right here; null: only in the file. */
  field: nullable(oneOf(...mendableFields)),
  value: Type.String(),
})
export type NameListProblem = Static<typeof NameListProblem>

const Count = Type.Integer()

/** What would become of a list. Counts are of people, as far as they do not say otherwise. */
export const NameListPlan = object({
  id: Type.String(),
  fileName: Type.String(),
  format: oneOf('plain', 'oneroster'),
  /**
   * `planning`: what a long list would do is being worked out, and of the counts only `lines` says anything yet;
   * `importing`: the lines are being written; `done`: they are.
   */
  state: oneOf('planning', 'planned', 'importing', 'done'),
  readAt: Type.String(),
  /** Lines of people in the file. */
  lines: Count,
  added: Count,
  changed: Count,
  /** People whom the list itself says to be over. */
  ended: Count,
  same: Count,
  /** Lines with a problem, of any kind. */
  problems: Count,
  /** People whom lists named before and this one does not, with the first of their names. */
  gone: object({ count: Count, names: Type.Array(Type.String()), mayEnd: Type.Boolean() }),
  classesAdded: Count,
  classesEnded: Count,
  /** Places in classes. */
  seatsAdded: Count,
  seatsEnded: Count,
  /** Lines that were written, of those that are to be. */
  written: Count,
  toWrite: Count,
  firstProblems: Type.Array(NameListProblem),
})
export type NameListPlan = Static<typeof NameListPlan>

/** Why a file cannot be read at all. */
export const NameListFault = object({
  code: Type.String(),
  file: Type.String(),
  line: nullable(Type.Integer()),
  message: Type.String(),
})
export type NameListFault = Static<typeof NameListFault>

export const readNameList = endpoint('POST /api/campus/organisation/:id/nameList', {
  summary:
    'Reads a list of people (OneRoster 1.2 as CSV in a zip, or a table) and says what it would change; changes nothing',
  access: 'learner',
  params,
  body: object({
    file: object({
      name: Type.String({ minLength: 1, maxLength: 300 }),
      /** The bytes in base64: a table may be in any encoding. */
      data: Type.String({ maxLength: Math.ceil((nameListLimits.fileBytes * 4) / 3) + 4 }),
    }),
    /** Classes that are not there are made; else a line that names one is a problem. */
    makeClasses: Type.Boolean(),
  }),
  response: object({ faults: Type.Array(NameListFault), plan: nullable(NameListPlan) }),
  errors: ['not_found', 'forbidden', 'too_large', 'unavailable'],
  bodyLimit: Math.ceil((nameListLimits.fileBytes * 4) / 3) + 100_000,
})

export const getNameList = endpoint('GET /api/campus/organisation/:id/nameList/:listId', {
  summary: 'What a list would change, or has changed',
  access: 'learner',
  params: listParams,
  response: NameListPlan,
  errors: ['not_found', 'forbidden'],
})

export const mendNameList = endpoint('POST /api/campus/organisation/:id/nameList/:listId/mend', {
  summary: 'Puts one line of a list right, before it is imported, and plans the list anew; the file stays as it is',
  access: 'learner',
  params: listParams,
  body: object({
    position: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    field: oneOf(...mendableFields),
    value: Type.String({ maxLength: 300 }),
  }),
  response: NameListPlan,
  errors: ['not_found', 'forbidden', 'conflict'],
})

export const importNameList = endpoint('POST /api/campus/organisation/:id/nameList/:listId/import', {
  summary:
    'Writes what the list says, without the lines that have a problem; again changes nothing. A plan that another import overtook is made anew first, and asked for again',
  access: 'learner',
  params: listParams,
  body: object({
    /** Ends the membership of people, and places in classes, that lists named before and this one does not. */
    endMissing: Type.Boolean(),
  }),
  response: NameListPlan,
  errors: ['not_found', 'forbidden', 'conflict'],
})
