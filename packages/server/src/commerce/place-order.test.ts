import { deleteFromCart, readCart, updateCart } from '@lantern/contract/commerce/cart.ts'
import { redeemCoupon } from '@lantern/contract/commerce/coupons.ts'
import { cancelOrder, type OrderWish, placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { prepay } from '@lantern/contract/commerce/payments.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildBundle, buildCoupon, opened, paidTutorial, playPayment } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const paid = (options = {}) => paidTutorial(site, seller, options)

const order = (person: Person, wish: Partial<OrderWish>) =>
  person.call(placeOrder, { body: { currency: 'CNY', seats: 1, ...wish } })
const redeem = async (person: Person, coupon: string, itemIds: string[]) =>
  (await person.call(redeemCoupon, { body: { coupon, itemIds } })).result

test('an order holds its prices for half an hour, in CNY and for one seat [COM-003] [COM-037] [COM-038]', async () => {
  const ada = await site.learner()
  const [one, two] = [await paid(), await paid({ priceFen: 800 })]
  const { result, status } = await order(ada, { itemIds: [one.id, two.id], amount: 2000 })
  expect(status).toBe(200)
  expect(result.order).toMatchObject({ status: 'waiting', state: 'waiting', amount: 2000, paidTime: null })
  expect(result.order.expiresTime).toBe(new Date(site.clock.now().getTime() + 30 * 60_000).toISOString())
  await site.db.updateTable('items').set({ price_fen: 9900 }).where('id', '=', one.id).execute()
  expect((await ada.call(readOrder, { params: { id: result.order.id } })).result.order.amount).toBe(2000)
  expect((await seller.call(readOrder, { params: { id: result.order.id } })).status).toBe(404)
  for (const wrong of [{ currency: 'USD' }, { seats: 2 }]) {
    expect((await order(ada, { itemIds: [two.id], ...(wrong as object) })).status).toBe(400)
  }
})

test('the same wish pressed twice is one order; at another price it is another', async () => {
  const ada = await site.learner()
  const item = await paid()
  const both = await Promise.all([order(ada, { itemIds: [item.id] }), order(ada, { itemIds: [item.id] })])
  expect(new Set(both.map(({ result }) => result.order.id)).size).toBe(1)
  await site.db.updateTable('items').set({ price_fen: 1300 }).where('id', '=', item.id).execute()
  const third = await order(ada, { itemIds: [item.id] })
  expect(third.result.order.id).not.toBe(both[0]?.result.order.id)
})

test('a sum that is not the sum any more is refused with the new one, and no order is made', async () => {
  const ada = await site.learner()
  const item = await paid()
  const { status, result } = await order(ada, { itemIds: [item.id], amount: 1 })
  expect([status, result.code]).toEqual([409, 'price_changed'])
  expect(result.message).toContain('12')
  expect(await site.db.selectFrom('orders').select('id').where('user_id', '=', ada.id).execute()).toEqual([])
})

test('a refused sum is written in the figures of the reader’s language', async () => {
  const bruno = await site.learner()
  bruno.cookies.lantern_locale = 'de_DE'
  const item = await paid({ priceFen: 123_450 })
  const { result } = await order(bruno, { itemIds: [item.id], amount: 1 })
  expect(result.message).toContain('1.234,50 ¥')
})

test('discount, bundle and coupon come off in this order, and every line says its part to the fen', async () => {
  const ada = await site.learner()
  const now = site.clock.now().getTime()
  const discount = {
    fen: 899,
    start: new Date(now - 1000).toISOString(),
    end: new Date(now + 86_400_000).toISOString(),
  }
  const items = [
    await paid({ priceFen: 1001, discount }),
    await paid({ priceFen: 1003 }),
    await paid({ priceFen: 997 }),
  ]
  const bundle = await buildBundle(site, seller, { itemIds: items.map(({ id }) => id), priceFen: 2500 })
  const coupon = await buildCoupon(site, { kind: 'percent', value: 15 })
  const { result } = await order(ada, { bundleSlug: bundle.slug, coupon: coupon.toLowerCase() })
  expect(result.order.amounts).toEqual({
    originalAmount: 3001,
    discountAmount: 102,
    bundleAmount: 399,
    couponAmount: 375,
    amount: 2125,
  })
  const sum = (part: (line: (typeof result.order.items)[number]) => number) =>
    result.order.items.reduce((all, line) => all + part(line), 0)
  expect([sum((line) => line.amount), sum((line) => line.bundleAmount), sum((line) => line.couponAmount)]).toEqual([
    2125, 399, 375,
  ])
  expect(result.order.items.map(({ bundleId }) => bundleId)).toEqual([bundle.id, bundle.id, bundle.id])
  expect(result.order.coupon).toBe(coupon)
})

test('what is withdrawn after the order was made cannot be paid any more, and is named', async () => {
  const ada = await site.learner()
  const [stays, goes] = [await paid(), await paid({ title: '光照探针' })]
  const { result } = await order(ada, { itemIds: [stays.id, goes.id] })
  const pay = () => ada.call(prepay, { params: { gateway: 'sandbox' }, body: { orderId: result.order.id } })
  const change = (values: { hidden?: boolean; status?: string; deleted_at?: Date | null }) =>
    site.db.updateTable('items').set(values).where('id', '=', goes.id).execute()
  const ways = [
    { hidden: true },
    { hidden: false, status: 'draft' },
    { status: 'published', deleted_at: site.clock.now() },
  ]
  for (const way of ways) {
    await change(way)
    const refused = await pay()
    expect([refused.status, refused.result.code]).toEqual([422, 'cart_not_for_sale'])
    expect(refused.result.message).toContain('光照探针')
  }
  await change({ deleted_at: null })
  expect((await pay()).status).toBe(200)
})

test('an order that costs nothing is finished at once, opens what it is for and empties the cart of it', async () => {
  const ada = await site.learner()
  const item = await paid({ priceFen: 300 })
  const coupon = await buildCoupon(site, { value: 500 })
  await ada.call(updateCart, { body: { itemIds: [item.id] } })
  const before = await ada.call(startRecord, { body: { id: item.id, type: 'tutorial' } })
  expect(before.result.code).toBe('purchase_required')
  const { result } = await order(ada, { itemIds: [item.id], coupon })
  expect(result.order).toMatchObject({ status: 'finished', state: 'finished', amount: 0, gateway: null })
  expect((await ada.call(startRecord, { body: { id: item.id, type: 'tutorial' } })).status).toBe(200)
  expect((await ada.call(readCart, { query: {} })).result.entries).toEqual([])
  const again = await order(ada, { itemIds: [item.id] })
  expect([again.status, again.result.code]).toEqual([409, 'cart_owned'])
})

test('a plan is ordered as items are, and nobody is a member before it is paid', async () => {
  const ada = await site.learner()
  await site.db.insertInto('plans').values({ id: 'test-plan', months: 2, price_fen: 100 }).execute()
  const { result } = await order(ada, { planId: 'test-plan' })
  expect(result.order).toMatchObject({ state: 'waiting', amount: 100 })
  expect((await ada.call(getSession)).result.premium).toBe(false)
  expect((await order(ada, { planId: 'none' })).status).toBe(404)
})

test('what is wanted is named once: items, a bundle or a plan', async () => {
  const ada = await site.learner()
  const item = await paid()
  for (const wish of [{}, { itemIds: [item.id], planId: 'premium-month' }]) {
    const { status, result } = await order(ada, wish)
    expect([status, result.details?.[0]?.field]).toEqual([400, 'itemIds'])
  }
  expect((await order(ada, { bundleSlug: 'none' })).status).toBe(404)
  expect((await order(ada, { itemIds: ['ltu_none'] })).status).toBe(404)
})

test('what was typed of the purchaser is checked field by field [COM-016] [COM-017] [COM-018] [COM-019]', async () => {
  const ada = await site.learner()
  const item = await paid()
  const fieldsOf = async (purchaser: { fullName: string; email: string; phone: string }) =>
    (await order(ada, { itemIds: [item.id], purchaser })).result.details?.map(({ field }) => field)
  const sound = { fullName: '林知远', email: 'lin@example.com', phone: '13800000001' }
  expect(await fieldsOf({ ...sound, fullName: ' ' })).toEqual(['purchaser.fullName'])
  expect(await fieldsOf({ ...sound, fullName: '长'.repeat(71) })).toEqual(['purchaser.fullName'])
  expect(await fieldsOf({ ...sound, email: 'lin@', phone: '12' })).toEqual(['purchaser.email', 'purchaser.phone'])
  expect(await fieldsOf({ fullName: '', email: '', phone: '' })).toHaveLength(3)
  expect((await order(ada, { itemIds: [item.id], purchaser: sound })).status).toBe(200)
})

test('whoever comes back from an order to the cart has said who buys, and says it anew only to change it', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const item = await paid()
  const purchaserOf = async (person: Person) => (await person.call(readCart, { query: {} })).result.purchaser
  const first = { fullName: '林知远', email: 'lin@example.com', phone: '13800000001' }
  await order(ada, { itemIds: [item.id], purchaser: first })
  expect([await purchaserOf(ada), await purchaserOf(bob)]).toEqual([first, null])
  site.clock.advance({ minutes: 1 })
  await order(ada, { itemIds: [(await paid()).id], purchaser: { ...first, fullName: '林远' } })
  site.clock.advance({ minutes: 1 })
  // an order of a plan asks for nobody
  await order(ada, { itemIds: [(await paid()).id] })
  expect(await purchaserOf(ada)).toEqual({ ...first, fullName: '林远' })
})

