import { giveGrant } from '@lantern/contract/commerce/grants.ts'
import { readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay, readPaymentStatus } from '@lantern/contract/commerce/payments.ts'
import { cancelRefund, decideRefund, refundLines, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { deleteAccount } from '@lantern/contract/identity/account-safety.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildGrant } from '#testing/builders.ts'
import { buildBundle, buildCoupon, buy, opened, ordered, paidTutorial, playPayment } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo, newPhone } from '#testing/sms.ts'
import type { GatewayEvent } from './gateways/payment-gateway.ts'
import { signedCallback } from './gateways/sandbox/sandbox-gateway.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })
const paid = (options = {}) => paidTutorial(site, seller, options)

/** The gateway has the money, and has told nobody yet. */
const payThere = (paymentId: string) =>
  site.db
    .updateTable('sandbox_payments')
    .set({ state: 'paid', paid_at: site.clock.now() })
    .where('payment_id', '=', paymentId)
    .execute()

const read = async (person: Person, id: string) => (await person.call(readOrder, { params: { id } })).result.order
const mayLearn = async (person: Person, id: string) =>
  (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200

/** What an account holds, debits positive; of all accounts together it has to be 0. */
async function balance(account?: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(sum(amount_fen), 0)::integer as fen from ledger_entries
    where ${account ? sql`account = ${account}` : sql`true`}`.execute(site.db)
  return rows[0]?.fen ?? 0
}

function told(payload: Partial<GatewayEvent> & { paymentId: string }) {
  const event = {
    kind: 'paid',
    eventId: `${payload.paymentId}:paid`,
    providerId: payload.paymentId,
    amountFen: 1200,
    currency: 'CNY',
    merchantId: 'sandbox',
    at: site.clock.now(),
    ...payload,
  } as GatewayEvent
  return signedCallback(site.services, event)
}

const send = ({ headers, body }: ReturnType<typeof told>) =>
  site.inject({
    method: 'POST',
    url: '/api/learn/cn/payment/sandbox/notify',
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })

test('what is paid can be read at once, the seller has their share, and the books add up to 0', async () => {
  const ada = await site.learner()
  const item = await paid()
  const shareBefore = await balance(`author:${seller.id}`)
  const id = await buy(ada, { itemIds: [item.id] })
  expect(await read(ada, id)).toMatchObject({ state: 'finished', status: 'finished', gateway: 'sandbox', amount: 1200 })
  expect(await mayLearn(ada, item.id)).toBe(true)
  expect((await balance(`author:${seller.id}`)) - shareBefore).toBe(-840)
  expect(await balance()).toBe(0)
  const { result } = await ada.call(readPaymentStatus, { query: { orderId: id } })
  expect(result).toMatchObject({ status: 'finished', state: 'finished', failed: false })
  expect((await seller.call(readPaymentStatus, { query: { orderId: id } })).status).toBe(404)
})

test('the page that asks how a payment stands is told by which way it was tried, also where that came to nothing', async () => {
  const ada = await site.learner()
  const orderId = await ordered(ada, { itemIds: [(await paid()).id] })
  const status = async () => {
    site.clock.advance({ seconds: 3 })
    return (await ada.call(readPaymentStatus, { query: { orderId } })).result
  }
  expect(await status()).toMatchObject({ state: 'waiting', failed: false, tried: null })
  const paymentId = await opened(ada, orderId)
  expect(await status()).toMatchObject({ state: 'waiting', failed: false, tried: 'sandbox' })
  await playPayment(ada, paymentId, 'close')
  expect(await status()).toMatchObject({ state: 'waiting', failed: true, tried: 'sandbox' })
})

test('callbacks twice, at once with the question of the page, grant and enter once', async () => {
  const ada = await site.learner()
  const item = await paid()
  const orderId = await ordered(ada, { itemIds: [item.id] })
  const paymentId = await opened(ada, orderId)
  expect(await opened(ada, orderId)).toBe(paymentId)
  await payThere(paymentId)
  const status = () => ada.call(readPaymentStatus, { query: { orderId } })
  const answers = await Promise.all([send(told({ paymentId })), status(), send(told({ paymentId })), status()])
  expect([answers[0].statusCode, answers[2].statusCode]).toEqual([200, 200])
  expect((await status()).result.status).toBe('finished')
  const grants = await site.db.selectFrom('grants').select('id').where('user_id', '=', ada.id).execute()
  const entries = await site.db.selectFrom('ledger_entries').select('account').where('order_id', '=', orderId).execute()
  expect([grants.length, entries.length]).toEqual([1, 3])
})

test('a callback that the gateway did not sign, or that does not agree, settles nothing and is asked for again', async () => {
  const ada = await site.learner()
  const item = await paid()
  const orderId = await ordered(ada, { itemIds: [item.id] })
  const paymentId = await opened(ada, orderId)
  const forged = told({ paymentId })
  const answers = [
    await send({ ...forged, body: forged.body.replace('1200', '1201') }),
    await send(told({ paymentId, amountFen: 1 })),
    await send(told({ paymentId, currency: 'USD' })),
    await send(told({ paymentId, merchantId: 'somebody' })),
    await send(told({ paymentId: 'py_none' })),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500, 500])
  const old = told({ paymentId })
  site.clock.advance({ minutes: 6 })
  expect((await send(old)).statusCode).toBe(500)
  expect((await send({ ...forged, body: 'x'.repeat(300_000) })).statusCode).toBe(413)
  expect(await read(ada, orderId)).toMatchObject({ state: 'waiting' })
  expect(await mayLearn(ada, item.id)).toBe(false)
})

test('a second payment of one order goes back by itself, and the order stays paid', async () => {
  const ada = await site.learner()
  const item = await paid()
  const orderId = await ordered(ada, { itemIds: [item.id] })
  const [first, second] = [await opened(ada, orderId), await opened(ada, orderId, 'phone')]
  expect(second).not.toBe(first)
  await Promise.all([playPayment(ada, first, 'succeed'), playPayment(ada, second, 'succeed')])
  await site.settle()
  const order = await read(ada, orderId)
  expect(order).toMatchObject({ state: 'finished', refundedAmount: 0 })
  expect(order.refunds).toMatchObject([{ state: 'done', amount: 1200, positions: [] }])
  expect(await balance('refunds')).toBe(0)
  expect(await balance()).toBe(0)
  expect(await mayLearn(ada, item.id)).toBe(true)
})

test('money that comes after an order ran out revives it; what was bought again meanwhile goes back', async () => {
  const ada = await site.learner()
  const [item, other] = [await paid(), await paid()]
  const late = async (itemId: string) => {
    const orderId = await ordered(ada, { itemIds: [itemId] })
    const paymentId = await opened(ada, orderId)
    await payThere(paymentId)
    await site.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', orderId).execute()
    return { orderId, paymentId }
  }
  const first = await late(item.id)
  expect((await send(told({ paymentId: first.paymentId }))).statusCode).toBe(200)
  expect((await read(ada, first.orderId)).state).toBe('finished')
  expect(await mayLearn(ada, item.id)).toBe(true)

  const second = await late(other.id)
  await buy(ada, { itemIds: [other.id] })
  expect((await send(told({ paymentId: second.paymentId }))).statusCode).toBe(200)
  await site.settle()
  const order = await read(ada, second.orderId)
  expect([order.state, order.refunds[0]?.state, order.refunds[0]?.amount]).toEqual(['expired', 'done', 1200])
})

test('money for an order whose coupon is used up meanwhile goes back', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const item = await paid()
  const coupon = await buildCoupon(site, { value: 200, mostUses: 1 })
  const orderId = await ordered(ada, { itemIds: [item.id], coupon })
  const paymentId = await opened(ada, orderId)
  await payThere(paymentId)
  await site.db.deleteFrom('coupon_uses').where('order_id', '=', orderId).execute()
  await sql`update promotions set used = 0 where id = (select promotion_id from coupons where code = ${coupon})`.execute(
    site.db,
  )
  await site.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', orderId).execute()
  await buy(bob, { itemIds: [item.id], coupon })
  await send(told({ paymentId, amountFen: 1000 }))
  await site.settle()
  expect((await read(ada, orderId)).refunds).toMatchObject([{ state: 'done', amount: 1000 }])
  expect(await mayLearn(ada, item.id)).toBe(false)
})

test('what is withdrawn while its payment is open goes back with the payment, with its bundle, and the rest can be read', async () => {
  const ada = await site.learner()
  const [kept, gone, one, two] = [await paid(), await paid(), await paid(), await paid()]
  const bundle = await buildBundle(site, seller, { itemIds: [one.id, two.id], priceFen: 2000 })
  const hide = (id: string) => site.db.updateTable('items').set({ hidden: true }).where('id', '=', id).execute()

  const orderId = await ordered(ada, { itemIds: [kept.id, gone.id, bundle.id] })
  const paymentId = await opened(ada, orderId)
  await hide(gone.id)
  await hide(two.id)
  expect((await playPayment(ada, paymentId, 'succeed')).status).toBe(200)
  await site.settle()
  const order = await read(ada, orderId)
  expect(order).toMatchObject({ state: 'partly_refunded', amount: 4400, refundedAmount: 3200 })
  expect(order.refunds).toMatchObject([{ state: 'done', reason: 'withdrawn', amount: 3200, positions: [1, 2, 3] }])
  expect([await mayLearn(ada, kept.id), await mayLearn(ada, one.id)]).toEqual([true, false])
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])

  // an order that ran out is revived by late money, and what it held is gone
  const lateId = await ordered(ada, { itemIds: [one.id] })
  const late = await opened(ada, lateId)
  await payThere(late)
  await hide(one.id)
  await site.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', lateId).execute()
  const callback = told({ paymentId: late })
  expect([(await send(callback)).statusCode, (await send(callback)).statusCode]).toEqual([200, 200])
  await site.settle()
  const over = await read(ada, lateId)
  expect([over.state, over.refunds.length, over.refundedAmount]).toEqual(['refunded', 1, 1200])
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])
})

test('of two waiting orders for one thing the paid one ends the other, and money that comes for that goes back', async () => {
  const ada = await site.learner()
  const [item, more] = [await paid(), await paid()]
  const bundle = await buildBundle(site, seller, { itemIds: [item.id, more.id], priceFen: 2000 })
  const [single, both, whole] = [
    await ordered(ada, { itemIds: [item.id] }),
    await ordered(ada, { itemIds: [item.id, more.id] }),
    await ordered(ada, { bundleSlug: bundle.slug }),
  ]
  const [first, second] = [await opened(ada, single), await opened(ada, both)]
  await payThere(second)
  await playPayment(ada, first, 'succeed')
  expect((await read(ada, both)).state).toBe('cancelled')
  // one of its two is new to her: the bundle may still be paid
  expect((await read(ada, whole)).state).toBe('waiting')
  await site.settle()
  const order = await read(ada, both)
  expect([order.state, order.refunds[0]?.state, order.refunds[0]?.amount]).toEqual(['cancelled', 'done', 2400])
  expect([await mayLearn(ada, item.id), await mayLearn(ada, more.id)]).toEqual([true, false])
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])
})

test('what a person has been given while an order for it waits is not paid for: it is named before, and money that comes goes back', async () => {
  const ada = await site.learner()
  const [item, more] = [await paid(), await paid()]
  const bundle = await buildBundle(site, seller, { itemIds: [item.id, more.id], priceFen: 2000 })
  const [single, whole] = [await ordered(ada, { itemIds: [item.id] }), await ordered(ada, { bundleSlug: bundle.slug })]
  const begun = await opened(ada, single)
  const given = await staff.call(giveGrant, { body: { person: ada.id, item: item.id, reason: '奖品' } })
  expect(given.status).toBe(200)
  const again = await ada.call(prepay, { params: { gateway: 'sandbox' }, body: { orderId: single, device: 'phone' } })
  expect([again.status, again.result]).toMatchObject([409, { code: 'cart_owned' }])
  expect(again.result).toMatchObject({ message: expect.stringContaining(item.title) })
  expect((await playPayment(ada, begun, 'succeed')).status).toBe(200)
  await site.settle()
  const order = await read(ada, single)
  expect([order.state, order.refunds[0]?.state, order.refunds[0]?.amount]).toEqual(['cancelled', 'done', 1200])
  // one of its two is new to her
  await playPayment(ada, await opened(ada, whole), 'succeed')
  expect((await read(ada, whole)).state).toBe('finished')
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])
})

test('an order of an account that is deleted ends, and money that comes for it goes back', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const [item, other] = [await paid(), await paid()]
  const coupon = await buildCoupon(site, { mostUses: 1 })
  const [waiting, expired] = [
    await ordered(ada, { itemIds: [item.id], coupon }),
    await ordered(ada, { itemIds: [other.id] }),
  ]
  const payments = [await opened(ada, waiting), await opened(ada, expired)]
  for (const paymentId of payments) await payThere(paymentId)
  await site.db.updateTable('orders').set({ state: 'expired' }).where('id', '=', expired).execute()
  const code = await codeTo(site, ada, phone)
  expect((await ada.call(deleteAccount, { body: { confirmation: '注销账号', code } })).status).toBe(200)
  const states = async () => {
    const rows = await site.db.selectFrom('orders').select(['id', 'state']).where('user_id', '=', ada.id).execute()
    return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
  }
  expect(await states()).toEqual({ [waiting]: 'cancelled', [expired]: 'expired' })
  await send(told({ paymentId: payments[0] ?? '', amountFen: 900 }))
  await send(told({ paymentId: payments[1] ?? '' }))
  await site.settle()
  expect(await states()).toEqual({ [waiting]: 'cancelled', [expired]: 'expired' })
  const refunds = await site.db
    .selectFrom('refunds')
    .select(['amount_fen', 'state'])
    .where('order_id', 'in', [waiting, expired])
    .orderBy('amount_fen')
    .execute()
  expect(refunds).toEqual([
    { amount_fen: 900, state: 'done' },
    { amount_fen: 1200, state: 'done' },
  ])
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])
  // the coupon is free again
  const bob = await site.learner()
  await buy(bob, { itemIds: [item.id], coupon })
  expect(await mayLearn(bob, item.id)).toBe(true)
})

test('a grant that is dated ahead opens nothing before its day, and a buyer on a machine whose clock is ahead reads at once', async () => {
  const bob = await site.learner()
  const [given, item] = [await paid(), await paid()]
  const tomorrow = new Date(Date.now() + 86_400_000)
  await buildGrant(site.db, { userId: bob.id, itemId: given.id, source: 'staff', at: tomorrow })
  expect(await mayLearn(bob, given.id)).toBe(false)
  const before = site.clock.now().toISOString()
  site.clock.set(new Date(Date.now() + 3_600_000).toISOString())
  const ada = await site.learner()
  await buy(ada, { itemIds: [item.id] })
  expect(await mayLearn(ada, item.id)).toBe(true)
  site.clock.set(before)
})

test('a refund takes back its lines and nothing else, a bundle whole, and the same item that was bought singly stays', async () => {
  const ada = await site.learner()
  const [one, two, three] = [await paid(), await paid(), await paid()]
  const bundle = await buildBundle(site, seller, { itemIds: [one.id, two.id], priceFen: 2000 })
  const single = await buy(ada, { itemIds: [one.id] })
  const whole = await buy(ada, { itemIds: [bundle.id, three.id] })
  expect((await read(ada, whole)).items.map(({ itemId }) => itemId)).toEqual([one.id, two.id, three.id])

  const ask = await ada.call(requestRefund, {
    body: { orderId: whole, positions: [1], reason: 'expectation', note: '和想的不一样' },
  })
  expect(ask.result.refund).toMatchObject({ state: 'requested', positions: [0, 1], amount: 2000 })
  const again = await ada.call(requestRefund, { body: { orderId: whole, positions: [0], reason: 'other' } })
  expect([again.status, again.result.details?.[0]?.field]).toEqual([400, 'positions'])
  const decide = () => staff.call(decideRefund, { body: { id: ask.result.refund.id, approve: true } })
  const both = await Promise.all([decide(), decide()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await site.settle()

  const order = await read(ada, whole)
  expect([order.state, order.refundedAmount, order.refunds[0]?.state]).toEqual(['partly_refunded', 2000, 'done'])
  expect([await mayLearn(ada, one.id), await mayLearn(ada, two.id), await mayLearn(ada, three.id)]).toEqual([
    true,
    false,
    true,
  ])
  await staff.call(refundLines, { body: { orderId: whole, positions: [2], note: '客服' } })
  await staff.call(refundLines, { body: { orderId: single, positions: [0], note: '客服' } })
  await site.settle()
  expect([(await read(ada, whole)).state, (await read(ada, single)).state]).toEqual(['refunded', 'refunded'])
  expect([await mayLearn(ada, one.id), await mayLearn(ada, three.id)]).toEqual([false, false])
  expect([await balance('refunds'), await balance()]).toEqual([0, 0])
  const more = await staff.call(refundLines, { body: { orderId: single, positions: [0], note: '再退' } })
  expect(more.status).toBe(409)
})

test('a refund is asked for within its days, by the buyer, and can be withdrawn or declined', async () => {
  const ada = await site.learner()
  const item = await paid()
  const orderId = await buy(ada, { itemIds: [item.id] })
  const ask = (person: Person) => person.call(requestRefund, { body: { orderId, positions: [0], reason: 'faulty' } })
  expect((await ask(seller)).status).toBe(404)
  const first = (await ask(ada)).result.refund
  expect((await ada.call(cancelRefund, { body: { id: first.id } })).result.refund.state).toBe('cancelled')
  const second = (await ask(ada)).result.refund
  const declined = await staff.call(decideRefund, { body: { id: second.id, approve: false, answer: '已学完' } })
  expect(declined.result.refund).toMatchObject({ state: 'declined', answer: '已学完' })
  expect((await ada.call(cancelRefund, { body: { id: second.id } })).status).toBe(409)
  expect(await mayLearn(ada, item.id)).toBe(true)
  site.clock.advance({ days: 7 })
  const late = await ask(ada)
  expect([late.status, late.result.code]).toEqual([422, 'refund_too_late'])
})

test('a plan that is paid makes a member for its months, a second one goes on after it, and a refund takes its months back', async () => {
  const ada = await site.learner()
  const premiumUntil = async () =>
    (await site.db.selectFrom('users').select('premium_until').where('id', '=', ada.id).executeTakeFirstOrThrow())
      .premium_until
  const before = site.clock.now().getTime()
  const first = await buy(ada, { planId: 'premium-month' })
  expect((await ada.call(getSession)).result.premium).toBe(true)
  await buy(ada, { planId: 'premium-month' })
  const days = ((await premiumUntil())?.getTime() ?? 0) - before
  expect(Math.round(days / 86_400_000)).toBeGreaterThanOrEqual(59)
  await staff.call(refundLines, { body: { orderId: first, positions: [0], note: '客服' } })
  const left = ((await premiumUntil())?.getTime() ?? 0) - before
  expect(Math.round(left / 86_400_000)).toBeLessThanOrEqual(31)
})
