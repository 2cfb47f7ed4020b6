import * as contract from '@lantern/contract/xapi/credentials.ts'
import * as settings from '@lantern/contract/xapi/record-settings.ts'
import { clientTokenRoute, createClient, readClients, requireRole, revokeClient } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { type OtherKeys, storePath } from './credentials.ts'
import { profileRoutes } from './profile.ts'
import { changeSettings, readSettings, removeForward, retryForward, saveForward } from './record-settings.ts'
import { storeRoutes } from './store-routes.ts'

interface XapiParts {
  /** Keys that domains above give. */
  otherKeys: OtherKeys
}

const service = 'xapi'

export async function xapiRoutes(app: App, { otherKeys }: XapiParts): Promise<void> {
  route(app, contract.listXapiCredentials, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return {
      address: `${services.config.publicUrl}${storePath}`,
      credentials: await readClients(services, { organisationId: params.id, service }),
    }
  })

  route(app, contract.createXapiCredential, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return createClient(services, viewer, { organisationId: params.id, service, name: body.name })
  })

  route(app, contract.revokeXapiCredential, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await revokeClient(services, viewer, { organisationId: params.id, service, clientId: body.credentialId })
    return { success: true }
  })

  route(app, settings.getRecordSettings, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readSettings(services, params.id)
  })

  route(app, settings.changeRecordSettings, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await changeSettings(services, viewer, params.id, body)
    return { success: true }
  })

  route(app, settings.saveRecordForward, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await saveForward(services, viewer, params.id, body)
    return { success: true }
  })

  route(app, settings.retryRecordForward, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    await retryForward(services, params.id)
    return { success: true }
  })

  route(app, settings.removeRecordForward, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    await removeForward(services, viewer, params.id)
    return { success: true }
  })

  profileRoutes(app)
  await storeRoutes(app, otherKeys)
  await clientTokenRoute(app, { service, path: `${storePath}/oauth/token`, realm: 'xAPI', unnamed: ['all'] })
}
