import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'

export interface ServerLimits {
  /** How long the head of a request may take. */
  headMs: number
  /** How long a body may take before it has to have come at a rate. */
  bodyGraceMs: number
  bodyBytesPerSecond: number
  /** Longer than proxies keep theirs: they must not send into a connection that is being closed. */
  keepAliveMs: number
  lookEveryMs: number
}

export const serverLimits: ServerLimits = {
  headMs: 15_000,
  bodyGraceMs: 30_000,
  // a large upload takes its time on a slow line; what comes slower than this holds a connection and nothing else
  bodyBytesPerSecond: 4_000,
  // nginx and most balancers keep theirs for one minute, Caddy for two
  keepAliveMs: 130_000,
  lookEveryMs: 5_000,
}

/**
 * The one HTTP server of the process, with time limits for clients: Node's own limit for a whole request would
 * end large uploads, so bodies are held to a rate instead.
 */
export function limitedServer(listener: RequestListener, limits: ServerLimits = serverLimits): Server {
  const server = createServer({
    headersTimeout: limits.headMs,
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookEveryMs,
  })
  const noteAnswer = answersOf(server)
  const watchBody = slowBodiesOf(server, limits)
  // one listener: Node copies a list of several for each request
  server.on('request', (request, response) => {
    noteAnswer(response)
    listener(request, response)
    watchBody(request, response)
  })
  return server
}

const answers = new WeakMap<Server, Set<ServerResponse>>()

/** Whether an answer is still being made or waits to be taken by the system. */
export function isAnswering(server: Server): boolean {
  return (answers.get(server)?.size ?? 0) > 0
}

/** Node calls a connection idle once the last byte of its answer was given to it, though a slow reader has not taken it. */
function answersOf(server: Server): (response: ServerResponse) => void {
  const unsent = new Set<ServerResponse>()
  answers.set(server, unsent)
  function forget(this: ServerResponse): void {
    unsent.delete(this)
  }
  return (response) => {
    unsent.add(response)
    response.on('close', forget)
  }
}

/** Watches the bodies of requests, and ends those that come too slowly. */
function slowBodiesOf(server: Server, limits: ServerLimits): RequestListener {
  const coming = new Map<IncomingMessage, { response: ServerResponse; sinceMs: number; from: number }>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    for (const [request, { response, sinceMs, from }] of coming) {
      if (request.complete || request.socket.destroyed) {
        coming.delete(request)
        continue
      }
      // we are the slow one: nothing more is taken from the network until this is read
      if (request.readableLength >= request.readableHighWaterMark) continue
      const allowedMs = limits.bodyGraceMs + ((request.socket.bytesRead - from) * 1000) / limits.bodyBytesPerSecond
      if (now - sinceMs <= allowedMs) continue
      coming.delete(request)
      if (response.headersSent) request.socket.destroy()
      else server.emit('clientError', tooSlow(), request.socket)
    }
    if (coming.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  server.on('close', () => clearInterval(timer))
  return (request, response) => {
    if (request.headers['transfer-encoding'] === undefined && (request.headers['content-length'] ?? '0') === '0') return
    coming.set(request, { response, sinceMs: performance.now(), from: request.socket.bytesRead })
    timer ??= setInterval(look, limits.lookEveryMs).unref()
  }
}

/** As Node names a head that did not come in time. */
function tooSlow(): Error {
  return Object.assign(new Error('A body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
