import underPressure from '@fastify/under-pressure'
import { refuse } from './errors.ts'
import type { App } from './route.ts'

/**
 * Refuses early when the process cannot keep up: a late answer helps nobody and makes the next one later still. Health
 * is asked by machines that must not be fooled by it, and stays reachable.
 */
export async function refuseWhenOverloaded(app: App): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 3_000,
    sampleInterval: 500,
    exposeStatusRoute: false,
    pressureHandler: (request) => {
      if (!['/healthz', '/readyz', '/metrics'].includes(request.url))
        throw refuse('unavailable', { retryAfterSeconds: 5 })
    },
  })
}
