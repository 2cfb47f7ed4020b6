import { Type } from 'typebox'
import { FlagMap, ItemStats, ItemTypeSchema } from '../catalog/items.ts'
import { endpoint, object } from '../endpoint.ts'

const id = Type.String({ minLength: 1, maxLength: 100 })

/** The courses and projects in which the item was collected. */
const inContext = {
  id,
  type: ItemTypeSchema,
  userPremium: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(id),
  courseId: Type.Optional(id),
}
const plain = { id, type: ItemTypeSchema, userPremium: Type.Optional(Type.Boolean()) }

/** The flag as it is now, and the item's counters. */
const Collected = object({ collectMap: FlagMap, statsMap: Type.Record(Type.String(), ItemStats) })

export const collectItem = endpoint('POST /api/learn/cn/collect', {
  summary: 'Collect an item (China edition, and in the context of a project or course)',
  access: 'learner',
  body: object(inContext),
  response: Collected,
  errors: ['not_found'],
})

export const uncollectItem = endpoint('POST /api/learn/cn/collect/delete', {
  summary: 'Take an item out of the collection (China edition, and in context)',
  access: 'learner',
  body: object(inContext),
  response: Collected,
  errors: ['not_found'],
})

export const collectPlainItem = endpoint('POST /api/learn/collect', {
  summary: 'Collect an item',
  access: 'learner',
  body: object(plain),
  response: Collected,
  errors: ['not_found'],
})

export const uncollectPlainItem = endpoint('POST /api/learn/collect/delete', {
  summary: 'Take an item out of the collection',
  access: 'learner',
  body: object(plain),
  response: Collected,
  errors: ['not_found'],
})
