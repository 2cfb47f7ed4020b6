import { prepay } from '@lantern/contract/commerce/payments.ts'
import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { afterUse } from '#testing/after-use.ts'
import { wayTo } from '#testing/hanging-database.ts'
import { ordered, paidTutorial } from '#testing/shop.ts'
import { type TestSite, testSite } from '#testing/site.ts'
import type { SentCallback } from './gateways/testing/local-gateway.ts'
import { localWechat } from './gateways/testing/local-wechat.ts'

// What can go wrong around a callback, with WeChat Pay's signatures: what could not be settled is sent again, and settled.

let now = () => new Date()
const gateway = await localWechat({ now: () => now() })
const site = await testSite(gateway.settings)
now = () => site.clock.now()
afterAll(() => gateway.close())
const seller = await site.user({ groups: ['learn_creator'] })

async function begun() {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const orderId = await ordered(ada, { itemIds: [item.id] })
  const open = async () => ada.call(prepay, { params: { gateway: 'wechat' }, body: { orderId } })
  return { orderId, open }
}

async function paidThere() {
  const { orderId, open } = await begun()
  const { paymentId } = (await open()).result
  gateway.pay(paymentId)
  return { orderId, paymentId }
}

async function send({ url, headers, body }: SentCallback, to: TestSite = site): Promise<number> {
  const { pathname } = new URL(url)
  return (await to.inject({ method: 'POST', url: pathname, headers, payload: body })).statusCode
}

/** State of the order, and how often it was granted and entered. */
async function outcome(orderId: string) {
  const { rows } = await sql`
    select o.state, (select count(*) from grants g where g.order_id = o.id) as grants,
      (select count(distinct transaction) from ledger_entries e where e.order_id = o.id) as entered
    from orders o where o.id = ${orderId}`.execute(site.db)
  return rows[0]
}

const waiting = { state: 'waiting', grants: 0, entered: 0 }
const settled = { state: 'finished', grants: 1, entered: 1 }

test('while the clock is an hour wrong a callback is sent again, and once it is right it is settled', async () => {
  const { orderId, paymentId } = await paidThere()
  const callback = gateway.callback(paymentId)
  for (const hours of [1, -1]) {
    site.clock.advance({ hours })
    expect(await send(callback)).toBeGreaterThanOrEqual(400)
    expect(await outcome(orderId)).toEqual(waiting)
    site.clock.advance({ hours: -hours })
  }
  expect(await send(callback)).toBe(204)
  expect(await outcome(orderId)).toEqual(settled)
})

test('a callback a week late, which the gateway signs anew, is settled once, however often it comes', async () => {
  const { orderId, paymentId } = await paidThere()
  const old = gateway.callback(paymentId)
  site.clock.advance({ days: 7 })
  expect(await send(old)).toBeGreaterThanOrEqual(400)
  expect(await outcome(orderId)).toEqual(waiting)
  const again = await Promise.all([send(gateway.callback(paymentId)), send(gateway.callback(paymentId))])
  expect(again).toEqual([204, 204])
  expect(await outcome(orderId)).toEqual(settled)
})

test('a callback of five megabytes is not read, and the next one is', async () => {
  const { orderId, paymentId } = await paidThere()
  const callback = gateway.callback(paymentId)
  expect(await send({ ...callback, body: callback.body + ' '.repeat(5_000_000) })).toBe(413)
  expect(await outcome(orderId)).toEqual(waiting)
  expect(await send(callback)).toBe(204)
  expect(await outcome(orderId)).toEqual(settled)
})

test('while the gateway is away nothing is begun and the order waits; afterwards the same order is paid', async () => {
  const { orderId, open } = await begun()
  gateway.failCalls('error 500')
  const away = await open()
  expect([away.status, away.result.code]).toEqual([503, 'payment_unavailable'])
  expect(await outcome(orderId)).toEqual(waiting)
  gateway.failCalls(null)
  const { paymentId } = (await open()).result
  gateway.pay(paymentId)
  expect(await send(gateway.callback(paymentId))).toBe(204)
  expect(await outcome(orderId)).toEqual(settled)
})

test('a command beside the site that knows no gateway leaves a refund to the site', async () => {
  const { orderId, paymentId } = await paidThere()
  await send(gateway.callback(paymentId))
  const staff = await site.user({ groups: ['learn_admin'] })
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  const command = await testSite({ PAYMENT_GATEWAYS: 'none' }, { beside: site })
  const state = async () => {
    const refund = site.db.selectFrom('refunds').select('state').where('order_id', '=', orderId)
    return (await refund.executeTakeFirstOrThrow()).state
  }
  await expect(command.services.jobs.drain()).rejects.toThrow('wechat is not set up')
  expect(await state()).toBe('sending')
  await expect.poll(async () => site.services.jobs.drain().then(state), { timeout: 20_000 }).toBe('done')
})

test('the database goes away between the money and the commit: the callback is sent again and settled once', async () => {
  const { orderId, paymentId } = await paidThere()
  const way = await wayTo(site.url)
  afterUse(() => way.close())
  const beside = await testSite(gateway.settings, { database: { url: way.url } })
  beside.clock.set(site.clock.now().toISOString())
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(site.db, async (trx) => {
    await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const first = send(gateway.callback(paymentId), beside)
  // it stands in the middle of its transaction
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        site.db,
      )
      return rows[0]?.n
    })
    .toBe(1)
  way.cut()
  release.resolve()
  await holding
  expect(await first).toBeGreaterThanOrEqual(500)
  expect(await outcome(orderId)).toEqual(waiting)
  way.goOn()
  await expect.poll(() => send(gateway.callback(paymentId), beside)).toBe(204)
  expect(await outcome(orderId)).toEqual(settled)
})

test('a refund’s callback of another amount settles nothing and is sent again; the right one does, once', async () => {
  const { orderId, paymentId } = await paidThere()
  await send(gateway.callback(paymentId))
  const staff = await site.user({ groups: ['learn_admin'] })
  gateway.failCalls('hang up')
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  await expect(site.services.jobs.drain()).rejects.toThrow()
  gateway.failCalls(null)
  const [refund] = gateway.payment(paymentId).refunds
  if (!refund) throw new Error('The gateway was not asked for the refund')
  const told = () => gateway.refundCallback(paymentId, refund.refundId) as SentCallback
  const outcome = async () => {
    const { rows } = await sql`
      select r.state, (select count(*) from ledger_entries e where e.transaction = 'refunded:' || r.id) as entries
      from refunds r where r.id = ${refund.refundId}`.execute(site.db)
    return rows[0]
  }

  const { amountFen } = refund
  refund.amountFen = 1
  expect(await send(told())).toBeGreaterThanOrEqual(400)
  expect(await outcome()).toEqual({ state: 'sending', entries: 0 })
  refund.amountFen = amountFen
  expect([await send(told()), await send(told())]).toEqual([204, 204])
  expect(await outcome()).toEqual({ state: 'done', entries: 2 })
})
