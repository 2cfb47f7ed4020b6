import { Type } from 'typebox'

/**
 * The open editor that keeps a draft by itself, by a name of its own. A save without it is a revision that no other takes
 * the place of.
 */
export const Origin = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
