import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp, buildWorkerApp } from './app.ts'
import { answerAccepted } from './serve.ts'

const site = await testSite()

test('a request accepted before the shutdown is answered, with the calls its page makes, and no new one is taken', async () => {
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
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  // a connection that stays open without a request must not keep the server from closing
  await (await fetch(`${url}/healthz`)).text()

  const answer = fetch(`${url}/slow-page`)
  await accepted.promise
  const closed = answerAccepted(app.server)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
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
