import type { FastifyReply } from 'fastify'
import type { App } from '#kit/route.ts'
import { fetchKey, fetchPath } from './cmi5-launch.ts'

/**
 * Where a unit gets the key of its visit (cmi5, 8.2): once, with the address alone, from any origin. Both answers are 200,
 * as the specification wants it.
 */
export function cmi5Routes(app: App): void {
  const options = { schema: { hide: true }, config: { isForAll: true, takesNoCookies: true } }
  const url = `${fetchPath}/:token`

  app.options(url, options, (_request, reply) => open(reply).status(204).send())

  app.post<{ Params: { token: string } }>(url, options, async ({ params }, reply) => {
    const key = await fetchKey(app.services, params.token)
    const answer =
      key === null ? { 'error-code': '1', 'error-text': 'The key was fetched before' } : { 'auth-token': key }
    return open(reply).type('application/json').send(JSON.stringify(answer))
  })
}

function open(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type',
    'cache-control': 'no-store',
  })
}
