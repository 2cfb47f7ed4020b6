import { sql } from 'kysely'
import { deleteInBatches } from './delete-in-batches.ts'
import { type Db, inTransaction } from './sql.ts'

// Tables that are partitioned by month: migrations/20261122T1520_months.sql.

const monthsAhead = 3

interface ByMonth {
  table: string
  column: string
}

/** Makes the partitions of this month and the next ones, of every table that is partitioned by month. */
export async function makeMonths(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<ByMonth>`
    select c.relname as table, a.attname as column
    from pg_partitioned_table t join pg_class c on c.oid = t.partrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = t.partattrs[0]
    where c.relnamespace = 'public'::regnamespace order by c.relname`.execute(db)
  for (const { table, column } of rows) {
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      await inTransaction(db, async (trx) => {
        // people who write wait no longer than this; the next night tries again, and `_other` takes what comes till then
        await sql`set local lock_timeout = '5s'`.execute(trx)
        await sql`select make_month(${table}, ${column}, ${first.toISOString().slice(0, 10)}::date)`.execute(trx)
      })
    }
  }
}

/** Forgets what is older than a moment: months that are over with their partitions, the rest in batches. */
export async function dropRowsBefore(db: Db, { table, column }: ByMonth, before: Date): Promise<void> {
  const { rows } = await sql<{ name: string; over: boolean }>`
    select 'months.' || c.relname as name, coalesce(
      to_date(substring(c.relname from '\\d{4}_\\d{2}$'), 'YYYY_MM') + interval '1 month'
        <= ${before}::timestamptz at time zone 'UTC', false) as over
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${table})`.execute(db)
  for (const { name, over } of rows) {
    if (!over) await deleteInBatches(db, name, sql`${sql.ref(column)} < ${before}`)
    else
      await inTransaction(db, async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx)
        await sql`drop table ${sql.table(name)}`.execute(trx)
      })
  }
}
