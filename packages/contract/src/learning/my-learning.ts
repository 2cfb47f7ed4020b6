import { type Static, Type } from 'typebox'
import { FlagMap, ItemCard, ItemStats } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { LearnerRecord, RecordMap } from './record-shapes.ts'

const userId = Type.Optional(Type.String({ maxLength: 100 }))
const paging = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** One page of a list on my learning. With `privacyLimitation` the person keeps it to themselves: all is empty. */
const listed = {
  results: Type.Array(Type.String()),
  itemMap: Type.Record(Type.String(), ItemCard),
  statsMap: Type.Record(Type.String(), ItemStats),
  recordMap: RecordMap,
  collectMap: FlagMap,
  privacyLimitation: Type.Boolean(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
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
  query: object({ userId, completed: Type.Optional(Type.Boolean()), ...paging }),
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
  query: object({ userId, ...paging }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listCreated = endpoint('GET /api/learn/cn/created/list', {
  summary: 'What a person has published, newest first',
  access: 'public',
  query: object({ userId, ...paging }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listEnterprise = endpoint('GET /api/learn/cn/enterprise/list', {
  summary: 'What a learner may open through their enterprise; others see nothing',
  access: 'public',
  query: object({ userId, ...paging }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listPurchased = endpoint('GET /api/learn/cn/purchased/list', {
  summary: 'What a learner has bought or was given; others see nothing',
  access: 'public',
  query: object({ userId, ...paging }),
  response: LearningList,
  errors: ['login_required', 'not_found'],
})

export const listRefed = endpoint('GET /api/learn/cn/refed/list', {
  summary: 'Projects and courses that contain what a person has published',
  access: 'public',
  query: object({ userId, ...paging }),
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
  query: object({ userId }),
  response: object({
    tutorialList: object({
      inProgressIds: Type.Array(Type.String()),
      tutorialMap: Type.Record(Type.String(), RecentTutorial),
    }),
    recordMap: Type.Record(Type.String(), LearnerRecord),
    /** Study time of this week, Monday to Sunday. */
    weekSeconds: Type.Array(Type.Integer()),
  }),
  errors: ['forbidden'],
})

export const getStudyYear = endpoint('GET /api/learn/cn/record/year', {
  summary: "Study time of a person's last 53 weeks by day",
  access: 'public',
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
      purchased: Type.Integer(),
    }),
  }),
  errors: ['login_required', 'not_found'],
})
