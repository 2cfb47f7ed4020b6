import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
import { parseConfig } from './config.ts'
import { localDisks } from './disks.ts'
import { runSql } from './sql.ts'

const site = await testSite()

/** A site with an address that runs into a full disk, as a file or the database meets it. */
const app = await buildApp(site.services, {
  async pages(routes) {
    routes.get('/file', () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    routes.get('/row', () =>
      runSql(site.db, `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
    )
  },
})

test.each(['/file', '/row'])('what a full disk does not take is refused as such, at %s', async (url) => {
  const answer = await app.inject({ method: 'GET', url, headers: { 'accept-language': 'fr' } })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.json()).toEqual({ code: 'disk_full', message: site.services.text('fr_FR', 'error.disk_full') })
})

test('a site whose disk is full is not ready, and says why', async () => {
  const room = { path: '/srv', sizeBytes: 10 ** 12, freeBytes: 10 ** 11 }
  const full = await testSite()
  full.services.disks = async () => [
    { ...room, what: 'data' },
    { ...room, what: 'database', freeBytes: 1024 },
  ]
  // what reads them does so at its start
  const own = await buildApp(full.services)
  const answer = await own.inject({ method: 'GET', url: '/readyz' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ status: 'not ready', reason: 'the disk is full (database)' })
  await own.close()
})

// memory that Linux offers as a disk to everybody
const otherDisk = '/dev/shm'

test.runIf(existsSync(otherDisk))('disks under parts of the data folder are looked at too, each once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-disks-'))
  const elsewhere = mkdtempSync(join(otherDisk, 'lantern-disks-'))
  const whats = async (env: Record<string, string>) =>
    (await localDisks(parseConfig({ DATA_DIR: folder, ...env }))).map(({ what }) => what)
  expect(await whats({})).toEqual(['data'])
  mkdirSync(join(folder, 'postgres'))
  symlinkSync(elsewhere, join(folder, 'postgres/data'))
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify({ home: join(folder, 'postgres') }))
  expect(await whats({})).toEqual(['data', 'database'])
  symlinkSync(elsewhere, join(folder, 'storage'))
  expect(await whats({})).toEqual(['data', 'files'])
  // another's database is on its own machine
  rmSync(join(folder, 'storage'))
  expect(await whats({ DATABASE_URL: 'postgresql://site@db.example.org/site' })).toEqual(['data'])
  for (const made of [folder, elsewhere]) rmSync(made, { recursive: true })
})
