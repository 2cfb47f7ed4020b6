import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'

const itemsAtOnce = 500

/** Every minute, the changes of figures are added to the figures that lists and search read. */
export function foldFiguresByTheMinute({ jobs, db }: Services): void {
  jobs.everyMinute('catalog.fold_figures', async () => {
    while ((await foldSome(db)) === itemsAtOnce);
  })
}

/** How many items had changes that are added now. */
function foldSome(db: Db): Promise<number> {
  return inTransaction(db, async (trx) => {
    // one process at a time: a figure that falls may not be added before the one that rose, which 0 would stop
    await sql`select pg_advisory_xact_lock(hashtext('item figures'))`.execute(trx)
    // one snapshot: what is deleted is what the view had counted
    const { rows } = await sql<{ items: number }>`
      with changed as (
        select item_id from item_stat_changes group by item_id order by item_id limit ${itemsAtOnce}
      ), folded as (
        update item_stats s set record_count = f.record_count, rating_sum = f.rating_sum, rating_count = f.rating_count,
          comment_count = f.comment_count, collect_count = f.collect_count, like_count = f.like_count, rating_spread = f.rating_spread
        from changed join item_figures f on f.item_id = changed.item_id
        where s.item_id = changed.item_id
      ), gone as (
        delete from item_stat_changes c using changed where c.item_id = changed.item_id
      )
      select count(*)::integer as items from changed`.execute(trx)
    return rows[0]?.items ?? 0
  })
}
