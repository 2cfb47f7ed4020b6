import { event } from '@lantern/contract/event.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { inTransaction, runSql, type Trx } from '#kit/sql.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import type { Subscriber } from './stream.ts'

const made = event('test_made', 'test/:topic', Type.Object({ topic: Type.String(), n: Type.Number() }))
const moved = event('test_moved', 'test/:topic', Type.Object({ topic: Type.String(), n: Type.Number() }))
type Handler = Subscriber<typeof made | typeof moved>

const logged: { level: number; msg: string; [more: string]: unknown }[] = []
const site = await testSite({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void logged.push(JSON.parse(line)) } })
const other = await testSite({}, { beside: site })
await runSql(site.db, 'create table told (subscriber text, n int)')

let names = 0

/** A subscriber with a cursor of its own, and what it was told of. */
async function follow(at: TestSite, handler?: Handler, options?: { batchSize?: number }) {
  const subscriber = `test.${++names}`
  const told: number[] = []
  const keep: Handler = async (batch, trx) => {
    await handler?.(batch, trx)
    told.push(...batch.map(({ payload }) => payload.n))
  }
  at.services.stream.subscribe(subscriber, [made, moved], keep, options)
  await at.services.stream.open()
  return { subscriber, told }
}

const emit = (n: number, topic = 'a', db: TestSite['db'] | Trx = site.db) =>
  site.services.events.emit(db, made, { topic, n })
const drain = (at = site) => at.services.stream.drain()
const writeDown = (trx: Trx, subscriber: string, n: number) =>
  runSql(trx, 'insert into told values ($1, $2)', [subscriber, n])
const writtenDown = async (subscriber: string) =>
  (await runSql(site.db, 'select n from told where subscriber = $1 order by n', [subscriber])).map(({ n }) => n)

test('what was written first and committed last is told as well, and what was rolled back is not', async () => {
  const { told } = await follow(site)
  const commit = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const early = inTransaction(site.db, async (trx) => {
    await emit(1, 'early', trx)
    begun.resolve()
    await commit.promise
  })
  await begun.promise
  await emit(2, 'late')
  await inTransaction(site.db, async (trx) => {
    await emit(3, 'never', trx)
    throw new Error('rolled back')
  }).catch(() => undefined)
  await drain()
  expect(told).toEqual([2])
  commit.resolve()
  await early
  await drain()
  expect(told).toEqual([2, 1])
})

test('events of one topic come in the order in which their transactions followed each other, whatever began first', async () => {
  const { told } = await follow(site)
  await runSql(site.db, 'create table thing (id int primary key, n int)')
  await runSql(site.db, 'insert into thing values (1, 0)')
  // each draws its number of transaction first, then waits for the row
  const change = () =>
    inTransaction(site.db, async (trx) => {
      await runSql(trx, 'select pg_current_xact_id()')
      await runSql(trx, 'update thing set n = n + 1 where id = 1')
      const [row] = await runSql(trx, 'select n from thing where id = 1')
      await emit(Number(row?.n), 'thing', trx)
    })
  const draining = (async () => {
    for (let round = 0; round < 20; round++) await drain()
  })()
  await Promise.all(Array.from({ length: 40 }, change))
  await draining
  await drain()
  expect(told).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
})

test('a subscriber that fails for an hour loses nothing and holds nobody up; the log and the figures say so', async () => {
  let isBroken = true
  const broken = await follow(site, async () => {
    if (isBroken) throw new Error('the other side is away')
  })
  const well = await follow(site)
  logged.length = 0
  for (let n = 1; n <= 5; n++) await emit(n)
  for (let minutes = 0; minutes < 60; minutes++) {
    await drain().catch(() => undefined)
    site.clock.advance({ minutes: 1 })
  }
  // after its turn failed the others had theirs
  await drain().catch(() => undefined)
  site.clock.advance({ seconds: 1 })
  await drain()
  expect([broken.told, well.told]).toEqual([[], [1, 2, 3, 4, 5]])
  const failures = logged.filter(({ msg }) => msg.includes('failed'))
  expect(failures[0]).toMatchObject({ subscriber: broken.subscriber, name: 'test_made', topic: 'test/a', failures: 1 })
  const figures = await site.services.stream.figures()
  const figure = figures.find(({ subscriber }) => subscriber === broken.subscriber)
  expect(figure).toMatchObject({ waiting: 5 })
  // once a minute after the first few
  expect(figure?.failures).toBeGreaterThan(50)

  isBroken = false
  site.clock.advance({ minutes: 1 })
  await drain()
  expect(broken.told).toEqual([1, 2, 3, 4, 5])
  expect(logged.some(({ msg, subscriber }) => msg.includes('works again') && subscriber === broken.subscriber)).toBe(
    true,
  )
})

