import { endHad } from '#commerce/index.ts'
import { type AccountMerge, absorbAccount, endSessions, lockForMerge } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { mergePersons } from './personal-data.ts'

const leftoversJob = 'identity.absorb_leftovers'

/**
 * Makes one account of two in one transaction, by the rules of docs/decisions/012-merging-accounts.md. False when the
 * one to be emptied is gone already.
 */
export async function mergeAccounts(services: Services, trx: Trx, merge: AccountMerge, now: Date): Promise<boolean> {
  if (!(await lockForMerge(trx, merge))) return false
  await endSessions(services, trx, { userId: merge.from, reason: 'replaced' }, now)
  await mergePersons(trx, merge, now)
  // the one may have bought what the other was about to pay for
  await endHad(services, trx, merge.into)
  await absorbAccount(services, trx, merge, now)
  await services.jobs.send(trx, leftoversJob, { ...merge })
  return true
}

/**
 * An act that was on its way while the accounts were merged lands on the emptied one a moment later. It is fetched from
 * there; rows moved before are not there any more, so nothing counts twice.
 */
export function absorbLeftovers(services: Services): void {
  services.jobs.define(leftoversJob, async (batch) => {
    for (const { from, into } of batch) {
      if (typeof from !== 'string' || typeof into !== 'string') continue
      await inTransaction(services.db, (trx) => mergePersons(trx, { from, into }, services.clock.now()))
    }
  })
}
