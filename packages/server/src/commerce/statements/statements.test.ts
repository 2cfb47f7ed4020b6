import { listDifferences, mendDifference } from '@lantern/contract/commerce/differences.ts'
import { type OrderWish, placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay } from '@lantern/contract/commerce/payments.ts'
import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { paidTutorial } from '#testing/shop.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { localWechat } from '../gateways/testing/local-wechat.ts'

const wechat = await localWechat({ now: () => site.clock.now() })
const site: TestSite = await testSite(wechat.settings)
site.clock.set('2026-11-20T06:00:00Z')
afterAll(() => wechat.close())
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'], name: '财务小周' })
const colleague = await site.user({ groups: ['learn_admin'] })
const read = async (person: Person, id: string) => (await person.call(readOrder, { params: { id } })).result.order
const mayLearn = async (person: Person, id: string) =>
  (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200
const mend = (id: string, act: 'ask' | 'give_back' | 'note', note?: string, person = staff) =>
  person.call(mendDifference, { body: { id, act, ...(note !== undefined && { note }) } })

async function balance(account: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(amount_fen), 0)::integer as fen from ledger_entries where account = ${account}`.execute(site.db)
  return rows[0]?.fen ?? 0
}

/** The payer has paid at the gateway, and the site was not told. */
async function paidUnheard(person: Person, wish: Partial<OrderWish>) {
  const { order } = (await person.call(placeOrder, { body: { currency: 'CNY', seats: 1, ...wish } })).result
  const { paymentId } = (
    await person.call(prepay, { params: { gateway: 'wechat' }, body: { orderId: order.id, device: 'desktop' } })
  ).result
  wechat.pay(paymentId)
  return { orderId: order.id, paymentId }
}

async function tell(paymentId: string): Promise<void> {
  const { headers, body } = wechat.callback(paymentId)
  const url = '/api/learn/cn/payment/wechat/notify'
  const answer = await site.inject({ method: 'POST', url, headers, payload: body })
  expect(answer.statusCode).toBeLessThan(300)
}

/** The morning comes on which the gateway has made yesterday's statement, and the site reads it. */
async function nextMorning(): Promise<void> {
  site.clock.advance({ days: 1 })
  await readStatements()
}

async function readStatements(): Promise<void> {
  await site.services.jobs.send(site.db, 'commerce.statements', {})
  await site.settle()
}

async function differences() {
  const { results } = (await staff.call(listDifferences, { query: {} })).result
  return results
}

const of = async (subject: string) => (await differences()).find((one) => one.subject === subject)

test('what the gateway captured and told nobody of is settled by the next statement, and the difference closes by itself', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const { orderId, paymentId } = await paidUnheard(ada, { itemIds: [item.id] })
  // nothing asked the gateway for it: the attempt counts as closed here
  await site.db.updateTable('payments').set({ state: 'closed' }).where('id', '=', paymentId).execute()
  expect(await mayLearn(ada, item.id)).toBe(false)
  await nextMorning()
  expect(await of(paymentId)).toMatchObject({
    kind: 'not_settled',
    gateway: 'wechat',
    day: '2026-11-20',
    ourAmount: 0,
    theirAmount: 1200,
    mendedTime: expect.any(String),
    mendedBy: null,
    acts: [],
  })
  expect((await read(ada, orderId)).state).toBe('finished')
  expect(await mayLearn(ada, item.id)).toBe(true)
})

test('a payment that both have leaves no difference, and its day is read once', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const { paymentId } = await paidUnheard(ada, { itemIds: [item.id] })
  await tell(paymentId)
  const [cash, fees] = [await balance('cash:wechat'), await balance('fees')]
  await nextMorning()
  await readStatements()
  expect(await of(paymentId)).toBeUndefined()
  const { statements } = (await staff.call(listDifferences, { query: {} })).result
  expect(statements[0]).toMatchObject({ gateway: 'wechat', captured: 1200, refunded: 0 })
  const charged = statements[0]?.fees ?? 0
  expect([await balance('cash:wechat'), await balance('fees')]).toEqual([cash - charged, fees + charged])
})

test('another amount is for people: asking again does not mend it, giving back does, once', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const { orderId, paymentId } = await paidUnheard(ada, { itemIds: [item.id] })
  wechat.payment(paymentId).amountFen = 900
  await nextMorning()
  const found = await of(paymentId)
  expect(found).toMatchObject({ kind: 'not_settled', theirAmount: 900, orderId, acts: ['ask', 'give_back', 'note'] })
  const id = found?.id ?? ''
  expect((await mend(id, 'ask')).status).toBe(409)
  const both = await Promise.all([mend(id, 'give_back'), mend(id, 'give_back', undefined, colleague)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await site.settle()
  expect(wechat.payment(paymentId).refunds).toMatchObject([{ amountFen: 900 }])
  expect(await mayLearn(ada, item.id)).toBe(false)
  expect(await of(paymentId)).toMatchObject({ acts: [], mendedTime: expect.any(String) })
  expect((await ada.call(listDifferences, { query: {} })).status).toBe(403)
})

test('a refund that the gateway lacks is found by its statement, goes out again and is paid once', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const { orderId, paymentId } = await paidUnheard(ada, { itemIds: [item.id] })
  await tell(paymentId)
  await site.db.updateTable('payments').set({ stated_on: '2026-11-23' }).where('id', '=', paymentId).execute()
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  // the call that sends it is lost: the books count it, and the gateway knows nothing of it
  await sql`delete from pgboss.job where name = 'commerce.send_refund' and state <> 'completed'`.execute(site.db)
  site.clock.advance({ days: 1 })
  wechat.failCalls('error 500')
  await readStatements().catch(() => undefined)
  wechat.failCalls(null)
  await readStatements()
  const refundId = (await read(ada, orderId)).refunds[0]?.id ?? ''
  const found = await of(refundId)
  expect(found).toMatchObject({ kind: 'refund_not_there', ourAmount: 1200, theirAmount: 0 })
  expect(wechat.payment(paymentId).refunds).toHaveLength(1)
})

test('what cannot be mended by an act is set aside with a note, which is needed', async () => {
  await sql`
    insert into payment_differences (id, gateway, day, kind, subject, provider_id, our_fen, their_fen, found_at)
    values ('df_foreign', 'wechat', '2026-11-20', 'refund_not_here', '500001', '500001', 0, 700, ${site.clock.now()})`.execute(
    site.db,
  )
  expect((await of('500001'))?.acts).toEqual(['note'])
  const silent = await mend('df_foreign', 'note', ' ')
  expect([silent.status, silent.result.details?.[0]?.field]).toEqual([400, 'note'])
  expect((await mend('df_foreign', 'ask')).status).toBe(409)
  expect((await mend('df_foreign', 'note', '渠道后台手工退款')).result.difference).toMatchObject({
    mendedBy: '财务小周',
    note: '渠道后台手工退款',
    acts: [],
  })
  expect((await mend('df_foreign', 'note', '再来')).status).toBe(409)
  expect((await mend('df_none', 'note', '没有')).status).toBe(404)
})

test('a refund that the gateway refuses is before the staff at once, is asked for ever less often, and closes when it is given', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const { orderId, paymentId } = await paidUnheard(ada, { itemIds: [item.id] })
  await tell(paymentId)
  // the merchant's account has no money for it
  const spent = { refundId: 'rf_elsewhere', id: '5000009', amountFen: 1200, at: site.clock.now() }
  wechat.payment(paymentId).refunds.push(spent)
  await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  await site.settle()
  const refundId = (await read(ada, orderId)).refunds[0]?.id ?? ''
  const refused = await of(refundId)
  expect(refused).toMatchObject({ kind: 'refund_refused', orderId, code: 'NOT_ENOUGH', acts: ['ask', 'note'] })
  expect((await mend(refused?.id ?? '', 'ask')).result.code).toBe('conflict')
  const askedAt = async () =>
    (await site.db.selectFrom('refunds').select('asked_at').where('id', '=', refundId).executeTakeFirstOrThrow())
      .asked_at
  const everyMinute = async () => {
    await site.services.jobs.send(site.db, 'commerce.ask_gateways', {})
    await site.settle()
  }
  site.clock.advance({ hours: 4 })
  await everyMinute()
  const first = await askedAt()
  expect(first).toEqual(site.clock.now())
  site.clock.advance({ minutes: 59 })
  await everyMinute()
  expect(await askedAt()).toEqual(first)
  wechat.payment(paymentId).refunds.pop()
  expect((await mend(refused?.id ?? '', 'ask')).result.difference).toMatchObject({ mendedTime: expect.any(String) })
  expect((await read(ada, orderId)).refunds[0]?.state).toBe('done')
  expect(wechat.payment(paymentId).refunds).toMatchObject([{ refundId, amountFen: 1200 }])
})
