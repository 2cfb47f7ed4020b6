import { cancelOrder, placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay } from '@lantern/contract/commerce/payments.ts'
import { decideRefund, refundLines, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { afterAll, expect, test } from 'vitest'
import { paidTutorial } from '#testing/shop.ts'
import { type Person, type TestSite, testSite } from '#testing/site.ts'
import { localWechat } from './gateways/testing/local-wechat.ts'

// A transaction that asks for a second connection waits for itself as soon as as many people pay at once as the site has
// connections. Where there is one connection, the first such statement shows it.

const gateway = await localWechat({ now: () => site.clock.now() })
const site: TestSite = await testSite({ ...gateway.settings, DATABASE_POOL: '1' })
afterAll(() => gateway.close())
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })

async function ordered(person: Person): Promise<string> {
  const itemIds = [(await paidTutorial(site, seller)).id, (await paidTutorial(site, seller)).id]
  const { status, result } = await person.call(placeOrder, { body: { itemIds, currency: 'CNY', seats: 1 } })
  expect(status).toBe(200)
  return result.order.id
}

const pay = async (person: Person, orderId: string) =>
  (await person.call(prepay, { params: { gateway: 'wechat' }, body: { orderId } })).result.paymentId

async function tell(paymentId: string): Promise<void> {
  const { headers, body } = gateway.callback(paymentId)
  const url = '/api/learn/cn/payment/wechat/notify'
  expect((await site.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBeLessThan(300)
}

const state = async (person: Person, id: string) =>
  (await person.call(readOrder, { params: { id } })).result.order.state

test('many callbacks at once are all settled, where the site has one connection to its database', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => site.learner()))
  const orders = await Promise.all(people.map(ordered))
  const payments = await Promise.all(people.map((person, at) => pay(person, orders[at] ?? '')))
  for (const paymentId of payments) gateway.pay(paymentId)
  await Promise.all([...payments, ...payments].map(tell))
  await site.settle()
  expect(await Promise.all(people.map((person, at) => state(person, orders[at] ?? '')))).toEqual(
    people.map(() => 'finished'),
  )
})

test('cancelling, a payment too late, refunds asked for, decided and given by staff need one connection each', async () => {
  const ada = await site.learner()
  const orderId = await ordered(ada)
  const paymentId = await pay(ada, orderId)
  expect((await ada.call(cancelOrder, { body: { id: orderId } })).status).toBe(200)
  gateway.pay(paymentId)
  await tell(paymentId)
  expect(await state(ada, orderId)).toBe('finished')
  const asked = await ada.call(requestRefund, { body: { orderId, positions: [0], reason: 'other' } })
  const decided = await staff.call(decideRefund, { body: { id: asked.result.refund.id, approve: true } })
  const given = await staff.call(refundLines, { body: { orderId, positions: [1], note: '客服' } })
  expect([decided.status, given.status]).toEqual([200, 200])
  await site.settle()
  expect(await state(ada, orderId)).toBe('refunded')
})
