import type { getHomeRank, Rank } from '@lantern/contract/catalog/home.ts'
import { type RankName, rankings, rankLength, rankNames } from '@lantern/contract/catalog/rankings.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { contentLanguage, type Locale } from '@lantern/contract/locales.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { peopleIn } from './item-row.ts'
import { itemCards } from './items.ts'
import { isOfLists, readingListsOf } from './reference.ts'

/** Item ids of one ranking by content language, best first. */
export type ComputedRanking = ReadonlyMap<string, readonly string[]>

/** Which of these items the viewer has finished: asked of learning, which keeps the records. */
export type CompletedAmong = (db: Db, viewer: Viewer, itemIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Kept besides those that are shown: some of them may be taken back before the next night. */
export const keptOfRanking = 20

/**
 * The rankings for readers of a locale: what editors pinned in their order, then the computed ones. What
 * one shows comes last in the others, and what the viewer has finished in none. One without any item is null.
 */
export async function readHomeRank(
  { db, text }: Pick<Services, 'db' | 'text'>,
  viewer: Viewer,
  locale: Locale,
  completedAmong: CompletedAmong,
): Promise<ResponseOf<typeof getHomeRank>> {
  const lists = await readingListsOf(db, locale)
  const { rows } = await sql<{ rank: RankName; id: string; computed: number }>`
    select rank, i.id, computed from (
      select right(list, 1) as rank, item_id, language, 0 as computed, position from featured_items
      where list like 'rank_'
      union all
      select rank, item_id, language, 1, position from ranking_items
    ) placed join items i on i.id = item_id and i.language = placed.language
    where ${isOfLists(lists)}
    order by rank, computed, position, (i.language = ${lists.own}) desc`.execute(db)
  const cards = await itemCards(db, viewer, [...new Set(rows.map(({ id }) => id))])
  const authors = peopleIn(cards.userMap, contentLanguage(locale))
  const rankItemMap: ResponseOf<typeof getHomeRank>['rankItemMap'] = {}
  const done = await completedAmong(db, viewer, Object.keys(cards.itemMap))
  const taken = new Set<string>()
  const rankOf = (wanted: RankName): Rank | null => {
    const own = rows.filter(({ rank, id }) => rank === wanted && cards.itemMap[id] && !done.has(id))
    const isNew = ({ computed, id }: (typeof rows)[number]) => computed === 0 || !taken.has(id)
    // what another ranking shows already comes last: small sites have nothing else
    const ids = new Set([...own.filter(isNew), ...own.filter((row) => !isNew(row))].map(({ id }) => id))
    if (ids.size === 0) return null
    const shown = [...ids].slice(0, rankLength)
    for (const id of shown) taken.add(id)
    for (const id of shown) {
      const item = cards.itemMap[id]
      const stats = cards.statsMap[id]
      if (item && stats) rankItemMap[id] = { item, stats, author: authors[item.authorId] ?? null }
    }
    const { more, campaign } = rankings[wanted]
    return {
      Title: text(locale, `catalog.rank_${wanted}`),
      More: more,
      ids: shown,
      utm_source: 'lantern',
      utm_medium: 'home',
      utm_campaign: campaign,
    }
  }
  const [rankA, rankB, rankC] = rankNames.map(rankOf)
  return { rankA: rankA ?? null, rankB: rankB ?? null, rankC: rankC ?? null, rankItemMap }
}

/** Replaces the earlier computation. */
export async function putRankings(trx: Trx, computed: ReadonlyMap<RankName, ComputedRanking>): Promise<void> {
  // two workers that compute at once: the later one's lists are the lists, whole
  await sql`select pg_advisory_xact_lock(hashtext('ranking_items'))`.execute(trx)
  await sql`delete from ranking_items`.execute(trx)
  const rows = [...computed].flatMap(([rank, byLanguage]) =>
    [...byLanguage].flatMap(([language, ids]) =>
      ids.slice(0, keptOfRanking).map((item_id, position) => ({ rank, language, position, item_id })),
    ),
  )
  if (rows.length > 0) await trx.insertInto('ranking_items').values(rows).execute()
}
