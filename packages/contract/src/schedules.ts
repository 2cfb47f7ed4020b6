import { type Static, type TSchema, Type } from 'typebox'
import { nullable, object, oneOf } from './endpoint.ts'

// What is drafted can be published, or taken back, by itself when a time has come.

const action = oneOf('publish', 'unpublish')

/** What will happen by itself; `by` is the shape of who planned it. */
export function schedule<By extends TSchema>(by: By) {
  return object({
    id: Type.String(),
    action,
    /** The revision that is published; null to take back. */
    version: nullable(Type.Integer()),
    at: Type.String(),
    /** As its author chose it: an IANA time zone. */
    timeZone: Type.String(),
    by: nullable(by),
    /** Why it was not done when its time had come: a code of errors.ts. */
    failure: nullable(Type.String()),
  })
}

export const ScheduleWish = object({
  action,
  /** The revision to publish, by default the newest. */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  /** What a clock in that time zone shows then, as in 2026-12-24T18:00. */
  at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }),
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
})
export type ScheduleWish = Static<typeof ScheduleWish>