test('an event that cannot be told is found: what is before it is told, and the log names it', async () => {
  const picky = await follow(site, async (batch) => {
    for (const { topic } of batch) if (topic === 'test/picky-3') throw new Error('three')
  })
  for (let n = 1; n <= 4; n++) await emit(n, `picky-${n}`)
  logged.length = 0
  for (let minutes = 0; minutes < 5; minutes++) {
    await drain().catch(() => undefined)
    site.clock.advance({ minutes: 2 })
  }
  expect(picky.told).toEqual([1, 2])
  expect(logged.findLast(({ msg }) => msg.includes('failed'))).toMatchObject({ topic: 'test/picky-3' })
  await runSql(site.db, 'delete from event_cursors where subscriber = $1', [picky.subscriber])
})

test('a subscriber that is killed between its effect and its cursor has its effect once', async () => {
  let kills = 1
  const { subscriber } = await follow(site, async (batch, trx) => {
    for (const { payload } of batch) await writeDown(trx, subscriber, payload.n)
    if (kills-- > 0) await runSql(trx, 'select pg_terminate_backend(pg_backend_pid())')
  })
  for (let n = 1; n <= 3; n++) await emit(n, 'killed')
  await expect(drain()).rejects.toThrow()
  site.clock.advance({ minutes: 2 })
  await drain()
  expect(await writtenDown(subscriber)).toEqual([1, 2, 3])
})

test('two processes that work one subscriber tell it of everything once, in order', async () => {
  const write: Handler = async (batch, trx) => {
    for (const { payload } of batch) await writeDown(trx, 'shared', payload.n)
  }
  for (const at of [site, other]) {
    at.services.stream.subscribe('shared', [made], write, { batchSize: 3 })
    await at.services.stream.open()
  }
  for (let n = 1; n <= 50; n++) await emit(n, 'shared')
  await Promise.all([drain(site), drain(other), drain(site), drain(other)])
  await drain()
  expect(await writtenDown('shared')).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
})

test('of two versions on one database the older one leaves alone what only the newer one understands', async () => {
  const older: number[] = []
  const newer: string[] = []
  logged.length = 0
  site.services.stream.subscribe('versions', [made], async (batch) => {
    older.push(...batch.map(({ payload }) => payload.n))
  })
  await site.services.stream.open()
  await emit(1, 'versions')
  await drain()
  other.services.stream.subscribe('versions', [made, moved], async (batch) => {
    newer.push(...batch.map(({ name, payload }) => `${name} ${payload.n}`))
  })
  await other.services.stream.open()
  await emit(2, 'versions')
  await site.services.events.emit(site.db, moved, { topic: 'versions', n: 3 })
  // the older one even starts anew meanwhile
  await site.services.stream.open()
  await drain(site)
  await drain(site)
  expect([older, newer]).toEqual([[1], []])
  await drain(other)
  expect([older, newer]).toEqual([[1], ['test_made 2', 'test_moved 3']])
  expect(
    logged.filter(({ msg, subscriber }) => subscriber === 'versions' && msg.includes('newer version')),
  ).toHaveLength(1)
})

test('a new subscriber is told of what happens from then on, not of the past', async () => {
  await emit(1, 'past')
  const { told } = await follow(site)
  await emit(2, 'past')
  await drain()
  expect(told).toEqual([2])
})
