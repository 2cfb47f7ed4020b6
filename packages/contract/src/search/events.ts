import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { signal } from '../event.ts'

/** The search index finds something else than before. */
export const indexChanged = signal(
  'index_changed',
  object({
    items: Type.Number(),
    /** In which anything may be found now that was not, or not any more. Left out: in any. */
    languages: Type.Optional(Type.Array(Type.String())),
  }),
)
