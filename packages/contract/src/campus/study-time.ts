import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { studyAnomalies } from './study-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ClassParams = object({ classId: Id })

export const beatStudy = endpoint('POST /api/campus/study/beat', {
  summary:
    'Counts study time of what a class of the learner was assigned. Each answer has a signed token for the next call: the time between them counts, and no moment counts twice. Without a token nothing counts yet',
  access: 'learner',
  body: object({
    itemId: Id,
    token: nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    /** Nobody was at the page since the token was given: the time since then does not count. */
    paused: Type.Optional(Type.Boolean()),
    /** Parts of films that were played on this page, in whole seconds. */
    watched: Type.Optional(
      Type.Array(
        object({
          videoId: Id,
          parts: Type.Array(
            object({
              from: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
              to: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
            }),
            { maxItems: 200 },
          ),
        }),
        { maxItems: 20 },
      ),
    ),
  }),
  response: object({
    /** Null: nothing is counted here, and nobody need ask again. */
    token: nullable(Type.String()),
  }),
  errors: ['bad_request'],
})

const StudyRow = object({
  userId: Type.String(),
  name: Type.String(),
  /** Of all that the class was assigned, or of the one that was asked for. */
  seconds: Type.Integer(),
  /** Different seconds of films. */
  filmSeconds: Type.Integer(),
  /** How long the films are that were begun. */
  filmsSeconds: Type.Integer(),
  lastAt: nullable(Type.String()),
  /** Newest first. */
  anomalies: Type.Array(
    object({ kind: oneOf(...studyAnomalies), day: Type.String(), minutes: Type.Integer(), title: Type.String() }),
  ),
})
export type StudyRow = Static<typeof StudyRow>

const ClassStudy = object({
  /** By name; for a learner of the class their own row alone. */
  rows: Type.Array(StudyRow),
  total: Type.Integer(),
  /** Asks for the rows behind these; null: there are none. */
  next: nullable(Type.String()),
})
export type ClassStudy = Static<typeof ClassStudy>

export const readStudy = endpoint('GET /api/campus/class/:classId/study', {
  summary: 'Proved study time of the learners of a class, with what is out of the ordinary; a learner reads their own',
  access: 'learner',
  tokenScope: 'marks.read',
  params: ClassParams,
  query: object({
    /** An assignment of the class. */
    assignmentId: Type.Optional(Type.String({ maxLength: 100 })),
    after: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  response: ClassStudy,
  errors: ['not_found'],
})

const HardPoint = object({
  kind: oneOf('question', 'step'),
  /** Of the quiz or lesson. */
  title: Type.String(),
  language: Type.String(),
  path: Type.String(),
  /** Its number among the questions or steps. */
  index: Type.Integer(),
  /** Words of the question or the step's title. */
  text: Type.String(),
  /** Learners of the class who were wrong at their first attempt, or stopped here, of those who came to it. */
  count: Type.Integer(),
  of: Type.Integer(),
  /** The share of all learners of the site, 0 to 1; null: too few. */
  siteShare: nullable(Type.Number()),
})
export type HardPoint = Static<typeof HardPoint>

export const listHardPoints = endpoint('GET /api/campus/class/:classId/hard', {
  summary: 'What a class finds hard of what it was assigned, the hardest first, for its teachers',
  access: 'learner',
  tokenScope: 'marks.read',
  params: ClassParams,
  response: object({ results: Type.Array(HardPoint) }),
  errors: ['not_found', 'forbidden'],
})
