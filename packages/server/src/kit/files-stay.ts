import { NotYet } from './jobs.ts'
import { type Db, runSql } from './sql.ts'

/** Lock held while a backup is written: files that its database snapshot names must not be deleted meanwhile. */
export const filesStayLock = 727_004

/**
 * For work that deletes files whose rows are gone, before it begins. While a backup is being written the work comes
 * later: the backup may still have the rows. Rows that went before this was asked are not in a backup that begins after.
 */
export async function requireFilesMayGo(db: Db): Promise<void> {
  const [row] = await runSql(db, 'select pg_try_advisory_xact_lock_shared($1) as free', [filesStayLock])
  if (!row?.free) throw new NotYet('A backup is being written')
}
