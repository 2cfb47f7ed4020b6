import { refuse } from './errors.ts'
import type { App } from './route.ts'

export interface Readiness {
  /** Set once shutdown began: load balancers should look elsewhere while the last requests finish. */
  closing: boolean
}

/** Below this PostgreSQL itself is about to stop. */
const leastRoomBytes = 64 * 1024 * 1024

/** `/healthz`: the process is up. `/readyz`: it can serve, or why not. `/metrics`: Prometheus, loopback or token only. */
export function healthRoutes(app: App, readiness: Readiness): void {
  const { config, databaseWatch, disks, metrics } = app.services
  metrics.addProcess()

  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'up' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const reason = readiness.closing ? 'shutting down' : ((await databaseWatch.problem()) ?? (await diskProblem()))
    if (reason) return reply.status(503).header('retry-after', 2).send({ status: 'not ready', reason })
    return { status: 'ready' }
  })

  async function diskProblem(): Promise<string | null> {
    const full = (await disks()).filter(({ freeBytes }) => freeBytes < leastRoomBytes)
    return full.length > 0 ? `the disk is full (${full.map(({ what }) => what).join(', ')})` : null
  }

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '')
    const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
    const mayRead = config.metricsToken ? token === config.metricsToken : isLoopback && !config.trustProxy
    if (!mayRead) throw refuse('not_found')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
