import { type Static, Type } from 'typebox'
import { ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

// Learning paths. Minutes are those of the items; times are moments (ISO 8601).

const Id = Type.String({ minLength: 1, maxLength: 100 })
const PathParams = object({ id: Id })
const Percent = Type.Integer({ minimum: 0, maximum: 100 })
const Success = object({ success: Type.Boolean() })

const PathItem = object({
  id: Type.String(),
  type: ItemTypeSchema,
  title: Type.String(),
  language: Type.String(),
  path: Type.String(),
  minutes: Type.Integer(),
  begun: Type.Boolean(),
  /** Completed at any time; reading it again does not undo it. */
  done: Type.Boolean(),
  percent: Percent,
})
export type PathItem = Static<typeof PathItem>

const PathTest = object({
  quizId: Type.String(),
  quizPath: Type.String(),
  questions: Type.Integer(),
  /** Null: no limit. */
  minutes: nullable(Type.Integer()),
  /** Right answers in a hundred that count as passed. */
  passPercent: Type.Integer(),
  /** Days until the next try. */
  retryDays: Type.Integer(),
  status: oneOf('open', 'begun', 'waiting', 'passed'),
  /** Of the last try that was submitted. */
  percent: nullable(Percent),
  testedAt: nullable(Type.String()),
  /** When the next try may begin, where that is not now. */
  nextAt: nullable(Type.String()),
})
export type PathTest = Static<typeof PathTest>

const PathBranch = object({
  id: Type.String(),
  title: Type.String(),
  status: oneOf('done', 'current', 'open', 'locked'),
  /** Counts for the path: of a choice the chosen one alone. */
  counts: Type.Boolean(),
  percent: Percent,
  minutes: Type.Integer(),
  minutesLeft: Type.Integer(),
  doneAt: nullable(Type.String()),
  /** How well a test was passed that stands in the place of learning. */
  testPercent: nullable(Percent),
  items: Type.Array(PathItem),
  test: nullable(PathTest),
})
export type PathBranch = Static<typeof PathBranch>

const PathStage = object({
  id: Type.String(),
  rule: oneOf('all', 'one'),
  after: Type.Array(Type.String()),
  done: Type.Boolean(),
  /** What has to be finished first, by the titles of its branches; empty: it is open. */
  waitsFor: Type.Array(Type.String()),
  branches: Type.Array(PathBranch),
})
export type PathStage = Static<typeof PathStage>

const pathFacts = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  language: Type.String(),
  organisationName: nullable(Type.String()),
  givesCertificate: Type.Boolean(),
  /** Of all that counts. */
  minutes: Type.Integer(),
}

const Own = object({
  joinedAt: Type.String(),
  completedAt: nullable(Type.String()),
  percent: Percent,
  minutesLeft: Type.Integer(),
  /** What to go on with; null: nothing is left. */
  next: nullable(
    object({
      stageId: Type.String(),
      branchId: Type.String(),
      branchTitle: Type.String(),
      /** From 1: which stage of the path, and which item of the branch. */
      stageNumber: Type.Integer(),
      itemNumber: Type.Integer(),
      items: Type.Integer(),
      item: PathItem,
      thumbnailUrl: nullable(Type.String()),
    }),
  ),
})

const LearningPath = object({
  ...pathFacts,
  published: Type.Boolean(),
  mayEdit: Type.Boolean(),
  stages: Type.Array(PathStage),
  /** Null: a guest, or a person who did not join the path. */
  own: nullable(Own),
})
export type LearningPath = Static<typeof LearningPath>

const PathCard = object({
  ...pathFacts,
  published: Type.Boolean(),
  stages: Type.Integer(),
  items: Type.Integer(),
  own: nullable(Own),
})
export type PathCard = Static<typeof PathCard>

export const listPaths = endpoint('GET /api/learn/cn/path/list', {
  summary: 'Published learning paths for the viewer: the site’s own and those of their organisations',
  access: 'public',
  response: object({ results: Type.Array(PathCard) }),
})

export const listOwnPaths = endpoint('GET /api/learn/cn/path/mine', {
  summary: 'Learning paths that the viewer joined, the one learned in last first',
  access: 'learner',
  response: object({ results: Type.Array(PathCard) }),
})

export const getPath = endpoint('GET /api/learn/cn/path/of/:slugOrId', {
  summary: 'A learning path with the viewer’s own place on it',
  access: 'public',
  params: object({ slugOrId: Id }),
  response: LearningPath,
  errors: ['not_found'],
})

export const joinPath = endpoint('POST /api/learn/cn/path/:id/join', {
  summary: 'Join a learning path, or leave it; what was learned stays',
  access: 'learner',
  params: PathParams,
  body: object({ joined: Type.Boolean() }),
  response: Success,
  errors: ['not_found'],
})

export const chooseBranch = endpoint('POST /api/learn/cn/path/:id/choice', {
  summary: 'Choose a branch of a stage, or another one; what was learned stays',
  access: 'learner',
  params: PathParams,
  body: object({ stageId: Id, branchId: Id }),
  response: Success,
  errors: ['not_found', 'conflict'],
})

export const beginTest = endpoint('POST /api/learn/cn/path/:id/test', {
  summary: 'Begin the test that stands in the place of a branch; the next attempt at its quiz counts',
  access: 'learner',
  params: PathParams,
  body: object({ branchId: Id }),
  response: object({ quizPath: Type.String() }),
  errors: ['not_found', 'conflict', 'test_too_soon'],
})
