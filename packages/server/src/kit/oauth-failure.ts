import { failureOf, forLog } from './failures.ts'
import type { SayFailure } from './program-addresses.ts'
import type { Services } from './services.ts'

/** What clients of OAuth read of a failure (RFC 6749, 5.2), at addresses where they ask for tokens or to be known. */
export function oauthFailure(services: Services): SayFailure {
  return (thrown, request, reply) => {
    const asked = { locale: 'en_US', log: request.log, ...forLog(request) } as const
    const { status, body, retryAfterSeconds } = failureOf(services, thrown, asked)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    const error = isPassing(status) ? 'temporarily_unavailable' : status < 500 ? 'invalid_request' : 'server_error'
    return reply.status(status).header('cache-control', 'no-store').send({ error, error_description: body.message })
  }
}

function isPassing(status: number): boolean {
  return status === 429 || status === 503
}
