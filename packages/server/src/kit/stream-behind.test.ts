import { event } from '@lantern/contract/event.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { runSql } from '#kit/sql.ts'
import { testSite } from '#testing/site.ts'

const made = event('test_made', 'test/:topic', Type.Object({ topic: Type.String(), n: Type.Number() }))
const site = await testSite()
const { stream } = site.services

test('a cursor that is behind by a million events catches up in bounded batches, past what is not for it', async () => {
  let largest = 0
  const told: number[] = []
  stream.subscribe(
    'behind',
    [made],
    async (batch) => {
      largest = Math.max(largest, batch.length)
      told.push(...batch.map(({ payload }) => payload.n))
    },
    { batchSize: 500 },
  )
  await stream.open()
  await runSql(
    site.db,
    `insert into outbox (name, topic, payload, position)
    select case when n % 100 = 0 then 'test_made' else 'test_of_nobody' end, 'test/m',
      case when n % 100 = 0 then jsonb_build_object('topic', 'm', 'n', n) else '{"userId":"u_1"}' end, position + n
    from outbox_end, generate_series(1, 1000000) n`,
  )
  await runSql(site.db, 'update outbox_end set position = position + 1000000')
  const figures = await stream.figures()
  expect(figures.find((figure) => figure.subscriber === 'behind')?.waiting).toBe(10_000)
  await stream.drain()
  expect(largest).toBe(500)
  expect([told.length, told[0], told.at(-1)]).toEqual([10_000, 100, 1_000_000])
  expect((await stream.figures()).every(({ waiting }) => waiting === 0)).toBe(true)
}, 120_000)

test('what is old and was told to everybody is dropped, in batches; what somebody waits for is kept', async () => {
  await runSql(site.db, 'delete from outbox where position <= (select position - 12000 from outbox_end)')
  let isBroken = true
  stream.subscribe('waits', [made], async () => {
    if (isBroken) throw new Error('not now')
  })
  await stream.open()
  await site.services.events.emit(site.db, made, { topic: 'waiting', n: 1 })
  await stream.drain().catch(() => undefined)
  site.clock.advance({ minutes: 2 })
  await runSql(site.db, `update outbox set at = at - interval '15 days'`)
  await stream.dropOld()
  const left = () => site.db.selectFrom('outbox').select(['topic']).execute()
  expect(await left()).toEqual([{ topic: 'test/waiting' }])
  isBroken = false
  await site.services.events.emit(site.db, accountChanged, { userId: 'u_new' })
  await stream.drain()
  await stream.dropOld()
  expect(await left()).toEqual([{ topic: 'account/u_new' }])
}, 120_000)
