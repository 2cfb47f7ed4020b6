import { refuse } from './errors.ts'
import type { App } from './route.ts'

const lookEveryMs = 500

/** Who comes now would wait about this long. */
const mostLateMs = 3_000

/**
 * Refuses early when the process cannot keep up: a late answer helps nobody and makes the next one later still. Health
 * is asked by machines that must not be fooled by it, and stays reachable; so do the files of a page that was answered,
 * because without them it cannot be used.
 */
export function refuseWhenOverloaded(app: App): void {
  const lateness = watchLateness()
  app.addHook('onClose', async () => lateness.stop())
  app.addHook('onRequest', async (request) => {
    if (lateness.ms() > mostLateMs && !isAlwaysAnswered(request.url))
      throw refuse('unavailable', { retryAfterSeconds: 5 })
  })
}

interface Lateness {
  /** How late the process was with what was due, twice in a row: one long pause is over when it is noticed. */
  ms(): number
  stop(): void
}

export function watchLateness(now = () => performance.now()): Lateness {
  let dueAt = now() + lookEveryMs
  let last = 0
  let lasting = 0
  const timer = setInterval(() => {
    const late = Math.max(0, now() - dueAt)
    dueAt = now() + lookEveryMs
    lasting = Math.min(late, last)
    last = late
  }, lookEveryMs)
  timer.unref()
  return { ms: () => lasting, stop: () => clearInterval(timer) }
}

function isAlwaysAnswered(url: string): boolean {
  return ['/healthz', '/readyz', '/metrics'].includes(url) || url.startsWith('/assets/')
}
