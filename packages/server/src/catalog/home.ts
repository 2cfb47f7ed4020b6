import type { getHomeRank, getHomeSlides, HomeSlide, Rank } from '@lantern/contract/catalog/home.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'
import { itemCards } from './items.ts'
import { nameOf } from './reference.ts'

interface RankRow {
  rank: 'A' | 'B' | 'C'
  titles: Record<string, string>
  more_url: string | null
  utm_source: string
  utm_medium: string
  utm_campaign: string
  item_ids: string[]
}

/** The editors' lists in a content language. A list without any item that can be shown is null. */
export async function readHomeRank(db: Db, viewer: Viewer, language: string): Promise<ResponseOf<typeof getHomeRank>> {
  const { rows } = await sql<RankRow>`
    select rank, titles, more_url, utm_source, utm_medium, utm_campaign, item_ids from rankings
    where language = ${language} order by rank`.execute(db)
  const cards = await itemCards(db, viewer, [...new Set(rows.flatMap(({ item_ids }) => item_ids))])
  const rankOf = (wanted: RankRow['rank']): Rank | null => {
    const row = rows.find(({ rank }) => rank === wanted)
    const ids = row?.item_ids.filter((id) => cards.itemMap[id]) ?? []
    if (!row || ids.length === 0) return null
    return {
      Title: nameOf({ id: row.rank, names: row.titles }, language),
      More: row.more_url,
      ids,
      utm_source: row.utm_source,
      utm_medium: row.utm_medium,
      utm_campaign: row.utm_campaign,
    }
  }
  const rankItemMap: ResponseOf<typeof getHomeRank>['rankItemMap'] = {}
  for (const item of cards.items) {
    const stats = cards.statsMap[item.id]
    if (stats) rankItemMap[item.id] = { item, stats, author: cards.userMap[item.authorId] ?? null }
  }
  return { rankA: rankOf('A'), rankB: rankOf('B'), rankC: rankOf('C'), rankItemMap }
}

/** The slides of a content language, and the two figures that the tiles of the home page show. */
export async function readHomeSlides(db: Db, language: string, now: Date): Promise<ResponseOf<typeof getHomeSlides>> {
  const { rows } = await sql<{ slides: HomeSlide[]; free: number; discount_end: Date | null }>`
    select
      coalesce((select json_agg(json_build_object('kicker', h.kicker, 'title', h.title, 'text', h.body,
        'imageUrl', h.image_url, 'actions', h.actions) order by h.position)
        from home_slides h where h.language = ${language}), '[]') as slides,
      (select count(*)::integer from items where type = 'tutorial' and language = ${language} and status = 'published'
        and not hidden and not premium and not with_pay and learn_option_type = 'other') as free,
      (select min(discount_end) from items where discount_fen is not null and discount_start <= ${now}
        and discount_end > ${now} and status = 'published' and not hidden and language = ${language}) as discount_end
    `.execute(db)
  const row = rows[0]
  return {
    slides: row?.slides ?? [],
    freeCount: row?.free ?? 0,
    discountEndDate: row?.discount_end?.toISOString() ?? null,
  }
}
