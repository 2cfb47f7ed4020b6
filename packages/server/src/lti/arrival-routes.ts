import * as contract from '@lantern/contract/lti/arrivals.ts'
import { refuse } from '#kit/errors.ts'
import { type App, httpRoute, route } from '#kit/route.ts'
import { readArrival } from './arrivals.ts'
import { enterWithTicket } from './enter.ts'
import { boundAccount } from './people.ts'

/** Where somebody says as whom they go on. */
export function arrivalRoutes(app: App): void {
  route(app, contract.getLtiArrival, async ({ services, viewer, params }) => {
    const arrival = await readArrival(services, params.ticket)
    if (!arrival) throw refuse('lti_refused')
    const { platform, launch } = arrival
    const { name } = await services.db
      .selectFrom('organisations')
      .select('name')
      .where('id', '=', platform.organisationId)
      .executeTakeFirstOrThrow()
    return {
      platform: platform.name,
      organisation: name,
      name: launch.name,
      mayBind: (await boundAccount(services.db, platform.id, launch.subject)) === null,
      ownName: viewer.kind === 'user' ? viewer.name : null,
    }
  })

  httpRoute(app, contract.enterLtiArrival, async ({ services, viewer, params, body, request, reply }) => {
    if (!body.bind) return { path: await enterWithTicket(services, { request, reply }, params.ticket) }
    if (viewer.kind !== 'user') throw refuse('login_required')
    const arrival = await readArrival(services, params.ticket)
    if (!arrival) throw refuse('lti_refused')
    const bound = await boundAccount(services.db, arrival.platform.id, arrival.launch.subject)
    if (bound !== null && bound !== viewer.id) throw refuse('conflict')
    return { path: await enterWithTicket(services, { request, reply }, params.ticket, viewer.id) }
  })
}
