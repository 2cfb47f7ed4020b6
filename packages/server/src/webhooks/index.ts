import { deliveriesKeptDays } from '@lantern/contract/webhooks/webhook-types.ts'
import { sql } from 'kysely'
import { deleteInBatches } from '#kit/delete-in-batches.ts'
import type { Services } from '#kit/services.ts'
import { collectMessages } from './collect.ts'
import { sendMessages } from './send.ts'

export { webhookPersonalData } from './personal-data.ts'
export { rememberDeliveries } from './remember-delivery.ts'
export { webhookRoutes } from './routes.ts'
export { webhookOff } from './switch-off.ts'
export { keepWebhook } from './webhooks.ts'

/** Organisations' servers are told of what happens, and the log of it is forgotten after its time. */
export function keepWebhooks(services: Services): void {
  collectMessages(services)
  sendMessages(services)
  services.jobs.daily('webhooks.forget', async () => {
    const oldest = new Date(services.clock.now().getTime() - deliveriesKeptDays * 86_400_000)
    await deleteInBatches(services.db, 'webhook_messages', sql`at < ${oldest}`)
  })
}
