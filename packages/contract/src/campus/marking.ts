import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { markStates, mostCommentCharacters } from './marking-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** Which answer: of whom, in which attempt at which quiz, to which question. */
const answerKey = {
  userId: Id,
  quizId: Id,
  number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  questionId: Id,
}
const AnswerKey = object(answerKey)
export type AnswerKey = Static<typeof AnswerKey>

const AnswerToMark = object({
  ...answerKey,
  learnerName: Type.String(),
  quizTitle: Type.String(),
  /** The quiz is written in it. */
  language: Type.String(),
  /** Place of the question in the quiz, from 1. */
  question: Type.Integer(),
  submittedAt: Type.String(),
  /** What the question counts. */
  points: Type.Number(),
  /** Null while nobody has marked it. */
  given: nullable(Type.Number()),
})
export type AnswerToMark = Static<typeof AnswerToMark>

export const listToMark = endpoint('GET /api/campus/marking/list', {
  summary:
    'Answers that the viewer marks, of quizzes that one makes or assigned to one’s classes; the longest waiting first',
  access: 'learner',
  query: object({
    ...pageQuery,
    /** `waiting` unless given. */
    state: Type.Optional(oneOf(...markStates)),
  }),
  response: object({
    results: Type.Array(AnswerToMark),
    counts: object({ waiting: Type.Integer(), marked: Type.Integer() }),
    ...pageAnswer,
  }),
})

export const getAnswerToMark = endpoint('GET /api/campus/marking/answer', {
  summary: 'One answer with its question, what its author wrote for those who mark, and the mark it has',
  access: 'learner',
  query: AnswerKey,
  response: object({
    ...AnswerToMark.properties,
    /** Sanitized HTML. */
    body: Type.String(),
    /** Plain text. */
    guidance: Type.String(),
    text: Type.String(),
    characters: Type.Integer(),
    /** How long it should be, in characters; 0 where nothing is said. */
    least: Type.Integer(),
    comment: Type.String(),
    /** The version of the mark, to be sent back with the next one; null without a mark. */
    markedAt: nullable(Type.String()),
    /** Null without a mark, and when that person is gone. */
    markedBy: nullable(Type.String()),
    /** The answer to look at after this one; null when no other waits. */
    next: nullable(AnswerKey),
    /** How many wait, this one among them. */
    waiting: Type.Integer(),
  }),
  errors: ['not_found'],
})

export const markAnswer = endpoint('POST /api/campus/marking/answer', {
  summary: 'Give points and a comment for an answer; refused when somebody else has marked it since it was read',
  access: 'learner',
  body: object({
    ...answerKey,
    /** Of what the question counts. */
    given: Type.Number({ minimum: 0, maximum: 1000 }),
    /** Plain text for the learner. */
    comment: Type.String({ maxLength: mostCommentCharacters }),
    /** `markedAt` as it was read. */
    markedAt: nullable(Type.String({ maxLength: 40 })),
  }),
  response: object({
    /** The answer to look at after this one; null when none waits. */
    next: nullable(AnswerKey),
  }),
  errors: ['not_found', 'bad_request', 'mark_changed'],
})
