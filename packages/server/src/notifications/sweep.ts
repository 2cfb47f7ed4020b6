import { keptDays } from '@lantern/contract/notifications/channels.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'

const batch = 1_000

/** Every night, what is older than `keptDays` goes, a bounded batch in each transaction. */
export function dropOldNotifications({ db, jobs, clock }: Services): void {
  jobs.daily('notifications.sweep', async () => {
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from notifications where id in (
          select id from notifications where created_at < ${before} order by created_at limit ${batch})`.execute(db)
      if (numAffectedRows < BigInt(batch)) return
    }
  })
}