test('coupons are refused by name, and the order with such a coupon names the field [PLAT-062] [COM-021] [COM-026] [COM-027] [COM-028]', async () => {
  const ada = await site.learner()
  const item = await paid()
  const other = await paid()
  const coupons = {
    TOOLONG99: ['InvalidParameter', 'malformed'],
    SEVEN77: ['InvalidParameter', 'malformed'],
    中文优惠码八个字: ['InvalidParameter', 'malformed'],
    NOBODY00: ['ResourceNotFound', 'unknown'],
    [await buildCoupon(site, { endsAt: '2026-03-01T00:00:00Z' })]: ['InvalidOperation', 'expired'],
    [await buildCoupon(site, { startsAt: '2026-04-01T00:00:00Z' })]: ['InvalidOperation', 'not_yet'],
    [await buildCoupon(site, { itemIds: [other.id] })]: ['TargetNotEligible', 'nothing_eligible'],
    [await buildCoupon(site, { ownerId: ada.id })]: ['TargetNotEligible', 'nothing_eligible'],
    [await buildCoupon(site, { leastFen: 1201 })]: ['TargetNotEligible', 'too_little'],
  }
  for (const [coupon, [errorCode, reason]] of Object.entries(coupons)) {
    const answer = await redeem(ada, coupon, [item.id])
    expect([coupon, answer.errorCode, answer.reason, answer.amounts.amount]).toEqual([coupon, errorCode, reason, 1200])
    const refused = await order(ada, { itemIds: [item.id], coupon })
    expect([refused.result.code, refused.result.details?.[0]?.field]).toEqual(['coupon_refused', 'coupon'])
  }
  const disabled = await buildCoupon(site)
  await site.db
    .updateTable('promotions')
    .set({ disabled_at: site.clock.now() })
    .where('id', '=', (eb) => eb.selectFrom('coupons').select('promotion_id').where('code', '=', disabled))
    .execute()
  expect(await redeem(ada, disabled, [item.id])).toMatchObject({ errorCode: 'InvalidOperation', reason: 'disabled' })
})

