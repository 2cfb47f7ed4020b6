import { catalogChanged } from '@lantern/contract/catalog/events.ts'
import { type RankName, rankings } from '@lantern/contract/catalog/rankings.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ComputedRanking, foundByAll, keptOfRanking, putRankings } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'

/** The rankings of the home page are computed anew every night. */
export function rankNightly(services: Services): void {
  services.jobs.daily('learning.rankings', () => computeRankings(services))
}

/**
 * Counts what people learn into the rankings of every content language. Where few people learned in the time that
 * counts, those with most learners of all time follow.
 */
export async function computeRankings({ db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>): Promise<void> {
  const now = clock.now()
  const since = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await inTransaction(db, async (trx) => {
    // all records of the site may be read
    await sql`set local statement_timeout = 0`.execute(trx)
    const computed = new Map<RankName, ComputedRanking>([
      ['A', await mostLearned(trx, sql`r.updated_time >= ${since(rankings.A.days)}`, sql`true`)],
      ['B', await mostLearned(trx, sql`r.started_at >= ${since(rankings.B.days)}`, sql`i.skill_level = 'beginner'`)],
      ['C', await bestRated(trx)],
    ])
    await putRankings(trx, computed)
    await events.emit(trx, catalogChanged, { reason: 'rankings' })
  })
}

const isListed = sql`i.type = 'tutorial' and ${foundByAll()}`

function mostLearned(trx: Trx, when: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<ComputedRanking> {
  return ranked(
    trx,
    sql`
      select i.language, i.id, row_number() over (
        partition by i.language order by coalesce(l.learners, 0) desc, s.record_count desc, i.id) as place
      from items i
      join item_stats s on s.item_id = i.id
      left join (
        select r.item_id, count(*) as learners from records r where r.type = 'tutorial' and ${when} group by r.item_id
      ) l on l.item_id = i.id
      where ${isListed} and ${which}`,
  )
}

/** A few votes say little: each item is given five votes of the average besides its own. */
function bestRated(trx: Trx): Promise<ComputedRanking> {
  return ranked(
    trx,
    sql`
      select i.language, i.id, row_number() over (
        partition by i.language
        order by (s.rating_sum + 5 * a.average) / (s.rating_count + 5) desc, s.rating_count desc, i.id) as place
      from items i
      join item_stats s on s.item_id = i.id
      cross join (select sum(rating_sum)::numeric / greatest(sum(rating_count), 1) as average from item_stats) a
      where ${isListed} and s.rating_count >= ${rankings.C.leastRatings}`,
  )
}

async function ranked(trx: Trx, places: RawBuilder<unknown>): Promise<ComputedRanking> {
  const { rows } = await sql<{ language: string; ids: string[] }>`
    select language, array_agg(id order by place) as ids from (${places}) places
    where place <= ${keptOfRanking} group by language`.execute(trx)
  return new Map(rows.map(({ language, ids }) => [language, ids]))
}
