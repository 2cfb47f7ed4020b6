import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { buildApp } from '#app.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('a process that is 4 s late with everything refuses calls with a time to come back, and answers for its health', async () => {
  // every histogram of the event loop shows this delay, in nanoseconds, as it would in a process that is that late
  const histograms = Object.getPrototypeOf(Object.getPrototypeOf(monitorEventLoopDelay()))
  const delay = vi.spyOn(histograms, 'mean', 'get').mockReturnValue(4e9)
  const app = await buildApp(site.services, { shedsLoad: true })
  const get = (url: string) => app.inject({ method: 'GET', url })
  await expect.poll(async () => (await get('/api/session')).statusCode).toBe(503)
  const refused = await get('/api/session')
  expect([refused.json().code, refused.headers['retry-after']]).toEqual(['unavailable', '5'])
  expect([(await get('/healthz')).statusCode, (await get('/readyz')).statusCode]).toEqual([200, 200])
  delay.mockRestore()
  await expect.poll(async () => (await get('/api/session')).statusCode).toBe(200)
  await app.close()
})
