import { type Static, Type } from 'typebox'
import { endpoint, nullable, object } from '../endpoint.ts'
import { ItemCard, ItemStats, PublicUser } from './items.ts'

/** An editors' list on the home page; the field names are the ones the specification gives. */
export const Rank = object({
  Title: Type.String(),
  More: nullable(Type.String()),
  ids: Type.Array(Type.String()),
  utm_source: Type.String(),
  utm_medium: Type.String(),
  utm_campaign: Type.String(),
})
export type Rank = Static<typeof Rank>

export const RankItem = object({ item: ItemCard, stats: ItemStats, author: nullable(PublicUser) })
export type RankItem = Static<typeof RankItem>

export const getHomeRank = endpoint('GET /api/learn/cn/home/rank', {
  summary: 'The ranking lists A, B and C of the home page',
  access: 'public',
  query: object({ locale: Type.Optional(Type.String({ maxLength: 8 })) }),
  response: object({
    rankA: nullable(Rank),
    rankB: nullable(Rank),
    rankC: nullable(Rank),
    rankItemMap: Type.Record(Type.String(), RankItem),
  }),
})

export const getHomeTiles = endpoint('GET /api/learn/cn/home/tiles', {
  summary: 'The figures that the menu tiles of the home page show',
  access: 'public',
  query: object({ locale: Type.Optional(Type.String({ maxLength: 8 })) }),
  response: object({
    freeCount: Type.Integer(),
    /** When the next running discount ends; null when none runs. */
    discountEndDate: nullable(Type.String()),
  }),
})
