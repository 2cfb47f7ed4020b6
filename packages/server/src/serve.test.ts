import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as oneTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp, buildWorkerApp } from './app.ts'
import { answerAccepted } from './serve.ts'

const site = await testSite()

test('a request accepted before the shutdown is answered, with the calls its page makes, and no new connection is taken', async () => {
  const accepted = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const app = await buildApp(site.services, {
    async pages(pages) {
      pages.get('/slow-page', async () => {
        accepted.resolve()
        await mayGoOn.promise
        return (await pages.inject('/api/session')).json()
      })
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  // a connection that stays open without a request must not keep the server from closing
  await (await fetch(`${url}/healthz`)).text()

  const answer = fetch(`${url}/slow-page`)
  await accepted.promise
  const closed = answerAccepted(app.server)
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  mayGoOn.resolve()
  const response = await answer
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ user: null })
  await closed
  await app.close()
})

test('a process that only works tells its health and its figures, and serves nothing else', async () => {
  const readiness = { closing: false }
  const app = await buildWorkerApp(site.services, readiness)
  const status = async (url: string) => (await app.inject(url)).statusCode
  expect([await status('/healthz'), await status('/readyz'), await status('/api/session'), await status('/')]).toEqual([
    200, 200, 404, 404,
  ])
  expect((await app.inject('/metrics')).body).toMatch(/^jobs_waiting|^# HELP jobs_waiting/m)
  readiness.closing = true
  expect(await status('/readyz')).toBe(503)
  await app.close()
})

async function listening(): Promise<{ app: Awaited<ReturnType<typeof buildApp>>; port: number }> {
  const app = await buildApp(site.services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as AddressInfo).port }
}

const healthQuestion = 'GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n'

/** All that comes until the other side ends the connection. */
async function heardOn(socket: Socket): Promise<string> {
  let heard = ''
  for await (const chunk of socket) heard += chunk
  return heard
}

test('a request that comes on a connection kept open, while the site stops, is answered and ends the connection', async () => {
  const { app, port } = await listening()
  const socket = connect(port, '127.0.0.1')
  socket.write(healthQuestion)
  await once(socket, 'data')
  const closed = answerAccepted(app.server)
  const heard = heardOn(socket)
  socket.write(healthQuestion)
  expect(await heard).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*connection: close\r\n/i)
  await closed
  await app.close()
})

test('connections that were taken and have asked nothing yet when the site stops are answered when they ask', async () => {
  const { app, port } = await listening()
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  const taken = new Promise<void>((done) => {
    let count = 0
    app.server.on('connection', () => ++count === sockets.length && done())
  })
  await taken
  const closed = answerAccepted(app.server)
  // in the turn in which the server stopped listening, so that no wait of this machine comes between
  while (app.server.listening) await oneTurn()
  const heard = sockets.map((socket) => {
    socket.write(healthQuestion)
    return heardOn(socket)
  })
  for (const answer of await Promise.all(heard)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  await closed
  await app.close()
})

test('a connection that waits to be taken when the site stops is answered', async () => {
  const { app, port } = await listening()
  const told = new Int32Array(new SharedArrayBuffer(4))
  // in a thread of its own, because this one is busy until the system has accepted the connection
  const visitor = new Worker(
    `const { connect } = require('node:net')
     const { workerData, parentPort } = require('node:worker_threads')
     const socket = connect(workerData.port, '127.0.0.1', () => socket.write(workerData.question, () => {
       Atomics.store(workerData.told, 0, 1)
       Atomics.notify(workerData.told, 0)
     }))
     let heard = ''
     socket.on('data', (chunk) => { heard += chunk })
     socket.on('error', (error) => { heard += error.code })
     socket.on('close', () => parentPort.postMessage(heard))`,
    { eval: true, workerData: { port, told, question: healthQuestion } },
  )
  const heard = once(visitor, 'message')
  await once(visitor, 'online')
  Atomics.wait(told, 0, 0)
  const closed = answerAccepted(app.server)
  expect(await heard).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 OK/)])
  await closed
  await app.close()
})

/** A site that stops while an answer of 24 MiB, more than the system keeps, waits for its reader. */
async function stoppingWithSlowReader() {
  const large = Buffer.alloc(24 * 1024 * 1024)
  const app = await buildApp(site.services, { pages: async (pages) => void pages.get('/large', async () => large) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  reader.write('GET /large HTTP/1.1\r\nHost: here\r\n\r\n')
  await once(reader, 'readable')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await app.close()
  })
  const closed = answerAccepted(app.server)
  while (app.server.listening) await oneTurn()
  return { large, reader, closed }
}

test('an answer that a slow reader has not taken is not cut off when the site stops', async () => {
  const { large, reader, closed } = await stoppingWithSlowReader()
  vi.advanceTimersByTime(20_000)
  let left: number | undefined
  for await (const chunk of reader) {
    left = (left ?? large.length + chunk.indexOf('\r\n\r\n') + 4) - chunk.length
    if (left === 0) break
  }
  expect(left).toBe(0)
  await closed
})

test('an answer that nobody takes does not keep the site from stopping', async () => {
  const { closed } = await stoppingWithSlowReader()
  vi.advanceTimersByTime(25_000)
  await closed
})