test('a coupon takes off only of what it is for, and a person has it as often as it says [COM-026]', async () => {
  const ada = await site.learner()
  const [one, two, three] = [await paid(), await paid(), await paid({ priceFen: 100 })]
  const coupon = await buildCoupon(site, { value: 300, itemIds: [one.id] })
  const answer = await redeem(ada, coupon, [one.id, two.id])
  expect(answer).toMatchObject({ coupon: { code: coupon, title: '开学季' }, amount: 300, amounts: { amount: 2100 } })
  const { result } = await order(ada, { itemIds: [one.id, two.id], coupon })
  expect(result.order.items.map(({ couponAmount }) => couponAmount)).toEqual([300, 0])
  const first = await buildCoupon(site, { value: 100, firstOrderOnly: true })
  expect((await order(ada, { itemIds: [three.id], coupon: first })).result.order.state).toBe('finished')
  expect(await redeem(ada, first, [two.id])).toMatchObject({ errorCode: 'AuthorizationError', reason: 'used_by_you' })
  const another = await buildCoupon(site, { firstOrderOnly: true })
  expect(await redeem(ada, another, [two.id])).toMatchObject({
    errorCode: 'AuthorizationError',
    reason: 'first_order_only',
  })
})

test('a reduction for the first order is had once: of two waiting orders with one each the later one stands', async () => {
  const ada = await site.learner()
  const [one, two] = [await paid(), await paid()]
  const coupons = [
    await buildCoupon(site, { firstOrderOnly: true, perPerson: 2 }),
    await buildCoupon(site, { firstOrderOnly: true, perPerson: 2 }),
  ]
  const first = await order(ada, { itemIds: [one.id], coupon: coupons[0] ?? '' })
  const payment = await opened(ada, first.result.order.id)
  const second = await order(ada, { itemIds: [two.id], coupon: coupons[1] ?? '' })
  const state = async (id: string) => (await ada.call(readOrder, { params: { id } })).result.order.state
  expect([await state(first.result.order.id), await state(second.result.order.id)]).toEqual(['cancelled', 'waiting'])
  // the money for the first one was under way: it goes back, since its reduction is had by the second
  await sql`update sandbox_payments set state = 'paid', paid_at = now() where payment_id = ${payment}`.execute(site.db)
  await site.settle()
  expect(await state(first.result.order.id)).toBe('cancelled')
  await playPayment(ada, await opened(ada, second.result.order.id), 'succeed')
  expect(await state(second.result.order.id)).toBe('finished')
  const { rows } = await sql`
    select r.state, r.is_surplus from refunds r where r.payment_id = ${payment}`.execute(site.db)
  expect(rows).toEqual([{ state: 'done', is_surplus: true }])
})

