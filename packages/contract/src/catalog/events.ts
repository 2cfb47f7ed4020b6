import { Type } from 'typebox'
import { object } from '../endpoint.ts'
import { event } from '../event.ts'

const itemId = Type.String()
/** Lists that may be others now, each as `language/type`. Left out, nobody looked or it may be any. */
const lists = Type.Optional(Type.Array(Type.String()))

/** An item can be found now, or what is found has changed. */
export const itemPublished = event(
  'item_published',
  'item/:itemId',
  object({
    itemId,
    lists,
    /**
     * The public items that may show it from now on: what holds it and what is a translation of it. Left out, nobody
     * looked or they are too many to be named.
     */
    near: Type.Optional(Type.Array(Type.String())),
  }),
)

/** Data of a published item changed in a way that pages and search show. */
export const itemChanged = event('item_changed', 'item/:itemId', object({ itemId, lists }))

/** An item is no longer public. */
export const itemRemoved = event('item_removed', 'item/:itemId', object({ itemId, lists }))

/** Tags, rankings or versions changed: anything listed may look different. */
export const catalogChanged = event('catalog_changed', 'catalog', object({ reason: Type.String() }))
