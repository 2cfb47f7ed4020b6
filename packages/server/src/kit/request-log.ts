import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AnswerKind } from './metrics.ts'
import type { Services } from './services.ts'

export const requestIdHeader = 'x-request-id'

interface Answering {
  id: string
  kind: AnswerKind
  /** The pattern of the address: the address itself may name a person. */
  route: string
  /** By which token it was asked. */
  token?: string
}

// a field of the request: the garbage collector passes over a weak map of all requests at each of its runs
const answeringKey = Symbol('answering')

type Observed = IncomingMessage & { [answeringKey]?: Answering }

/**
 * In front of everything that answers: gives each request its id and, when it is over, its line in the log and its
 * place in the figures. The part that answers says what it was by `noteAnswer`, and writes the id into the answer.
 */
export function observed(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const answering: Answering = { id: givenId(request) ?? randomUUID(), kind: 'call', route: 'none' }
    ;(request as Observed)[answeringKey] = answering
    response.on('close', () => {
      const { id, kind, route, token } = answering
      const method = knownMethods.has(request.method ?? '') ? (request.method ?? '') : 'OTHER'
      // who went away before the answer was ready is told apart from who was answered
      const status = response.writableFinished ? response.statusCode : 'aborted'
      const ms = performance.now() - startedAt
      metrics.requests.observe({ kind, method, route, status }, ms / 1000)
      const line = { id, method, route, status, ms: Math.round(ms * 10) / 10, ...(token && { token }) }
      // machines ask every few seconds how we are; a line would cost a kept page a third more
      if (kind === 'machine' || kind === 'kept_page') log.debug(line, 'request')
      else log.info(line, 'request')
    })
    listener(request, response)
  }
}

/** What it is that answers this request; calls that pages make inside the process are not told of. */
export function noteAnswer(request: IncomingMessage, kind: AnswerKind, route: string): void {
  const answering = (request as Observed)[answeringKey]
  if (!answering) return
  answering.kind = kind
  answering.route = route
}

/** A program asks with this token, which opens something or not. */
export function noteToken(request: IncomingMessage, token: string): void {
  const answering = (request as Observed)[answeringKey]
  if (answering) answering.token = token
}

export function isFromOutside(request: IncomingMessage): boolean {
  return answeringKey in request
}

/** The id of a request: its own, the one of the page that makes it as a call, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  return (request as Observed)[answeringKey]?.id ?? givenId(request) ?? randomUUID()
}

/** What a proxy in front has named it, where that fits into a line. */
function givenId({ headers }: IncomingMessage): string | undefined {
  const given = headers[requestIdHeader]
  return typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given) ? given : undefined
}

// anybody may make up a method, and each would be figures of its own
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
