import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database.ts'
import { wayTo } from '#testing/hanging-database.ts'
import { buildApp, subscribeAll } from '../app.ts'
import { parseConfig } from './config.ts'
import { openServices } from './open-services.ts'

const database = await cloneDatabase()
const way = await wayTo(database.url)
const dataDir = mkdtempSync(join(tmpdir(), 'lantern-hang-'))
const services = await openServices(parseConfig({ DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent' }), way.url, {
  define: subscribeAll,
})
const app = await buildApp(services)

afterAll(async () => {
  way.goOn()
  await app.close()
  await services.close()
  way.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const readyz = () => app.inject({ method: 'GET', url: '/readyz' })
const session = () => app.inject({ method: 'GET', url: '/api/session', cookies: { lantern_session: 'x'.repeat(43) } })

test('a database that hangs is told of at once, whoever waits for it hears so, and it is used again when it answers', async () => {
  expect((await session()).statusCode).toBe(200)
  way.hang()
  const waiting = [session(), session(), session()]
  const asked = await readyz()
  expect(asked.statusCode).toBe(503)
  expect(asked.json()).toEqual({ status: 'not ready', reason: 'the database does not answer' })

  services.databaseWatch.keepLooking(10)
  for (const answer of await Promise.all(waiting)) expect(answer.json()).toMatchObject({ code: 'unavailable' })
  // by now it is known: nobody waits any more
  expect((await session()).headers['retry-after']).toBe('2')

  way.goOn()
  await expect.poll(async () => (await readyz()).statusCode).toBe(200)
  expect((await session()).statusCode).toBe(200)
})
