import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'

/** Days for which the lines of a file are kept: they name people. */
const keptDays = 30
/** Days for which it is told how a system outside was read. */
const keptRunDays = 90

export function sweepLists({ db, clock, jobs }: Services): void {
  jobs.daily('rosters.sweep_lists', async () => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
    const isOver = sql`made_at < ${before} and state <> 'importing'`
    // a list may have 100,000 lines, which would go with it in one statement
    await deleteInBatches(db, 'name_list_lines', sql`list_id in (select id from name_lists where ${isOver})`)
    await deleteInBatches(db, 'name_lists', isOver)
    const runsBefore = new Date(clock.now().getTime() - keptRunDays * 86_400_000)
    await deleteInBatches(db, 'oneroster_runs', sql`began_at < ${runsBefore}`)
  })
}
