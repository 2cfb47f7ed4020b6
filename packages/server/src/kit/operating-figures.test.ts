import { accountChanged } from '@lantern/contract/identity/events.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { noteBackup } from './operating-figures.ts'
import { runSql } from './sql.ts'

const site = await testSite()

/** The figures as a scraper reads them. */
async function figures(at = site): Promise<Map<string, number>> {
  const { body } = await at.inject({ method: 'GET', url: '/metrics' })
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('subscribers of events are told by how much they have still to hear, for how long, and how often they failed', async () => {
  // figures are remembered for some seconds in a process
  const other = await testSite({}, { beside: site })
  const { events, stream } = other.services
  let isBroken = true
  stream.subscribe('test.figures', [accountChanged], async () => {
    if (isBroken) throw new Error('not now')
  })
  await stream.open()
  for (let n = 0; n < 3; n++) await events.emit(site.db, accountChanged, { userId: 'u_1' })
  await expect(stream.drain()).rejects.toThrow('not now')
  await runSql(site.db, `update outbox set at = now() - interval '90 seconds'`)
  const told = await figures(other)
  expect(told.get('events_waiting{subscriber="test.figures"}')).toBe(3)
  expect(told.get('events_oldest_waiting_seconds{subscriber="test.figures"}')).toBeGreaterThanOrEqual(90)
  expect(told.get('events_failures{subscriber="test.figures"}')).toBe(1)
  expect(told.get('events_waiting{subscriber="search"}')).toBe(0)
  isBroken = false
  site.clock.advance({ minutes: 1 })
  await stream.drain()
})

test('queues are told by how much waits, for how long, and what was given up', async () => {
  const { jobs } = site.services
  for (let n = 0; n < 3; n++) await jobs.send(site.db, 'media.resume_videos', { n })
  await runSql(
    site.db,
    `update pgboss.job set start_after = now() - interval '90 seconds', created_on = now() - interval '2 minutes'
     where name = 'media.resume_videos'`,
  )
  const [failing] = await runSql(
    site.db,
    `update pgboss.job set state = 'failed' where id = (select id from pgboss.job where name = 'media.resume_videos' limit 1) returning id`,
  )
  expect(failing).toBeDefined()
  const told = await figures()
  expect(told.get('jobs_waiting{queue="media.resume_videos"}')).toBe(2)
  expect(told.get('jobs_oldest_waiting_seconds{queue="media.resume_videos"}')).toBeGreaterThanOrEqual(90)
  expect(told.get('jobs_failed{queue="media.resume_videos"}')).toBe(1)
  expect(told.get('jobs_waiting{queue="identity.sweep"}')).toBe(0)
})

test('the pool and its waits, events, sockets, the disk and the loop of events are told', async () => {
  const told = await figures()
  for (const name of [
    'database_pool_connections{state="used"}',
    'database_pool_waiting',
    'event_delay_seconds',
    'realtime_sockets',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ]) {
    expect(told.has(name), name).toBe(true)
  }
  expect(told.get('database_up')).toBe(1)
  expect(told.get('database_pool_wait_seconds_count')).toBeGreaterThan(0)
  expect(told.get('disk_free_bytes{disk="data"}')).toBeGreaterThan(0)
})

test('the age of the backup is told once there is one', async () => {
  expect((await figures()).has('backup_age_seconds')).toBe(false)
  await noteBackup(site.db, new Date(Date.now() - 3_600_000))
  await noteBackup(site.db, new Date(Date.now() - 60_000))
  const age = (await figures()).get('backup_age_seconds')
  expect(age).toBeGreaterThanOrEqual(59)
  expect(age).toBeLessThan(3_600)
})
