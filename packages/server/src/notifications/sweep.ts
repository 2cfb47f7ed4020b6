import { keptDays } from '@lantern/contract/notifications/channels.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'

/** Every night, what is older than `keptDays` goes, a bounded batch in each transaction. */
export function dropOldNotifications({ db, jobs, clock }: Services): void {
  jobs.daily('notifications.sweep', async () => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
    await deleteInBatches(db, 'notifications', sql`created_at < ${before}`)
  })
}
