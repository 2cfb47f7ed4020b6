import { Type } from 'typebox'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { tagTypes } from './item-types.ts'
import { Tag } from './items.ts'

export const SavedTag = object({ id: Type.String({ maxLength: 100 }), type: oneOf(...tagTypes) })

export const listTopics = endpoint('GET /api/learn/topics', {
  summary: 'Topics and industries in the order in which they are suggested',
  access: 'public',
  response: object({ topics: Type.Array(Tag), industries: Type.Array(Tag) }),
})

export const getSavedTags = endpoint('GET /api/learn/tags', {
  summary: "The learner's saved interests",
  access: 'learner',
  response: object({ tags: Type.Array(SavedTag) }),
})

export const saveTags = endpoint('POST /api/learn/tags/save', {
  summary: "Replaces the learner's saved interests",
  access: 'learner',
  body: object({ tags: Type.Array(SavedTag, { maxItems: 100 }), userPremium: Type.Optional(Type.Boolean()) }),
  response: object({ tags: Type.Array(SavedTag) }),
  errors: ['bad_request'],
})
