import * as contract from '@lantern/contract/lti/platforms.ts'
import { requireRole } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { readPlatforms, removePlatform, savePlatform } from './platforms.ts'

export function ltiRoutes(app: App): void {
  route(app, contract.listLtiPlatforms, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return { platforms: await readPlatforms(services, params.id) }
  })

  route(app, contract.saveLtiPlatform, ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return savePlatform(services, viewer, params.id, body)
  })

  route(app, contract.removeLtiPlatform, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    await removePlatform(services, viewer, { organisationId: params.id, platformId: body.platformId })
    return { success: true }
  })
}
