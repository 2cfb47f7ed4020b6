import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { afterUse } from '#testing/after-use.ts'
import type { TestSite } from '#testing/site.ts'

export interface Received {
  id: string
  headers: Record<string, string>
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** A server of a school. It takes everything, until `answers` says another status for what comes next. */
export async function playServer() {
  const received: Received[] = []
  let said: { status: number; headers?: Record<string, string> } = { status: 204 }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const text = Buffer.concat(pieces).toString('utf8')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ id: headers['webhook-id'] ?? '', headers, text, body: JSON.parse(text) })
    response.writeHead(said.status, said.headers).end(said.status === 204 ? undefined : 'said\0 so')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => new Promise((done) => server.close(done)))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    types: () => received.map(({ body }) => body.type),
    answers(status: number, headers?: Record<string, string>) {
      said = { status, ...(headers && { headers }) }
    },
  }
}

/** As a program of the school checks it, with the library of the scheme; throws when the signature is none. */
export function verify(site: TestSite, secret: string, { text, headers }: Pick<Received, 'text' | 'headers'>): unknown {
  vi.useFakeTimers({ now: site.clock.now(), toFake: ['Date'] })
  try {
    return new Webhook(secret).verify(text, headers)
  } finally {
    vi.useRealTimers()
  }
}
