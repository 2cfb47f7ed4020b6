import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

/** A learner finished a learning path; once for each path and person. */
export const pathCompleted = event(
  'path_completed',
  'account/:userId',
  object({
    userId: Type.String(),
    pathId: Type.String(),
    /** As the path was called then. */
    title: Type.String(),
    language: Type.String(),
    slug: Type.String(),
    organisationId: Type.Union([Type.String(), Type.Null()]),
    /** Items that the path had for this learner. */
    items: Type.Integer(),
    givesCertificate: Type.Boolean(),
  }),
)

/** A path was published, changed or withdrawn. */
export const pathChanged = event('path_changed', 'path/:pathId', object({ pathId: Type.String() }))
