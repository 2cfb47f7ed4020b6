import { type Static, Type } from 'typebox'
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
