import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import autocannon from 'autocannon'

export interface Load {
  /** Answers a second. */
  perSecond: number
  p50: number
  /** The slowest but 2.5 in a hundred: the client counts no 95th, and this one is the stricter. */
  p97: number
  bytes: number
  failures: number
}

export interface Request {
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Sends the requests in turn over some connections for some seconds, or so many of them, from this process. Each
 * connection begins at another place of the list: learners come in any order, and 32 who press at once are 32 learners and not one.
 */
export async function load(
  url: string,
  requests: Request[],
  options: { seconds?: number; amount?: number; connections?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const connections = options.connections ?? 32
  const ready = requests.map((request) => wire({ ...request, headers: { ...options.headers, ...request.headers } }))
  let connected = 0
  const result = await autocannon({
    url,
    connections,
    ...(options.amount === undefined ? { duration: options.seconds ?? 6 } : { amount: options.amount }),
    setupClient(client) {
      const start = Math.floor((connected++ * ready.length) / connections)
      client.setRequests([...ready.slice(start), ...ready.slice(0, start)])
    },
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    bytes: result.throughput.average / Math.max(1, result.requests.average),
    failures: result.non2xx + result.errors,
  }
}

/** A request as the client of the load sends it. */
export function wire({ method = 'GET', path, body, headers }: Request) {
  return {
    method,
    path,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  }
}

export interface PlainServer {
  url: string
  pid: number
  stop(): void
}

/** A plain Node server in a process of its own that sends these bytes: what the machine can do at most. */
export async function plainServer(body: Buffer, headers: Record<string, string>): Promise<PlainServer> {
  const child = fork(import.meta.filename, ['--plain'], { serialization: 'advanced' })
  child.send({ body, headers })
  const port = await new Promise<number>((done) => child.once('message', (message) => done(message as number)))
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() }
}

if (process.argv.includes('--plain')) {
  process.once('message', (message) => {
    const { body, headers } = message as { body: Buffer; headers: Record<string, string> }
    const bytes = Buffer.from(body)
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      response.end(bytes)
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.send?.(typeof address === 'object' ? address?.port : 0)
    })
  })
}
