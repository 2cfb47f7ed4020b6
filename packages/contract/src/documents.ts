import { type Static, Type } from 'typebox'
import { nullable, object, oneOf, wholeFrom } from './endpoint.ts'
import { pageAnswer, pageQuery } from './page-query.ts'

// Shapes that every drafted document shares: revisions with their authors, and its schedule.

/** A person who saved a revision of a document. */
export const Author = object({ id: Type.String(), fullName: Type.String(), avatar: nullable(Type.String()) })
export type Author = Static<typeof Author>

/**
 * The open editor that keeps a draft by itself, by a name of its own. A save without it is a revision that no other takes
 * the place of.
 */
export const Origin = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))

export const revisionKinds = ['created', 'autosave', 'save', 'publish', 'restore', 'import'] as const
export type RevisionKind = (typeof revisionKinds)[number]

export const Revision = object({
  version: Type.Integer(),
  kind: oneOf(...revisionKinds),
  by: nullable(Author),
  at: Type.String(),
  /** How much is different from the revision before. */
  changeCount: Type.Integer(),
  published: Type.Boolean(),
})
export type Revision = Static<typeof Revision>

/** Newest first, so many at a time. */
export const RevisionsQuery = object({
  ...pageQuery,
})
export const Revisions = object({
  results: Type.Array(Revision),
  ...pageAnswer,
})
export type Revisions = Static<typeof Revisions>

/** The revision to compare with; without, the one before. */
export const AgainstQuery = object({ against: Type.Optional(wholeFrom(0)) })

/** A difference between two revisions in plain text, without its place. */
export const changeFields = {
  kind: oneOf('added', 'removed', 'changed', 'moved'),
  /** Places, from 1, of moved entries. */
  before: Type.String(),
  after: Type.String(),
}
export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  before: string
  after: string
}

/** Message to the open editors of a document after a save. */
export const SavedMessage = object({ type: oneOf('SAVED'), version: Type.Integer() })

const action = oneOf('publish', 'unpublish')

/** A scheduled publication or withdrawal. */
export const Schedule = object({
  id: Type.String(),
  action,
  /** The revision that is published; null to take back. */
  version: nullable(Type.Integer()),
  at: Type.String(),
  /** As its author chose it: an IANA time zone. */
  timeZone: Type.String(),
  by: nullable(Author),
  /** Why it was not done when its time had come: a code of errors.ts. */
  failure: nullable(Type.String()),
})
export type Schedule = Static<typeof Schedule>

/** Everything that is to happen to one document, and what could not be done. */
export const Planned = object({ schedule: Type.Array(Schedule) })
export type Planned = Static<typeof Planned>

export const ScheduleWish = object({
  action,
  /** The revision to publish, by default the newest. */
  version: Type.Optional(wholeFrom(1)),
  /** What a clock in that time zone shows then, as in 2026-12-24T18:00. */
  at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
})
export type ScheduleWish = Static<typeof ScheduleWish>
