import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'

const dayMs = 86_400_000
// the demo's messages stay readable for a while
const outboxDays = 7

/** Every night, expired rows go. Nothing depends on it: every reader of such a row checks its time. */
export function sweepNightly(services: Services): void {
  services.jobs.daily('identity.sweep', () => sweep(services, services.clock.now()))
}

export async function sweep({ db }: Pick<Services, 'db'>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const table of [
    'sessions',
    'authorization_requests',
    'school_departures',
    'captcha_solutions',
    'email_confirmations',
  ])
    await deleteInBatches(db, table, sql`expires_at <= ${now}`)
  // far older than any act still asks for
  await deleteInBatches(db, 'phone_proofs', sql`proved_at <= ${before(1)}`)
  // a day longer than a code lives: the row also says when the next one may go out
  await deleteInBatches(db, 'sms_codes', sql`expires_at <= ${before(1)}`)
  // no window is longer than a day, and one that began two days ago is over for certain
  await deleteInBatches(db, 'rate_limits', sql`window_start <= ${before(2)}`)
  await deleteInBatches(db, 'outbox_messages', sql`sent_at <= ${before(outboxDays)}`)
}
