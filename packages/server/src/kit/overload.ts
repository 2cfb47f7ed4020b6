import underPressure from '@fastify/under-pressure'
import { refuse } from './errors.ts'
import type { App } from './route.ts'

/** Mean lateness of the event loop over a second; a request that comes now would wait about this long. */
const maxEventLoopDelayMs = 3_000

/**
 * Refuses early when the process cannot keep up: a late answer helps nobody and makes the next one later still. Health
 * probes must see the process itself and stay answered; so do the files of a page that was answered, because without
 * them it cannot be used.
 */
export async function refuseWhenOverloaded(app: App): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    async pressureHandler({ url }) {
      if (!isAlwaysAnswered(url)) throw refuse('unavailable', { retryAfterSeconds: 5 })
    },
  })
}

function isAlwaysAnswered(url: string): boolean {
  return ['/healthz', '/readyz', '/metrics'].includes(url) || url.startsWith('/assets/')
}
