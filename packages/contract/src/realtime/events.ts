import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { signal } from '../event.ts'

/** What one process tells the others of its connections' topics. With nothing but `from` it is a sign of life. */
export const presenceTold = signal(
  'presence',
  object({
    /** The process. */
    from: Type.String(),
    topic: Type.Optional(Type.String()),
    /** All of its own in the topic. */
    here: Type.Optional(
      Type.Array(object({ id: Type.String(), userId: Type.String(), name: Type.String(), since: Type.String() })),
    ),
    /** The others are to tell of theirs. */
    asks: Type.Optional(Type.Boolean()),
    isGone: Type.Optional(Type.Boolean()),
  }),
)
