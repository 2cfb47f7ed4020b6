import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { Bundle } from './bundles.ts'

const Id = Type.String({ maxLength: 100 })

export const OwnBundle = object({
  bundle: Bundle,
  /** In the order in which they are to be learned. */
  items: Type.Array(object({ id: Type.String(), title: Type.String() })),
  /** Of the last save; the version that an edit is based on. Null: never edited here. */
  updatedTime: nullable(Type.String()),
})
export type OwnBundle = Static<typeof OwnBundle>

export const listOwnBundles = endpoint('GET /api/learn/creator/bundle/list', {
  summary: "The viewer's own bundles, newest first; pages count from 0",
  access: 'author',
  query: object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) }),
  response: object({
    results: Type.Array(OwnBundle),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
  }),
})

export const readOwnBundle = endpoint('GET /api/learn/creator/bundle/:id', {
  summary: 'One of the own bundles',
  access: 'author',
  params: object({ id: Id }),
  response: OwnBundle,
  errors: ['not_found'],
})

export const BundleWish = object({
  title: Type.String({ maxLength: 200 }),
  /** The end of its address. */
  slug: Type.String({ maxLength: 160 }),
  /** Of the whole bundle, in fen. */
  price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** Ids or slugs of the own paid items in it, in order. */
  itemIds: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
  /** On sale; else only its owner finds it. */
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