/**
 * As many at once as there are connections, so that no more ever meet in the database. Of 200 requests at once a slow
 * machine rightly answers `unavailable` to those that wait five seconds for a connection.
 */
async function inTurns<Each, Result>(all: readonly Each[], act: (each: Each) => Promise<Result>): Promise<Result[]> {
  const queue = all.values()
  const results: Result[] = []
  const turns = Array.from({ length: site.services.config.databasePool }, async () => {
    for (const each of queue) results.push(await act(each))
  })
  await Promise.all(turns)
  return results
}

test('of 200 people who come together for the last ten uses exactly ten get the coupon', async () => {
  const item = await paid()
  const coupon = await buildCoupon(site, { mostUses: 10 })
  const people = await inTurns(Array.from({ length: 200 }), () => site.learner())
  const answers = await inTurns(people, (person) => order(person, { itemIds: [item.id], coupon }))
  expect(answers).toHaveLength(200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ result }) => result.code))).toEqual(
    new Set(['coupon_refused']),
  )
  const uses = await site.db.selectFrom('coupon_uses').select('user_id').where('code', '=', coupon).execute()
  expect(new Set(uses.map(({ user_id }) => user_id)).size).toBe(10)
})

test('an order that is cancelled or runs out frees its coupon; a new order takes it over from one that waits', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const [item, more] = [await paid(), await paid()]
  const coupon = await buildCoupon(site, { mostUses: 1 })
  const first = await order(ada, { itemIds: [item.id], coupon })
  expect((await order(bob, { itemIds: [item.id], coupon })).result.code).toBe('coupon_refused')
  expect(await redeem(bob, coupon, [item.id])).toMatchObject({ errorCode: 'InvalidOperation', reason: 'used_up' })
  // she changed her mind: the same coupon on another wish
  const second = await order(ada, { itemIds: [item.id, more.id], coupon })
  expect(second.status).toBe(200)
  const read = async (id: string) => (await ada.call(readOrder, { params: { id } })).result.order
  expect((await read(first.result.order.id)).state).toBe('cancelled')
  const { id } = second.result.order
  expect((await bob.call(cancelOrder, { body: { id } })).status).toBe(404)
  expect((await ada.call(cancelOrder, { body: { id } })).result.order).toMatchObject({
    state: 'cancelled',
    status: 'finished',
  })
  expect((await ada.call(cancelOrder, { body: { id } })).status).toBe(200)
  const third = await order(bob, { itemIds: [item.id], coupon })
  expect(third.status).toBe(200)
  site.clock.advance({ minutes: 30 })
  await site.services.jobs.send(site.db, 'commerce.expire_orders', {})
  await site.settle()
  expect((await bob.call(readOrder, { params: { id: third.result.order.id } })).result.order.state).toBe('expired')
  expect((await order(ada, { itemIds: [item.id], coupon })).status).toBe(200)
  await ada.call(deleteFromCart, { body: { itemIds: [item.id] } })
})
