import { type Static, Type } from 'typebox'
import { Breadcrumb, FlagMap, Item } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { quizStatuses } from './attempt.ts'
import { longestEssay } from './kinds/essay.ts'
import { askKinds } from './kinds/question-kind.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Texts = Type.Record(Type.String(), Type.Array(Type.String()))

/**
 * A question as its reader may know it. `correct`, the feedbacks and the ids of what to read again are left out, not
 * emptied, until the rules in docs/decisions/007-quiz-answers.md open them.
 */
export const Question = object({
  id: Type.String(),
  /** Sanitized HTML. */
  body: Type.String(),
  /** Whether several options may be chosen: check boxes instead of radio buttons. */
  multiple: Type.Boolean(),
  shuffleOptions: Type.Boolean(),
  options: Type.Array(
    object({
      id: Type.String(),
      body: Type.String(),
      correct: Type.Optional(Type.Boolean()),
      feedback: Type.Optional(Type.String()),
    }),
  ),
  /** What it asks for when it is no choice: options are then put in order or matched, or there are none. */
  ask: Type.Optional(
    object({
      kind: oneOf(...askKinds),
      /** Units that may be named with a number. */
      units: Type.Optional(Type.Array(Type.String())),
      /** What can be chosen for each option. */
      targets: Type.Optional(Type.Array(Type.String())),
      /** What goes into each gap of the text, which says `[[1]]` where the first one is. */
      gaps: Type.Optional(
        Type.Array(
          object({ kind: oneOf('numeric', 'text', 'choice'), choices: Type.Optional(Type.Array(Type.String())) }),
        ),
      ),
      /** Of a text, in characters: how long it should be, and may be. */
      lengths: Type.Optional(object({ least: Type.Integer(), most: Type.Integer() })),
      /** How many points may be set on the first picture of the text. */
      most: Type.Optional(Type.Integer()),
      /** The right answers, once the reader may know: by option, by gap, or by the question's own id. */
      right: Type.Optional(Texts),
    }),
  ),
  /** What it counts; omitted: 1. */
  points: Type.Optional(Type.Number()),
  /**
   * How it was answered, once submitted. `partly` comes with kinds other than choice alone; `waiting` while a person has
   * yet to mark it.
   */
  result: Type.Optional(oneOf('right', 'partly', 'wrong', 'waiting')),
  /** What who marked the answer wrote to the learner, as plain text. */
  comment: Type.Optional(Type.String()),
  /** What the answer is worth, from 0 to 1, where it is right in part. */
  credit: Type.Optional(Type.Number()),
  quizFeedback: Type.Optional(object({ correct: Type.Optional(Type.String()), wrong: Type.Optional(Type.String()) })),
  contentIds: Type.Optional(Type.Array(Type.String())),
})
export type Question = Static<typeof Question>

export const QuizSetting = object({
  passNumber: Type.Integer(),
  freezingTimeInHours: Type.Integer(),
  timeLimitInMinutes: nullable(Type.Integer()),
})
export type QuizSetting = Static<typeof QuizSetting>

/** A step to read again: an item, or one section of it. */
export const ReadAgain = object({
  id: Type.String(),
  itemId: Type.String(),
  type: Type.String(),
  slug: Type.String(),
  language: Type.String(),
  title: Type.String(),
  /** The step's number and anchor when it is a step. */
  step: nullable(object({ number: Type.Integer(), title: Type.String(), anchor: Type.String() })),
})
export type ReadAgain = Static<typeof ReadAgain>

export const QuizData = object({
  ...Item.properties,
  quizSetting: QuizSetting,
  /** Empty while the viewer may not see them: unread, unpaid, or timed and not begun. */
  questions: Type.Array(Question),
  readAgainMap: Type.Record(Type.String(), ReadAgain),
})
export type QuizData = Static<typeof QuizData>

/** Where the learner stands; quizzes never begun are not in the map. */
export const QuizState = object({
  quizStatus: oneOf(...quizStatuses),
  leftFreezingSeconds: Type.Integer(),
  answered: Type.Boolean(),
  /** How many answers of a submitted attempt a person has yet to mark; omitted where none. */
  waiting: Type.Optional(Type.Integer()),
})
export type QuizState = Static<typeof QuizState>

/** The learner's record of this quiz, as far as the quiz itself decides it. */
export const QuizRecord = object({
  itemId: Type.String(),
  type: Type.Literal('quiz'),
  completed: Type.Boolean(),
  completedTime: nullable(Type.String()),
  lastCompletedTime: nullable(Type.String()),
  withAll: Type.Boolean(),
  versionId: nullable(Type.String()),
  updatedTime: Type.String(),
  /** Chosen option ids by question id; what was given where a question is no choice. */
  answers: Texts,
})
export type QuizRecord = Static<typeof QuizRecord>

