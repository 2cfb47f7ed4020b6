import { type Static, Type } from 'typebox'
import { Planned, ScheduleWish } from '../documents.ts'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { Id } from './forms.ts'

// What an author is told before learners see anything, and what is to happen to an item by itself.

const DraftParams = object({ id: Id })

/** What a reader would stumble over, though it keeps nothing from being published. */
export const warningKinds = [
  'picture_unnamed',
  'picture_missing',
  'picture_small',
  'video_missing',
  'video_unready',
  'video_failed',
  'part_missing',
] as const
export type WarningKind = (typeof warningKinds)[number]

const PixelSize = object({ width: Type.Integer(), height: Type.Integer() })

export const DraftWarning = object({
  kind: oneOf(...warningKinds),
  /** As in the faults of forms: `steps.sections.se_1.body`. */
  field: Type.String(),
  /** How many of them there are in that field. */
  count: Type.Integer(),
  /** For the smallest of a field's too small pictures: its pixels, and the needed ones. */
  size: Type.Optional(PixelSize),
  needed: Type.Optional(PixelSize),
})
export type DraftWarning = Static<typeof DraftWarning>

export const checkDraft = endpoint('GET /api/learn/creator/draft/:id/check', {
  summary: 'Everything that keeps a draft from being published, and what its readers would stumble over',
  access: 'author',
  params: DraftParams,
  response: object({
    /** `message` is a key of the catalogues. */
    faults: Type.Array(object({ field: Type.String(), message: Type.String() })),
    warnings: Type.Array(DraftWarning),
  }),
  errors: ['not_found', 'forbidden', 'translation_exists', 'prerequisite_cycle'],
})

export const listItemSchedule = endpoint('GET /api/learn/creator/draft/:id/schedule', {
  summary: 'What is to happen to an item by itself, and what could not be done',
  access: 'author',
  params: DraftParams,
  response: Planned,
  errors: ['not_found', 'forbidden'],
})

export const scheduleItem = endpoint('POST /api/learn/creator/draft/:id/schedule', {
  summary: 'Publishes the draft as it stands now, or takes the item back, when a time has come',
  access: 'author',
  params: DraftParams,
  /** A version other than the newest is a conflict: its author saw another one. */
  body: ScheduleWish,
  response: Planned,
  errors: ['not_found', 'forbidden', 'draft_conflict', 'translation_exists', 'prerequisite_cycle'],
})

export const cancelItemSchedule = endpoint('POST /api/learn/creator/draft/:id/schedule/cancel', {
  summary: 'Forgets something that was to happen to an item',
  access: 'author',
  params: DraftParams,
  body: object({ scheduleId: Id }),
  response: Planned,
  errors: ['not_found', 'forbidden'],
})
