import { preferenceCookie } from '@lantern/contract/analytics/engagement-rules.ts'
import { sendEvents } from '@lantern/contract/analytics/events.ts'
import { refuse } from '#kit/errors.ts'
import { type App, httpRoute } from '#kit/route.ts'
import { keepEvents } from './engagement.ts'
import { EventRates } from './event-rates.ts'

export function analyticsRoutes(app: App): void {
  const rates = new EventRates()

  httpRoute(app, sendEvents, async ({ services, viewer, body, request }) => {
    const userId = viewer.kind === 'user' ? viewer.id : null
    if (!rates.mayTell(userId, request.ip, services.clock.now())) throw refuse('rate_limited')
    const events = Array.isArray(body.data) ? body.data : [{ ...body, data: body.data }]
    return { accepted: await keepEvents(services, { viewer, preference: request.cookies[preferenceCookie], events }) }
  })
}