export const AttemptResult = object({
  submittedAt: Type.String(),
  correctCount: Type.Integer(),
  /** With what counts in part; omitted where nothing does. */
  score: Type.Optional(Type.Number()),
  questionCount: Type.Integer(),
  passNumber: Type.Integer(),
  /** False while answers wait for marks. */
  passed: Type.Boolean(),
  usedSeconds: Type.Integer(),
  /** How many answers a person has yet to mark: what is above counts the others. Omitted where none. */
  waiting: Type.Optional(Type.Integer()),
})

export const Attempt = object({
  number: Type.Integer(),
  startedAt: Type.String(),
  /** Seconds until the server closes the attempt; null without a time limit. */
  leftSeconds: nullable(Type.Integer()),
  questionAnswers: Texts,
  /** The highest sequence saved so far: the next save of any device goes above it. */
  sequence: Type.Integer(),
  savedAt: nullable(Type.String()),
  /** Null while the attempt is open. */
  result: nullable(AttemptResult),
})
export type Attempt = Static<typeof Attempt>

/** An attempt that is over. */
export const PastAttempt = object({
  number: Type.Integer(),
  submittedAt: Type.String(),
  correctCount: Type.Integer(),
  questionCount: Type.Integer(),
  passed: Type.Boolean(),
  /** How many answers a person has yet to mark; omitted where none. */
  waiting: Type.Optional(Type.Integer()),
})
export type PastAttempt = Static<typeof PastAttempt>

const QuizParams = object({ id: Type.String({ minLength: 1, maxLength: 200 }) })

const ExtendsQuery = object({
  /** The answer key for the quiz's makers. */
  edit: Type.Optional(Type.Boolean()),
  /** The detail page alone: no questions. */
  detail: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(Id),
  courseId: Type.Optional(Id),
  uv: Type.Optional(Type.String({ maxLength: 40 })),
})

const learnerState = {
  quizMap: Type.Record(Type.String(), QuizState),
  recordMap: Type.Record(Type.String(), QuizRecord),
  attempt: nullable(Attempt),
}

const quizPage = {
  access: 'public',
  params: QuizParams,
  query: ExtendsQuery,
  response: object({
    cnQuizData: QuizData,
    collectMap: FlagMap,
    likeMap: FlagMap,
    boughtMap: FlagMap,
    breadcrumb: Breadcrumb,
    /** The engine versions from old to new where the quiz is asked for one; empty otherwise. */
    versions: Type.Array(Type.String()),
    ...learnerState,
    /** Attempts that are over, newest first, at most 20. */
    attempts: Type.Array(PastAttempt),
  }),
  errors: ['not_found', 'forbidden', 'version_not_found'],
} as const

export const getQuiz = endpoint('GET /api/learn/cn/quiz/:id/extends', {
  summary: 'One quiz, by id or slug, with its questions as the viewer may know them and where the viewer stands',
  ...quizPage,
})

export const getCampusQuiz = endpoint('GET /api/campus/quiz/:id/extends', {
  summary: 'The same for a quiz of the campus',
  ...quizPage,
})

/** Orders saves over all devices of the learner. */
const Sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Answer = object({
  questionId: Id,
  /** Of a choice; empty takes the answer back. */
  optionIds: Type.Optional(Type.Array(Id, { maxItems: 50 })),
  /**
   * Of every other kind; empty takes the answer back. Numeric: the number as it was typed and, if named, the unit. Text:
   * what was typed. Ordering: the options' ids in order. Matching: `option id=target` for each. Gaps: `1=text` for each.
   * Essay: the text, with line breaks.
   */
  given: Type.Optional(Type.Array(Type.String({ maxLength: 2 * longestEssay }), { maxItems: 50 })),
  /** Time of this answer, when earlier than others of the same save. */
  sequence: Type.Optional(Sequence),
})

const quizRecord = {
  access: 'learner',
  body: object({
    id: Id,
    type: Type.Literal('quiz'),
    completed: Type.Boolean(),
    userPremium: Type.Optional(Type.Boolean()),
    versionId: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    answers: Type.Optional(Type.Array(Answer, { maxItems: 500 })),
    /** Time of the answers without their own; default: the server's time. */
    sequence: Type.Optional(Sequence),
    /** The attempt the answers belong to, so that a late save never reaches the next attempt. */
    attempt: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    projectId: Type.Optional(Id),
    courseId: Type.Optional(Id),
  }),
  response: object({ ...learnerState, savedAt: Type.String() }),
  errors: [
    'not_found',
    'purchase_required',
    'premium_required',
    'item_locked',
    'quiz_frozen',
    'quiz_not_started',
    'quiz_already_submitted',
    'version_not_found',
  ],
} as const

export const saveQuiz = endpoint('POST /api/learn/cn/record/quiz', {
  summary: 'Begin or retake a quiz (no answers), save answers (completed false), or submit it (completed true)',
  ...quizRecord,
})

export const saveCampusQuiz = endpoint('POST /api/campus/record/quiz', {
  summary: 'The same for a quiz of the campus',
  ...quizRecord,
})
