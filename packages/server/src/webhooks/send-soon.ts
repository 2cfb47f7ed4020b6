import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'

/** Sends what waits for one address. */
export const sendJob = 'webhooks.send'

/** With the transaction that made it wait. */
export async function sendSoon(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Trx,
  webhookIds: Iterable<string>,
): Promise<void> {
  for (const webhookId of webhookIds) await jobs.send(trx, sendJob, { webhookId }, { key: webhookId })
}
