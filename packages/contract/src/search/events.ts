import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { signal } from '../event.ts'

/** The search index finds something else than before. */
export const indexChanged = signal('index_changed', object({ items: Type.Number() }))
