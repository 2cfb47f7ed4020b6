import { type Static, Type } from 'typebox'
import { nullable, object, oneOf } from '../endpoint.ts'

/** Whom an organisation's item is published for. */
export const ItemAudience = object({
  audience: oneOf('members', 'class', 'everybody'),
  /** With `class` alone. */
  classId: nullable(Type.String({ maxLength: 64 })),
  /** With `everybody`: also in everybody's lists and search. */
  inPublicSearch: Type.Boolean(),
})
export type ItemAudience = Static<typeof ItemAudience>
