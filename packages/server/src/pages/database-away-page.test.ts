import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '#kit/config.ts'
import { openServices } from '#kit/open-services.ts'
import { cloneDatabase } from '#testing/database.ts'
import { wayTo } from '#testing/hanging-database.ts'
import { buildApp, subscribeAll } from '../app.ts'
import { createPages } from '../pages.ts'

// the built pages, while their site's database is away

const database = await cloneDatabase()
const way = await wayTo(database.url)
const dataDir = mkdtempSync(join(tmpdir(), 'lantern-away-page-'))
const config = parseConfig({ DATA_DIR: dataDir, ROLES: 'web', LOG_LEVEL: 'silent' })
const services = await openServices(config, way.url, { define: subscribeAll })
const pages = createPages(services)
const app = await buildApp(services, { pages: pages.register })

afterAll(async () => {
  await app.close()
  await services.close()
  way.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const signedIn = { lantern_session: 'x'.repeat(43), lantern_locale: 'de_DE' }
const open = (url: string, cookies: Record<string, string> = signedIn) => app.inject({ method: 'GET', url, cookies })

test.each(['/', '/my-learning', '/tutorial/whatever', '/settings'])(
  'while the database is away %s is a page in the language of whoever opens it, and there again when it is',
  async (path) => {
    way.cut()
    const away = await open(path)
    expect(away.statusCode).toBe(503)
    expect(away.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' })
    expect(away.body).toContain('<html lang="de-DE"')
    expect(away.body).toContain(services.text('de_DE', 'shell.away_title'))
    expect(away.body).toContain(services.text('de_DE', 'shell.away_returns'))
    expect(away.body).toMatch(/<noscript><meta http-equiv="refresh"/i)
    const styles = [...away.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, file = '']) => file)
    expect(styles).not.toEqual([])
    for (const file of styles) expect((await open(file)).statusCode, file).toBe(200)
    // the script of a page that stays open is told so in its own way
    expect((await open(`${path === '/' ? '/_root' : path}.data`)).headers['content-type']).toContain('text/x-script')
    way.goOn()
    expect((await open(path)).statusCode).toBeLessThan(500)
  },
)
