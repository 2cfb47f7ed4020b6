import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
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
  const { storage } = site.services
  const roomLeft = storage.roomLeft
  storage.roomLeft = async () => 1024
  try {
    const answer = await site.inject({ method: 'GET', url: '/readyz' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ status: 'not ready', reason: 'the disk is full' })
  } finally {
    storage.roomLeft = roomLeft
  }
})
