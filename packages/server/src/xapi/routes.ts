import * as contract from '@lantern/contract/xapi/credentials.ts'
import { requireRole } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { createCredential, type OtherKeys, readCredentials, revokeCredential } from './credentials.ts'
import { storeRoutes } from './store-routes.ts'

interface XapiParts {
  /** Keys that domains above give. */
  otherKeys: OtherKeys
}

export async function xapiRoutes(app: App, { otherKeys }: XapiParts): Promise<void> {
  route(app, contract.listXapiCredentials, ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return readCredentials(services, params.id)
  })

  route(app, contract.createXapiCredential, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return createCredential(services, viewer, { organisationId: params.id, name: body.name })
  })

  route(app, contract.revokeXapiCredential, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await revokeCredential(services, viewer, { organisationId: params.id, credentialId: body.credentialId })
    return { success: true }
  })

  await storeRoutes(app, otherKeys)
}
