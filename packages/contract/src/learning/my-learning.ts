import { type Static, Type } from 'typebox'
import { FlagMap, ItemCard, ItemStats } from '../catalog/items.ts'
import { CardLearner } from '../catalog/lists.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { LearnerRecord, RecordMap } from './record-shapes.ts'

const userId = Type.Optional(Type.String({ maxLength: 100 }))

/** One page of a list on my learning. With `privacyLimitation` the person keeps it to themselves: all is empty. */
const listed = {
  results: Type.Array(Type.String()),
  itemMap: Type.Record(Type.String(), ItemCard),
  statsMap: Type.Record(Type.String(), ItemStats),
  recordMap: RecordMap,
  collectMap: FlagMap,
  privacyLimitation: Type.Boolean(),
  ...pageAnswer,
}

const LearningList = object(listed)
export type LearningList = Static<typeof LearningList>

export const QuizState = object({
  quizStatus: oneOf('draft', 'submitted'),
  leftFreezingSeconds: Type.Integer(),
  answered: Type.Boolean(),
})

export type QuizState = Static<typeof QuizState>

export const LearningAct = object({
  id: Type.Integer(),
  itemId: Type.String(),
  kind: oneOf('started', 'step_completed', 'step_reopened', 'completed', 'reopened', 'restarted', 'deleted'),
  stepId: nullable(Type.String()),
  time: Type.String(),
})
export type LearningAct = Static<typeof LearningAct>

export const listRecords = endpoint('GET /api/learn/cn/record/list', {
  summary: "A person's records: in progress by last view, completed by completion, newest first",
  access: 'public',
  tokenScope: 'learning.read',
  query: object({ userId, completed: Type.Optional(Type.Boolean()), ...pageQuery }),
  response: object({
    ...listed,
    quizMap: Type.Record(Type.String(), QuizState),
    /** The latest acts, newest first, with their items in `itemMap`; the learner's own eyes only. */
    dynamic: Type.Array(LearningAct),
    /** Ids of the items last viewed and not finished. */
    recent: Type.Array(Type.String()),
    totals: object({ inProgress: Type.Integer(), completed: Type.Integer() }),
  }),
  errors: ['login_required', 'not_found'],
})

export const listCollections = endpoint('GET /api/learn/cn/collect/list', {
  summary: 'What a person has collected, newest first',
  access: 'public',
  tokenScope: 'learning.read',
  query: object({ userId, ...pageQuery }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listCreated = endpoint('GET /api/learn/cn/created/list', {
  summary: 'What a person has published, newest first',
  access: 'public',
  query: object({ userId, ...pageQuery }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listEnterprise = endpoint('GET /api/learn/cn/enterprise/list', {
  summary: 'What a learner may open through their enterprise; others see nothing',
  access: 'public',
  query: object({ userId, ...pageQuery }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listPurchased = endpoint('GET /api/learn/cn/purchased/list', {
  summary: 'What a learner has bought or was given; others see nothing',
  access: 'public',
  tokenScope: 'learning.read',
  query: object({ userId, ...pageQuery }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listRefed = endpoint('GET /api/learn/cn/refed/list', {
  summary: 'Projects and courses that contain what a person has published',
  access: 'public',
  query: object({ userId, ...pageQuery }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

/** A tutorial in progress with the place to continue. */
export const RecentTutorial = object({
  item: ItemCard,
  chapterId: nullable(Type.String()),
  chapterTitle: nullable(Type.String()),
  sectionId: nullable(Type.String()),
  sectionTitle: nullable(Type.String()),
})
export type RecentTutorial = Static<typeof RecentTutorial>

export const getPersonRecords = endpoint('GET /api/learn/cn/record/person', {
  summary: 'The tutorials in progress that the home page tracks, last viewed first',
  access: 'learner',
  query: object({
    userId,
    /** A JSON list of the ids of items whose marks come along: a page that is kept for all asks once. */
    marks: Type.Optional(Type.String({ maxLength: 8000 })),
  }),
  response: object({
    tutorialList: object({
      inProgressIds: Type.Array(Type.String()),
      tutorialMap: Type.Record(Type.String(), RecentTutorial),
    }),
    recordMap: Type.Record(Type.String(), LearnerRecord),
    /** Study time of this week, Monday to Sunday. */
    weekSeconds: Type.Array(Type.Integer()),
    marks: Type.Optional(CardLearner),
  }),
  errors: ['bad_request', 'forbidden'],
})

export const getStudyYear = endpoint('GET /api/learn/cn/record/year', {
  summary: "Study time of a person's last 53 weeks by day",
  access: 'public',
  tokenScope: 'learning.read',
  query: object({ userId }),
  response: object({
    days: Type.Array(object({ day: Type.String(), seconds: Type.Integer(), steps: Type.Integer() })),
    today: Type.String(),
    privacyLimitation: Type.Boolean(),
    person: object({
      id: Type.String(),
      name: Type.String(),
      title: Type.String(),
      avatar: nullable(Type.String()),
      joinedTime: Type.String(),
    }),
    counts: object({
      inProgress: Type.Integer(),
      completed: Type.Integer(),
      collected: Type.Integer(),
      created: Type.Integer(),
      /** Submissions of others that the person gave feedback on. */
      feedbackGiven: Type.Integer(),
      purchased: Type.Integer(),
    }),
  }),
  errors: ['login_required', 'not_found'],
})
