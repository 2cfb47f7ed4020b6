import * as contract from '@lantern/contract/webhooks/webhooks.ts'
import { requireRole } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { readDeliveries, replay, sendTest } from './deliveries.ts'
import { endWebhook, keepWebhook, readWebhooks, renewSecret, switchOnOff } from './webhooks.ts'

/** All of it for the admins of the organisation. */
export function webhookRoutes(app: App): void {
  route(app, contract.listWebhooks, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return { webhooks: await readWebhooks(services, params.id) }
  })

  route(app, contract.saveWebhook, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return keepWebhook(services, viewer, params.id, body)
  })

  route(app, contract.renewWebhookSecret, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return renewSecret(services, viewer, { organisationId: params.id, webhookId: body.webhookId })
  })

  route(app, contract.switchWebhook, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await switchOnOff(services, viewer, { organisationId: params.id, webhookId: body.webhookId }, body.on)
    return { success: true }
  })

  route(app, contract.removeWebhook, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await endWebhook(services, viewer, { organisationId: params.id, webhookId: body.webhookId })
    return { success: true }
  })

  route(app, contract.listDeliveries, ({ services, viewer, params, query }) => {
    requireRole(viewer, params.id, 'admin')
    return readDeliveries(services.db, params.id, query)
  })

  route(app, contract.testWebhook, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return sendTest(services, { organisationId: params.id, webhookId: body.webhookId })
  })

  route(app, contract.replayDeliveries, ({ services, viewer, params, body: { webhookId, ...wish } }) => {
    requireRole(viewer, params.id, 'admin')
    return replay(services, { organisationId: params.id, webhookId }, wish)
  })
}
