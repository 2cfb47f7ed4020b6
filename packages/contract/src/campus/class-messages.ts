import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { mostMessageCharacters, mostTitleCharacters } from './message-rules.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ClassParams = object({ classId: Id })

/** `not_begun`: did not begin the assignment; `late`: did not finish it in time. */
const audience = oneOf('all', 'not_begun', 'late')
export type MessageAudience = Static<typeof audience>

const ClassMessage = object({
  id: Type.String(),
  title: Type.String(),
  /** Plain text. */
  text: Type.String(),
  senderName: nullable(Type.String()),
  audience,
  /** Of an audience that is not all; null too once the assignment was withdrawn. */
  assignmentTitle: nullable(Type.String()),
  people: Type.Integer(),
  sentAt: Type.String(),
})
export type ClassMessage = Static<typeof ClassMessage>

export const listClassMessages = endpoint('GET /api/campus/class/:classId/message/list', {
  summary: 'What teachers of a class sent to it, the newest first; for its teachers',
  access: 'learner',
  params: ClassParams,
  response: object({ results: Type.Array(ClassMessage) }),
  errors: ['not_found', 'forbidden'],
})

export const sendClassMessage = endpoint('POST /api/campus/class/:classId/message', {
  summary: 'Send a message to the learners of a class, or to those who are behind with an assignment',
  access: 'learner',
  params: ClassParams,
  body: object({
    /** Chosen by who sends: sent again with the same one, it is one message. */
    key: Type.String({ minLength: 8, maxLength: 64 }),
    title: Type.String({ minLength: 1, maxLength: mostTitleCharacters }),
    text: Type.String({ minLength: 1, maxLength: mostMessageCharacters }),
    audience,
    assignmentId: Type.Optional(Id),
  }),
  /** How many are told. */
  response: object({ id: Type.String(), people: Type.Integer() }),
  errors: ['not_found', 'forbidden', 'bad_request'],
})
