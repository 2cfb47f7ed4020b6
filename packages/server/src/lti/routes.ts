import { getLtiChoice, makeLtiChoice } from '@lantern/contract/lti/choices.ts'
import * as contract from '@lantern/contract/lti/platforms.ts'
import { listRosterSources, readRosterSource } from '@lantern/contract/lti/rosters.ts'
import { listLtiScores } from '@lantern/contract/lti/scores.ts'
import { requireRole } from '#identity/index.ts'
import { type App, route } from '#kit/route.ts'
import { arrivalRoutes } from './arrival-routes.ts'
import { makeChoice, readChoice } from './choices.ts'
import { readSource, readSources } from './contexts.ts'
import { serveFrames } from './frames.ts'
import { launchRoutes } from './launch-routes.ts'
import { readPlatforms, removePlatform, savePlatform } from './platforms.ts'
import { registerRoutes } from './register-routes.ts'
import { offerRegistration } from './registrations.ts'
import { readScores } from './score-log.ts'
import { stepRoutes } from './step-routes.ts'
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

  route(app, contract.offerLtiRegistration, async ({ services, viewer, params, body }) => {
    requireRole(viewer, params.id, 'admin')
    return {
      url: await offerRegistration(services, viewer, { organisationId: params.id, platformId: body.platformId }),
    }
  })

  route(app, listRosterSources, async ({ services, viewer, params }) => ({
    sources: await readSources(services, viewer, params.classId),
  }))

  route(app, readRosterSource, ({ services, viewer, params, body }) =>
    readSource(services, viewer, params.classId, body),
  )

  await registerRoutes(app)
  toolCalls(app)
  stepRoutes(app)
  await toolRoutes(app)
  arrivalRoutes(app)
  await launchRoutes(app)
}
