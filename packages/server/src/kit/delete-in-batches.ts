import { type RawBuilder, sql } from 'kysely'
import type { Db } from './sql.ts'

const rowsAtOnce = 1_000

/**
 * Deletes the rows of a table that a condition finds, a bounded number in each transaction: nobody waits for a night's
 * worth of them, and a run that breaks off goes on from where it was. `table` may name its schema.
 */
export async function deleteInBatches(db: Db, table: string, where: RawBuilder<unknown>): Promise<void> {
  for (let deleted = rowsAtOnce; deleted === rowsAtOnce; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${where} limit ${rowsAtOnce}))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
