import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildApp, subscribeAll } from '../app.ts'
import { parseConfig } from './config.ts'
import { removeDataDir, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { openServices } from './open-services.ts'

test('while PostgreSQL is away requests get 503 with Retry-After, and the site recovers by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-away-'))
  const start = () => startEmbeddedPostgres({ dataDir, say: () => undefined, disposable: true })
  let postgres = await start()
  await migrate(postgres.url)
  const services = await openServices(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), postgres.url, {
    define: subscribeAll,
  })
  const app = await buildApp(services)
  const readyz = () => app.inject({ method: 'GET', url: '/readyz' })
  const session = () =>
    app.inject({
      method: 'GET',
      url: '/api/session',
      cookies: { lantern_session: 'x'.repeat(43) },
      headers: { 'accept-language': 'en' },
    })
  expect((await readyz()).statusCode).toBe(200)

  await postgres.release()
  const away = await session()
  expect(away.statusCode).toBe(503)
  expect(away.headers['retry-after']).toBe('2')
  expect(away.json()).toEqual({
    code: 'unavailable',
    message: 'The service is away for a moment and coming back. Please try again.',
  })
  expect((await readyz()).json()).toEqual({ status: 'not ready', reason: 'the database cannot be reached' })
  expect((await app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)

  postgres = await start()
  expect((await readyz()).statusCode).toBe(200)
  expect((await session()).statusCode).toBe(200)

  await app.close()
  await services.close()
  await postgres.release()
  removeDataDir(dataDir)
})

test('an outage is said once, and once that it is over, however many meet it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-outage-'))
  const start = () => startEmbeddedPostgres({ dataDir, say: () => undefined, disposable: true })
  let postgres = await start()
  await migrate(postgres.url)
  const lines: { level: number; msg: string }[] = []
  const services = await openServices(parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), postgres.url, {
    define: subscribeAll,
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  const app = await buildApp(services)
  await services.jobs.work()
  services.stream.work()
  const met = vi.spyOn(services.databaseWatch, 'isOutage')

  await postgres.release()
  // queues, events and requests
  await expect
    .poll(
      async () => {
        await app.inject({ method: 'GET', url: '/api/session', cookies: { lantern_session: 'x'.repeat(43) } })
        return met.mock.calls.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(40)
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away'])
  postgres = await start()
  await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect(lines.map(({ msg }) => msg)).toEqual(['the database is away', 'the database is back'])

  await app.close()
  await services.close()
  await postgres.release()
  removeDataDir(dataDir)
})
