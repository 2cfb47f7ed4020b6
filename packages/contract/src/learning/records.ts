import { Type } from 'typebox'
import { FlagMap } from '../catalog/items.ts'
import { ItemMarks } from '../catalog/lists.ts'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { RecordMap, RecordsNow } from './record-shapes.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })
const userPremium = Type.Optional(Type.Boolean())

/** The project and course in which the item is learned. */
const parents = { projectId: Type.Optional(id), courseId: Type.Optional(id) }

/** The engine version an item is read for. */
const versionId = Type.Optional(Type.String({ maxLength: 40 }))

export const startRecord = endpoint('POST /api/learn/cn/record', {
  summary: 'Start learning an item; an item that was started goes on',
  access: 'learner',
  body: object({
    id,
    type: oneOf('tutorial', 'project', 'course', 'quiz'),
    userPremium,
    versionId,
    ...parents,
  }),
  response: RecordsNow,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required', 'version_not_found'],
})

export const restartRecord = endpoint('POST /api/learn/cn/record/restart', {
  summary: 'Learn an item from its beginning again; a project or course takes its tutorials along',
  access: 'learner',
  body: object({ id, type: oneOf('tutorial', 'project', 'course'), userPremium, versionId }),
  response: RecordsNow,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required'],
})

export const deleteRecord = endpoint('POST /api/learn/cn/record/delete', {
  summary: 'Forget a record',
  access: 'learner',
  body: object({ id }),
  response: RecordsNow,
})

/** Milliseconds since the press, on a device without a network: a change made after it elsewhere stays. */
const ageMs = Type.Optional(Type.Integer({ minimum: 0, maximum: 10 * 365 * 86_400_000 }))

export const toggleStep = endpoint('POST /api/learn/cn/record/tutorial/step', {
  summary: 'Mark a step of a tutorial as done or not done',
  access: 'learner',
  body: object({
    id,
    type: oneOf('tutorial'),
    stepId: id,
    completed: Type.Boolean(),
    ageMs,
    versionId,
    ...parents,
  }),
  response: RecordsNow,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required', 'submission_required', 'tool_required'],
})

export const toggleTutorial = endpoint('POST /api/learn/cn/record/tutorial', {
  summary: 'Mark a whole tutorial as done, or take that back',
  access: 'learner',
  body: object({ id, type: oneOf('tutorial'), completed: Type.Boolean(), ageMs, versionId, ...parents }),
  response: RecordsNow,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required', 'submission_required', 'tool_required'],
})

export const viewRecord = endpoint('POST /api/learn/cn/record/view', {
  summary: 'Remember where the learner is reading; does nothing for an item that was not started',
  access: 'learner',
  body: object({ id, sectionId: Type.Optional(id) }),
  response: object({ success: Type.Boolean() }),
})

export const showOnHome = endpoint('POST /api/learn/cn/record/tutorial/home-show', {
  summary: 'Stop tracking a tutorial on the home page; show=true takes it back',
  access: 'learner',
  query: object({ tutorialId: id, show: Type.Optional(Type.Boolean()) }),
  response: object({ inProgressIds: Type.Array(Type.String()) }),
})

export const buyRecord = endpoint('POST /api/learn/cn/record/buy', {
  summary: 'Start an item that is free or was bought, for one engine version',
  access: 'learner',
  body: object({
    id,
    type: oneOf('tutorial', 'project', 'course'),
    versionId,
  }),
  response: RecordsNow,
  errors: ['not_found', 'premium_required', 'item_locked', 'purchase_required', 'version_not_found'],
})

/** The learner's part of a reading or detail page; its public part is the item's own call. */
export const getRecord = endpoint('GET /api/learn/cn/record/item', {
  summary: "The learner's records of one item and of the project and course it is opened in",
  access: 'learner',
  query: object({
    id,
    ...parents,
    /** With all of the learner's projects and courses that contain the item, wherever it is opened. */
    around: Type.Optional(Type.Boolean()),
    /** A JSON list of the ids of items whose marks come along: a page that is kept for all asks once. */
    marks: Type.Optional(Type.String({ maxLength: 8000 })),
  }),
  response: object({ recordMap: RecordMap, collectMap: FlagMap, marks: Type.Optional(ItemMarks) }),
  errors: ['bad_request'],
})
