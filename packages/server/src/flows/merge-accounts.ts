import { absorbEngagement } from '#analytics/index.ts'
import { absorbAuthor } from '#authoring/index.ts'
import { absorbEditor } from '#cms/index.ts'
import { absorbBuyer, absorbSeller } from '#commerce/index.ts'
import { absorbReporter } from '#community/index.ts'
import { type AccountMerge, absorbAccount, endSessions, lockForMerge } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { absorbLearner } from '#learning/index.ts'
import { absorbReminders } from '#live/index.ts'
import { absorbAttachments, absorbViewer } from '#media/index.ts'
import { absorbListener } from '#notifications/index.ts'
import { absorbAttempts } from '#quiz/index.ts'

const leftoversJob = 'identity.absorb_leftovers'

/**
 * Makes one account of two in one transaction, by the rules of docs/decisions/012-merging-accounts.md. False when the
 * one to be emptied is gone already.
 */
export async function mergeAccounts(
  services: Pick<Services, 'db' | 'events' | 'jobs' | 'text'>,
  trx: Trx,
  merge: AccountMerge,
  now: Date,
): Promise<boolean> {
  if (!(await lockForMerge(trx, merge))) return false
  await endSessions(services, trx, { userId: merge.from, reason: 'replaced' }, now)
  await absorbLearning(trx, merge, now)
  await absorbAccount(services, trx, merge, now)
  await services.jobs.send(trx, leftoversJob, { ...merge })
  return true
}

/**
 * An act that was on its way while the accounts were merged lands on the emptied one a moment later. It is fetched from
 * there; what was brought over before is not there any more, so nothing counts twice.
 */
export function absorbLeftovers(services: Services): void {
  services.jobs.define(leftoversJob, async (batch) => {
    for (const { from, into } of batch) {
      if (typeof from !== 'string' || typeof into !== 'string') continue
      await inTransaction(services.db, (trx) => absorbLearning(trx, { from, into }, services.clock.now()))
    }
  })
}

async function absorbLearning(trx: Trx, merge: AccountMerge, now: Date): Promise<void> {
  await absorbLearner(trx, merge, now)
  await absorbAttempts(trx, merge)
  await absorbAuthor(trx, merge)
  await absorbEditor(trx, merge)
  await absorbSeller(trx, merge)
  await absorbBuyer(trx, merge)
  await absorbReporter(trx, merge)
  await absorbListener(trx, merge)
  await absorbReminders(trx, merge)
  await absorbAttachments(trx, merge)
  await absorbEngagement(trx, merge)
  await absorbViewer(trx, merge)
}
