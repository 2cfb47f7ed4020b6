import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { RichDocument, RichText } from '../media/rich-document.ts'
import { pageAnswer, pageQuery } from '../page-query.ts'
import { contentLanguages } from '../roles.ts'
import { bundleItemProblems, mostBundleItems } from './bundle-rules.ts'
import { Bundle } from './bundles.ts'

const Id = Type.String({ maxLength: 100 })
const Language = oneOf(...contentLanguages)

/** An item of a bundle as its owner sees it. */
export const BundleItem = object({
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  language: Type.String(),
  thumbnailUrl: nullable(Type.String()),
  /** What it costs now on its own, in fen. */
  price: Type.Integer(),
  problem: nullable(oneOf(...bundleItemProblems)),
})
export type BundleItem = Static<typeof BundleItem>

export const OwnBundle = object({
  /** With the title of its own language. */
  bundle: Bundle,
  /** Without content: there is none. */
  description: RichDocument,
  translations: Type.Array(object({ language: Language, title: Type.String(), description: RichDocument })),
  /** Null: the bundle shows the picture of its first item. */
  coverImageId: nullable(Type.String()),
  /** In the order in which they are to be learned. */
  items: Type.Array(BundleItem),
  /** Of the last save; the version that an edit is based on. Null: never edited here. */
  updatedTime: nullable(Type.String()),
})
export type OwnBundle = Static<typeof OwnBundle>

export const OwnBundleRow = object({
  bundle: Bundle,
  itemCount: Type.Integer(),
  /** An item cannot be sold, or the bundle saves nothing: its editor says which. */
  needsCare: Type.Boolean(),
})

export const listOwnBundles = endpoint('GET /api/learn/creator/bundle/list', {
  summary: "The viewer's own bundles, newest first; pages count from 0",
  access: 'author',
  query: object(pageQuery),
  response: object({
    results: Type.Array(OwnBundleRow),
    ...pageAnswer,
    /** What dates and prices were compared with. */
    asOf: Type.String(),
  }),
})

export const readOwnBundle = endpoint('GET /api/learn/creator/bundle/:id', {
  summary: 'One of the own bundles',
  access: 'author',
  params: object({ id: Id }),
  response: OwnBundle,
  errors: ['not_found'],
})

export const findBundleItems = endpoint('GET /api/learn/creator/bundle/items', {
  summary: "The viewer's own paid items with these words in their title, newest first: what a bundle can be made of",
  access: 'author',
  query: object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
  response: object({ results: Type.Array(BundleItem) }),
})

const Title = Type.String({ maxLength: 200 })

export const BundleWish = object({
  /** Of title and description. */
  language: Language,
  title: Title,
  description: RichText,
  translations: Type.Array(object({ language: Language, title: Title, description: RichText }), { maxItems: 8 }),
  /** A picture of the media store; null: that of the first item. */
  coverImageId: nullable(Id),
  /** The end of its address. */
  slug: Type.String({ maxLength: 160 }),
  /** Of the whole bundle, in fen. */
  price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** Of the own paid items in it, in order. */
  itemIds: Type.Array(Id, { maxItems: mostBundleItems }),
  /** With their offset from UTC; null: no bound. */
  soldFrom: nullable(Type.String({ maxLength: 40 })),
  soldUntil: nullable(Type.String({ maxLength: 40 })),
  /** Everybody finds it; else only its owner. */
  published: Type.Boolean(),
})
export type BundleWish = Static<typeof BundleWish>

export const saveOwnBundle = endpoint('POST /api/learn/creator/bundle', {
  summary: 'Makes a bundle of own items under an id that the caller made, or changes one. Carts and orders keep theirs',
  access: 'author',
  body: object({
    id: Type.String({ pattern: '^bu_[0-9a-z]{26}$' }),
    /** `updatedTime` as it was read; null for a new one. Another by now is a conflict. */
    seen: nullable(Type.String({ maxLength: 40 })),
    ...BundleWish.properties,
  }),
  response: OwnBundle,
  errors: ['bad_request', 'not_found', 'conflict'],
})
