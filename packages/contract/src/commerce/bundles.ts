import { type Static, Type } from 'typebox'
import { ItemCard, PublicUser } from '../catalog/items.ts'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'

/** Several items that are sold together. */
export const Bundle = object({
  id: Type.String(),
  title: Type.String(),
  /** Of the title. */
  language: Type.String(),
  slug: Type.String(),
  /** Whose it is. */
  userId: Type.String(),
  /** Duration of all its items, in minutes. */
  duration: Type.Integer(),
  recordCount: Type.Integer(),
  /** What its items cost one by one now, in fen. */
  originalAmount: Type.Integer(),
  /** What the bundle costs now, in fen. */
  originBundlePrice: Type.Integer(),
  thumbnail: object({ url: nullable(Type.String()) }),
  status: oneOf('published', 'unPublished', 'downgraded'),
  /** Whether every item is on sale and has the owner that it had when it was put into the bundle. */
  isWhole: Type.Boolean(),
  /** The time in which it is sold while it is published; null: no bound. */
  soldFrom: nullable(Type.String()),
  soldUntil: nullable(Type.String()),
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

export const readBundle = endpoint('GET /api/learn/cn/bundle/:slug', {
  summary: 'A bundle that is on sale, with the items in it that the viewer may see',
  access: 'public',
  params: object({ slug: Type.String({ maxLength: 160 }) }),
  response: object({
    /** In the reader's language where it has been translated. */
    bundle: Bundle,
    /** HTML in the language of the title; empty: none. */
    description: Type.String(),
    /** In the order in which they are to be learned. */
    itemIds: Type.Array(Type.String()),
    tutorialMap: Type.Record(Type.String(), ItemCard),
    userMap: Type.Record(Type.String(), PublicUser),
    /** What prices were compared with. */
    asOf: Type.String(),
  }),
  errors: ['not_found'],
})
