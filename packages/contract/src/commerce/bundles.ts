import { type Static, Type } from 'typebox'
import { ItemCard, PublicUser } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

/** Several items that are sold together. */
export const Bundle = object({
  id: Type.String(),
  title: Type.String(),
  slug: Type.String(),
  /** Whose it is. */
  userId: Type.String(),
  /** Of all its items, in minutes. */
  duration: Type.Integer(),
  recordCount: Type.Integer(),
  /** What its items cost one by one, in fen. */
  originalAmount: Type.Integer(),
  /** What the bundle costs now, in fen. */
  originBundlePrice: Type.Integer(),
  thumbnail: object({ url: nullable(Type.String()) }),
  status: oneOf('published', 'unPublished', 'downgraded'),
})
export type Bundle = Static<typeof Bundle>

export const getBundleMap = endpoint('GET /api/learn/cn/bundleMap', {
  summary: 'Bundles by id, for the cards of content-managed pages; pages count from 1',
  access: 'public',
  query: object({
    /** A JSON list of ids. */
    ids: Type.String({ maxLength: 8000 }),
    pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: object({
    bundleMap: Type.Record(Type.String(), Bundle),
    pageNumber: Type.Integer(),
    pageSize: Type.Integer(),
  }),
  errors: ['bad_request'],
})

const Id = Type.String({ maxLength: 100 })

export const readBundle = endpoint('GET /api/learn/cn/bundle/:slug', {
  summary: 'A bundle that is on sale, with the items in it that everybody finds; its owner finds it in any state',
  access: 'public',
  params: object({ slug: Type.String({ maxLength: 160 }) }),
  response: object({
    bundle: Bundle,
    /** In the order in which they are to be learned. */
    itemIds: Type.Array(Type.String()),
    tutorialMap: Type.Record(Type.String(), ItemCard),
    userMap: Type.Record(Type.String(), PublicUser),
    /** What prices were compared with. */
    asOf: Type.String(),
  }),
  errors: ['not_found'],
})

export const listOwnBundles = endpoint('GET /api/learn/creator/bundle/list', {
  summary: "The viewer's own bundles, newest first; learning admins find everybody's",
  access: 'creator',
  response: object({
    bundles: Type.Array(Bundle),
    bundleItems: Type.Record(Type.String(), Type.Array(Type.String())),
    itemMap: Type.Record(Type.String(), ItemCard),
  }),
})

export const BundleWish = object({
  /** Absent: a new one. */
  id: Type.Optional(Id),
  title: Type.String({ maxLength: 500 }),
  slug: Type.String({ maxLength: 200 }),
  language: Type.String({ maxLength: 10 }),
  thumbnailUrl: nullable(Type.String({ maxLength: 500 })),
  /** In fen. */
  price: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** Paid items of which the viewer is a maker, in order; at least two. */
  itemIds: Type.Array(Id, { maxItems: 50 }),
  published: Type.Boolean(),
})
export type BundleWish = Static<typeof BundleWish>

export const saveOwnBundle = endpoint('POST /api/learn/creator/bundle', {
  summary: 'Makes or changes an own bundle; what was bought of it stays bought',
  access: 'creator',
  body: BundleWish,
  response: object({ bundle: Bundle }),
  errors: ['bad_request', 'not_found', 'conflict'],
})
