import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { topic } from '../topic.ts'
import { mostQuestionCharacters } from './teaching-rules.ts'

// A class that is taught one lesson now: who is on which step, and who raised a hand. All of it goes when the class is over.

const Id = Type.String({ minLength: 1, maxLength: 100 })
const ClassParams = object({ classId: Id })
const Success = object({ success: Type.Boolean() })

const TaughtItem = object({
  itemId: Type.String(),
  title: Type.String(),
  language: Type.String(),
  path: Type.String(),
})

/** `here`: the page is open; `idle`: open, and nothing was done there for three minutes; `away`: not open. */
const presence = oneOf('here', 'idle', 'away')

const TaughtLearner = object({
  userId: Type.String(),
  name: Type.String(),
  /** Null: did not come yet, or reads no step. */
  stepId: nullable(Type.String()),
  presence,
  hasCome: Type.Boolean(),
  /** Ticked the step where they are. */
  didStep: Type.Boolean(),
  isHandUp: Type.Boolean(),
})
export type TaughtLearner = Static<typeof TaughtLearner>

const RaisedHand = object({
  userId: Type.String(),
  name: Type.String(),
  /** Where it was raised, counted from 1. */
  stepNumber: nullable(Type.Integer()),
  raisedAt: Type.String(),
  /** Plain text; may be empty. */
  text: Type.String(),
  isAnswered: Type.Boolean(),
})
export type RaisedHand = Static<typeof RaisedHand>

const TaughtStep = object({ id: Type.String(), title: Type.String(), people: Type.Integer() })

const ClassTeaching = object({
  beganAt: Type.String(),
  item: TaughtItem,
  steps: Type.Array(TaughtStep),
  /** The step that is taught, counted from 1, and since when. */
  stepNumber: Type.Integer(),
  stepSince: Type.String(),
  /** A change of the step leads the pages of those who follow. */
  leads: Type.Boolean(),
  /** At most 300: hands first, then who is there. */
  learners: Type.Array(TaughtLearner),
  /** The first raised first. */
  hands: Type.Array(RaisedHand),
  counts: object({
    learners: Type.Integer(),
    here: Type.Integer(),
    hasCome: Type.Integer(),
    /** Ticked the step that is taught. */
    didStep: Type.Integer(),
    /** Finished the lesson. */
    finished: Type.Integer(),
  }),
})
export type ClassTeaching = Static<typeof ClassTeaching>

export const getClassTeaching = endpoint('GET /api/campus/class/:classId/teaching', {
  summary: 'What a class is taught now and where its learners are, for its teachers',
  access: 'learner',
  params: ClassParams,
  response: object({ classId: Type.String(), className: Type.String(), teaching: nullable(ClassTeaching) }),
  errors: ['not_found', 'forbidden'],
})

export const beginTeaching = endpoint('POST /api/campus/class/:classId/teaching', {
  summary: 'Begin to teach a class a lesson; while the class is taught already, that goes on',
  access: 'learner',
  params: ClassParams,
  body: object({
    /** The id of a lesson, or its address on this site. */
    item: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  response: Success,
  errors: ['not_found', 'forbidden', 'bad_request'],
})

export const moveTeaching = endpoint('POST /api/campus/class/:classId/teaching/step', {
  summary: 'Teach another step, and say whether it leads the pages of those who follow',
  access: 'learner',
  params: ClassParams,
  body: object({ stepId: Type.Optional(Id), leads: Type.Optional(Type.Boolean()) }),
  response: Success,
  errors: ['not_found', 'forbidden'],
})

export const endTeaching = endpoint('POST /api/campus/class/:classId/teaching/end', {
  summary: 'The class is over: who was where, and who raised a hand, is forgotten',
  access: 'learner',
  params: ClassParams,
  response: Success,
  errors: ['not_found', 'forbidden'],
})

export const answerHand = endpoint('POST /api/campus/class/:classId/teaching/hand/answer', {
  summary: 'Answer a learner who raised a hand, or lower a hand; without a person all hands',
  access: 'learner',
  params: ClassParams,
  body: object({ userId: Type.Optional(Id), act: oneOf('answer', 'lower') }),
  response: Success,
  errors: ['not_found', 'forbidden'],
})

const OwnTeaching = object({
  classId: Type.String(),
  className: Type.String(),
  teaching: nullable(
    object({
      item: TaughtItem,
      stepId: nullable(Type.String()),
      /** Goes up with each step that is taught. */
      version: Type.Integer(),
      leads: Type.Boolean(),
      /** The learner lets their pages be led. */
      follows: Type.Boolean(),
      hand: nullable(object({ text: Type.String(), isAnswered: Type.Boolean() })),
    }),
  ),
})
export type OwnTeaching = Static<typeof OwnTeaching>

export const listOwnTeaching = endpoint('GET /api/campus/teaching/own', {
  summary: 'The classes in which one learns, with what each is taught now',
  access: 'learner',
  response: object({ results: Type.Array(OwnTeaching) }),
})

export const keepOwnPlace = endpoint('POST /api/campus/class/:classId/teaching/place', {
  summary: 'Where a learner is in the lesson that their class is taught, told at each step and twice a minute',
  access: 'learner',
  params: ClassParams,
  body: object({
    stepId: nullable(Id),
    /** Something was done on the page since it was told last. */
    isActive: Type.Boolean(),
    follows: Type.Boolean(),
  }),
  /** As in the list of one's own: a page that missed a message catches up. */
  response: object({ stepId: nullable(Type.String()), version: Type.Integer(), leads: Type.Boolean() }),
  errors: ['not_found'],
})

export const raiseHand = endpoint('POST /api/campus/class/:classId/teaching/hand', {
  summary: 'Raise one’s hand while the class is taught, with a question or without; or lower it',
  access: 'learner',
  params: ClassParams,
  body: object({
    isUp: Type.Boolean(),
    text: Type.Optional(Type.String({ maxLength: mostQuestionCharacters })),
  }),
  response: Success,
  errors: ['not_found'],
})

export const classTeachingTopic = topic('class-teaching/:classId', {
  summary: 'What a class is taught began, ended, or went on to another step; for all of the class',
  message: object({
    type: oneOf('CHANGED', 'STEP'),
    /** Of `STEP`: a hundred pages that hear it need not ask. */
    stepId: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
    leads: Type.Optional(Type.Boolean()),
  }),
})

export const classPlacesTopic = topic('class-places/:classId', {
  summary: 'Learners of a class that is taught came, went on or raised a hand; for its teachers',
  message: object({ type: Type.Literal('PLACES') }),
})

export const ownHandTopic = topic('own-hand/:userId', {
  summary: 'One’s raised hand was answered or lowered',
  message: object({ type: Type.Literal('HAND') }),
})
