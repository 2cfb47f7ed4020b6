import { afterAll, expect, test, vi } from 'vitest'
import { testSite } from '#testing/site.ts'
import { databaseChannels } from './database-channels.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts'
import { runSql } from './sql.ts'

const site = await testSite()
const channels = databaseChannels(site.url, () => undefined)

afterAll(() => channels.close())

const workerRole = { keepsTime: true }

/** The queue as another process has it. */
function jobsBeside(define: (jobs: Jobs) => void, options: Partial<JobsOptions> = {}): Jobs {
  const usual = { keepsTime: false, channels, onError: () => undefined, inTurn: <T>(work: () => Promise<T>) => work() }
  const jobs = createJobs(site.db, { ...usual, ...options })
  define(jobs)
  return jobs
}

async function jobsOf(name: string) {
  return runSql(site.db, 'select data, state::text from pgboss.job where name = $1 order by created_on', [name])
}

test('a full disk under the queue leaves no connection behind that refuses what others ask of it', async () => {
  const full = await testSite()
  const { db } = full
  await runSql(
    db,
    `
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  )
  await runSql(db, 'create trigger no_room before insert on pgboss.queue for each row execute function no_room()')
  const jobs = createJobs(db, { keepsTime: false, channels, onError: () => undefined, inTurn: (work) => work() })
  jobs.define('test.no_room', async () => undefined)
  await expect(jobs.open()).rejects.toMatchObject({ code: '53100' })
  const asked = Array.from({ length: 20 }, () => runSql(db, 'select count(*) from items'))
  await Promise.all(asked)
  expect((await full.inject({ method: 'GET', url: '/api/learn/cn/home/rank' })).statusCode).toBe(200)
  await jobs.close()
})

test('a worker hears of a job with the commit that sent it, and again after its connection was lost', async () => {
  const done: string[] = []
  const isAway = Promise.withResolvers<void>()
  const hearing = databaseChannels(site.url, () => isAway.resolve())
  const worker = jobsBeside((jobs) => jobs.define('test.told', async ([job]) => void done.push(String(job?.what))), {
    keepsTime: true,
    channels: hearing,
    // nothing is found by asking
    askEverySeconds: 3_600,
  })
  await worker.open()
  await worker.work()
  await site.db.transaction().execute((trx) => worker.send(trx, 'test.told', { what: 'first' }))
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['first'])
  await runSql(
    site.db,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lantern-channels' and datname = current_database()`,
  )
  await isAway.promise
  await worker.send(site.db, 'test.told', { what: 'while nobody heard' })
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['first', 'while nobody heard'])
  await worker.close()
  await hearing.close()
})

test('what a killed process had in hand is done by another one, whether it takes moments or hours', async () => {
  const done: string[] = []
  let bothDone = () => {}
  const finished = new Promise<void>((resolve) => {
    bothDone = resolve
  })
  const worker = jobsBeside((jobs) => {
    const note = (name: string) => async () => {
      done.push(name)
      if (done.length === 2) bothDone()
    }
    jobs.define('test.short', note('short'))
    jobs.define('test.long', note('long'), { isLong: true })
  }, workerRole)
  await worker.open()
  await worker.send(site.db, 'test.short', {})
  await worker.send(site.db, 'test.long', {})
  // as kill -9 leaves them: taken, and no sign since
  await runSql(
    site.db,
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '12 seconds'
    where name like 'test.%'`,
  )
  await worker.work()
  await finished
  expect(done.toSorted()).toEqual(['long', 'short'])
  await worker.close()
})

test('only where the worker role is does the queue send statements by itself', async () => {
  const sentByItself = async (options: Partial<JobsOptions>) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const jobs = jobsBeside((all) => all.define('test.quiet', async () => undefined), options)
    await jobs.open()
    const statements = vi.spyOn(site.db, 'executeQuery')
    await vi.advanceTimersByTimeAsync(60_000)
    const sent = statements.mock.calls.length
    statements.mockRestore()
    vi.useRealTimers()
    await jobs.close()
    return sent
  }
  expect(await sentByItself(workerRole)).toBeGreaterThan(0)
  expect(await sentByItself({})).toBe(0)
})

test('who works gives signs of life, and who drains as well', async () => {
  const signs = async () => {
    const [row] = await runSql(
      site.db,
      `select heartbeat_on from pgboss.job where name = 'test.slow' and state = 'active'`,
    )
    return row?.heartbeat_on as Date | undefined
  }
  for (const act of ['work', 'drain'] as const) {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const worker = jobsBeside((jobs) => jobs.define('test.slow', () => released))
    await worker.open()
    await worker.send(site.db, 'test.slow', {})
    const working = worker[act]()
    await expect.poll(signs, { timeout: 20_000 }).toBeDefined()
    const taken = await signs()
    await expect.poll(signs, { timeout: 20_000 }).not.toEqual(taken)
    release()
    await working
    await worker.close()
  }
})

test('a queue that an older version made is brought up to date, and what waits in it stays', async () => {
  const define = (jobs: Jobs) => jobs.define('test.old', async () => undefined, { isKeyed: true })
  const before = jobsBeside(define)
  await before.open()
  await before.send(site.db, 'test.old', { n: 1 })
  await before.close()
  await runSql(
    site.db,
    `update pgboss.queue set policy = 'standard', heartbeat_seconds = null, retry_limit = 2 where name = 'test.old'`,
  )
  const after = jobsBeside(define)
  await after.open()
  const [queue] = await runSql(
    site.db,
    `select policy, heartbeat_seconds, retry_limit from pgboss.queue where name = 'test.old'`,
  )
  expect(queue).toEqual({ policy: 'short', heartbeat_seconds: 12, retry_limit: 20 })
  expect(await jobsOf('test.old')).toMatchObject([{ data: { n: 1 } }])
  await after.close()
})

test('of jobs under one key one waits, others wait beside it', async () => {
  const jobs = jobsBeside((all) => all.define('test.keyed', async () => undefined, { isKeyed: true }))
  await jobs.open()
  for (const key of ['a', 'b', 'a', 'a']) await jobs.send(site.db, 'test.keyed', { key }, { key })
  expect(await jobsOf('test.keyed')).toMatchObject([{ data: { key: 'a' } }, { data: { key: 'b' } }])
  await jobs.close()
})
