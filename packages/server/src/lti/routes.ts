import { getLtiChoice, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import * as contract from '@lantern/contract/lti/platforms.ts'
import { listLtiScores } from '@lantern/contract/lti/scores.ts'
import { requireRole } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { arrivalRoutes } from './arrival-routes.ts'
import { makeChoice, readChoice } from './choices.ts'
import { serveFrames } from './frames.ts'
import { launchRoutes } from './launch-routes.ts'
import { readPlatforms, removePlatform, savePlatform } from './platforms.ts'
import { readScores } from './score-log.ts'
import { toolCalls, toolRoutes } from './tool-routes.ts'

export async function ltiRoutes(app: App): Promise<void> {
  serveFrames(app)
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

  route(app, listLtiScores, async ({ services, viewer, params }) => {
    requireRole(viewer, params.id, 'admin')
    return { scores: await readScores(services.db, params.id) }
  })

  route(app, getLtiChoice, ({ services, viewer, params, query }) => readChoice(services, viewer, params.ticket, query))

  route(app, makeLtiChoice, async ({ services, viewer, params, body }) => ({
    path: await makeChoice(services, viewer, params.ticket, body),
  }))

  toolCalls(app)
  await toolRoutes(app)
  arrivalRoutes(app)
  await launchRoutes(app)
}
