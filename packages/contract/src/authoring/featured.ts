import { Type } from 'typebox'
import { featuredLists } from '../catalog/rankings.ts'
import { endpoint, object, oneOf } from '../endpoint.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { NamedItem } from './drafts.ts'
import { Id } from './forms.ts'

export const mostFeatured = 50

/** The language of the visitor's locale when left out. */
const Language = Type.Optional(Type.String({ minLength: 2, maxLength: 8 }))

/** `home` when left out: what comes first on the home page. The others are what stands first in a ranking. */
const List = Type.Optional(oneOf(...featuredLists))

export const listFeatured = endpoint('GET /api/learn/featured/list', {
  summary: 'What editors put first on the home page or in a ranking, in one content language, in order',
  access: 'learnAdmin',
  query: object({
    list: List,
    language: Language,
    ...pageQuery,
  }),
  response: object({
    list: oneOf(...featuredLists),
    language: Type.String(),
    itemIds: Type.Array(Type.String()),
    results: Type.Array(NamedItem),
    ...pageAnswer,
  }),
})

export const saveFeatured = endpoint('POST /api/learn/featured/save', {
  summary: 'Makes these, in this order, what comes first there in one content language',
  access: 'learnAdmin',
  body: object({
    itemIds: Type.Array(Id, { maxItems: mostFeatured, uniqueItems: true }),
    language: Language,
    list: List,
    /** The list as the form began; refused where it is another by now. Omitted: not compared. */
    before: Type.Optional(Type.Array(Type.String())),
  }),
  response: object({ itemIds: Type.Array(Type.String()) }),
  errors: ['bad_request'],
})
