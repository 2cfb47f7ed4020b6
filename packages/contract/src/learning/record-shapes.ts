import { type Static, Type } from 'typebox'
import { ItemStatus, ItemTypeSchema } from '../catalog/items.ts'
import { nullable, object } from '../endpoint.ts'

/** Chosen option ids by question id. */
export const QuestionAnswers = Type.Record(Type.String(), Type.Array(Type.String()))

export const StepState = object({
  completed: Type.Boolean(),
  /** Place in the tutorial, from 0. */
  index: Type.Integer(),
  required: Type.Boolean(),
  updatedTime: nullable(Type.String()),
})
export type StepState = Static<typeof StepState>

/** An item inside a project or course, as the learner left it. Always read from that item's own record. */
export const SubItem = object({
  itemId: Type.String(),
  type: ItemTypeSchema,
  required: Type.Boolean(),
  completed: Type.Boolean(),
  /** Has a record, finished or not. */
  begun: Type.Boolean(),
  /** The first completion. */
  completedTime: nullable(Type.String()),
  updatedTime: nullable(Type.String()),
  questionAnswers: nullable(QuestionAnswers),
  status: ItemStatus,
})
export type SubItem = Static<typeof SubItem>

/** What a link to the next thing needs: an item, or a step of the tutorial itself. */
export const NextRecord = object({
  itemId: Type.String(),
  type: Type.String(),
  title: Type.String(),
  slug: nullable(Type.String()),
  language: nullable(Type.String()),
  thumbnailUrl: nullable(Type.String()),
  durationMinutes: nullable(Type.Integer()),
  /** The anchor of a step. */
  anchor: nullable(Type.String()),
})
export type NextRecord = Static<typeof NextRecord>

export const VersionRecord = object({ completed: Type.Boolean(), completedTime: nullable(Type.String()) })

export const LearnerRecord = object({
  itemId: Type.String(),
  type: ItemTypeSchema,
  completed: Type.Boolean(),
  completedTime: nullable(Type.String()),
  lastCompletedTime: nullable(Type.String()),
  withAll: Type.Boolean(),
  versionId: nullable(Type.String()),
  recordVersions: Type.Record(Type.String(), VersionRecord),
  /** By step id, in the order of the tutorial. */
  steps: Type.Record(Type.String(), StepState),
  /** Quizzes only; null for other types and in another person's records. */
  answers: nullable(QuestionAnswers),
  subItems: Type.Array(SubItem),
  nextRecordData: nullable(NextRecord),
  status: ItemStatus,
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  remainingMinutes: Type.Integer(),
  startedTime: Type.String(),
  updatedTime: Type.String(),
  lastViewedTime: Type.String(),
  lastSectionId: nullable(Type.String()),
  feedbackGiven: Type.Boolean(),
})
export type LearnerRecord = Static<typeof LearnerRecord>

export const RecordMap = Type.Record(Type.String(), LearnerRecord)
export type RecordMap = Static<typeof RecordMap>

/** What every act on records answers: the records it changed, as they are now. */
export const RecordsNow = object({ recordMap: RecordMap })
export type RecordsNow = Static<typeof RecordsNow>
