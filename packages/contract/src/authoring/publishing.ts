import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { DraftAuthor } from './drafts.ts'
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
  /** Of a picture that is too small, the smallest of the field: its own pixels, and those needed there. */
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

/** What will happen to an item by itself. */
export const ItemSchedule = object({
  id: Type.String(),
  action: oneOf('publish', 'unpublish'),
  /** The revision that is published; null to take it back. */
  version: nullable(Type.Integer()),
  at: Type.String(),
  /** As the author chose it: an IANA time zone. */
  timeZone: Type.String(),
  by: nullable(DraftAuthor),
  /** Why it was not done when its time had come: a code of errors.ts. */
  failure: nullable(Type.String()),
})
export type ItemSchedule = Static<typeof ItemSchedule>

const Planned = object({ schedule: Type.Array(ItemSchedule) })

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
  body: object({
    action: oneOf('publish', 'unpublish'),
    /** What the author sees; another one is a conflict. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The clock of the author's time zone. */
    at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
    timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  }),
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
