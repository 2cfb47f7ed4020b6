import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { createHttpApp } from './http.ts'
import { limitedServer, serverLimits } from './http-server.ts'

const site = await testSite()
const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Ours, with limits that a test need not wait for; its application reads every body. */
async function serverWith(limits: Partial<typeof serverLimits>): Promise<number> {
  const app = await createHttpApp(site.services, {
    resolveViewer: async () => ({ kind: 'guest' }),
    sessionMark: () => 'guest',
  })
  app.post('/take', ({ body }) => ({ taken: body }))
  await app.ready()
  const server = limitedServer((request, response) => app.routing(request, response), {
    ...serverLimits,
    lookEveryMs: 20,
    ...limits,
  })
  for (const listener of app.server.listeners('clientError')) server.on('clientError', listener as () => void)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  return (server.address() as AddressInfo).port
}

const head = (length: number) =>
  `POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('who never finishes the head of a request is answered and cut off', async () => {
  const port = await serverWith({ headMs: 50 })
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  socket.write('GET / HTTP/1.1\r\nHost:')
  expect(await answer).toMatch(/^HTTP\/1.1 408 .*"code":"bad_request"/s)
})

test('a body that stops coming is answered and cut off', async () => {
  const port = await serverWith({ bodyGraceMs: 50 })
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  socket.write(`${head(1_000)}{`)
  expect(await answer).toMatch(/^HTTP\/1.1 408 .*"code":"bad_request"/s)
})

test('a body that comes byte by byte is cut off', async () => {
  const port = await serverWith({ bodyGraceMs: 50, bodyBytesPerSecond: 1_000_000 })
  // what is still being sent then is lost, and with it perhaps the answer
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const closed = new Promise((done) => socket.on('close', done))
  socket.resume()
  socket.write(head(1_000_000))
  const trickle = setInterval(() => socket.write('{'), 10)
  await closed
  clearInterval(trickle)
})

test('a body that comes at the rate is taken, however long it needs', async () => {
  const port = await serverWith({ bodyGraceMs: 50, bodyBytesPerSecond: 1 })
  const body = JSON.stringify('字'.repeat(100))
  const socket = connect(port, '127.0.0.1')
  const answer = text(socket)
  socket.write(head(Buffer.byteLength(body)).replace('Host', 'Connection: close\r\nHost'))
  let sent = 0
  // thirty pieces, which take longer than the grace
  const pieces = setInterval(() => {
    socket.write(Buffer.from(body).subarray(sent, sent + 11))
    sent += 11
    if (sent >= Buffer.byteLength(body)) clearInterval(pieces)
  }, 10)
  expect(await answer).toContain(`{"taken":${body}}`)
})

test('the site itself is served with these limits, and keeps connections longer than proxies do', async () => {
  const { server } = site.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([serverLimits.headMs, 0])
  // nginx keeps them for one minute, Caddy for two
  expect(server.keepAliveTimeout).toBeGreaterThan(120_000)
})
