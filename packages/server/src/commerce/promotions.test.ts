import { redeemCoupon } from '@lantern/contract/commerce/coupons.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import {
  createPromotion,
  disablePromotion,
  editPromotion,
  listPromotions,
  makeCoupons,
  type PromotionWish,
  readPromotion,
} from '@lantern/contract/commerce/promotions.ts'
import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { buy, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-05-10T00:00:00Z')
const admin = await site.user({ groups: ['learn_admin'] })
const seller = await site.user({ groups: ['learn_creator'] })

const wish: PromotionWish = {
  title: '开学季',
  kind: 'amount',
  value: 300,
  least: 0,
  itemIds: [],
  ownerId: null,
  firstOrderOnly: false,
  perPerson: 1,
  most: null,
  startDate: '2026-05-01T00:00:00+08:00',
  endDate: null,
}

async function create(change: Partial<PromotionWish> = {}): Promise<string> {
  const { status, result } = await admin.call(createPromotion, {
    body: { id: newId('promotion'), ...wish, ...change },
  })
  expect([status, result.details]).toEqual([200, undefined])
  return result.promotion.id
}

async function shared(promotionId: string, code: string): Promise<void> {
  const { status } = await admin.call(makeCoupons, { body: { promotionId, seen: 0, code } })
  expect(status).toBe(200)
}

const refusal = async (person: Person, coupon: string, itemIds: string[]) =>
  (await person.call(redeemCoupon, { body: { coupon, itemIds } })).result.reason

test('a promotion that is sent twice is made once, and the newest is first', async () => {
  const body = { id: newId('promotion'), ...wish, title: '双击' }
  const both = await Promise.all([admin.call(createPromotion, { body }), admin.call(createPromotion, { body })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { result } = await admin.call(listPromotions, { query: {} })
  expect(result.results.filter(({ id }) => id === body.id)).toHaveLength(1)
  const other = await admin.call(createPromotion, { body: { ...body, title: '另一个' } })
  expect(other.status).toBe(409)
})

test('what cannot be is refused by the name of its field, and nothing is kept', async () => {
  const faultsOf = async (change: Partial<PromotionWish>) => {
    const { status, result } = await admin.call(createPromotion, {
      body: { id: newId('promotion'), ...wish, title: '不行', ...change },
    })
    return [status, result.details?.map(({ field }) => field)]
  }
  expect(await faultsOf({ title: ' ' })).toEqual([400, ['title']])
  expect(await faultsOf({ value: 0 })).toEqual([400, ['value']])
  expect(await faultsOf({ kind: 'percent', value: 101 })).toEqual([400, ['value']])
  expect(await faultsOf({ startDate: 'gestern' })).toEqual([400, ['startDate']])
  // the start is not later than the end
  expect(await faultsOf({ endDate: '2026-04-30T00:00:00+08:00' })).toEqual([400, ['endDate']])
  expect(await faultsOf({ itemIds: ['ltu_nothing'] })).toEqual([400, ['itemIds']])
  expect(await faultsOf({ ownerId: 'u_nobody' })).toEqual([400, ['ownerId']])
  const { result } = await admin.call(listPromotions, { query: {} })
  expect(result.results.map(({ title }) => title)).not.toContain('不行')
})

test('items are named by id or slug, and the coupon is for these alone', async () => {
  const [one, two, other] = [
    await paidTutorial(site, seller),
    await paidTutorial(site, seller),
    await paidTutorial(site, seller),
  ]
  const id = await create({ itemIds: [one.id, two.slug, two.id] })
  await shared(id, 'ONLYTWO1')
  const { result } = await admin.call(readPromotion, { params: { id }, query: {} })
  expect(result.items.map((item) => item.id)).toEqual([one.id, two.id])
  const ada = await site.learner()
  expect(await refusal(ada, 'ONLYTWO1', [other.id])).toBe('nothing_eligible')
  expect(await refusal(ada, 'ONLYTWO1', [two.id])).toBeNull()
})

test('a batch has as many codes of 8 or 10 letters and digits as were asked for, and sent twice it is one batch [COM-021]', async () => {
  const promotionId = await create()
  const make = (seen: number, length: '8' | '10') =>
    admin.call(makeCoupons, { body: { promotionId, seen, count: 50, length } })
  const both = await Promise.all([make(0, '8'), make(0, '8')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const long = await make(50, '10')
  expect(long.result.promotion.couponCount).toBe(100)
  expect(new Set(long.result.codes).size).toBe(50)
  expect(long.result.codes.every((code) => /^[A-Z0-9]{10}$/.test(code))).toBe(true)
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  expect(await refusal(ada, long.result.codes[0] ?? '', [item.id])).toBeNull()
})

test('a code of one’s own has 8 or 10 letters and digits and belongs to one promotion [COM-021]', async () => {
  const promotionId = await create()
  const make = async (code: string, seen = 0) => {
    const { status, result } = await admin.call(makeCoupons, { body: { promotionId, seen, code } })
    return [status, result.details?.[0]?.field]
  }
  expect(await make('SHORT')).toEqual([400, 'code'])
  expect(await make('WITH_LINE1')).toEqual([400, 'code'])
  expect(await make('summer2026')).toEqual([200, undefined])
  expect(await make('SUMMER2026', 1)).toEqual([400, 'code'])
})

test('uses are shown with their orders, and the file holds every code with its mark', async () => {
  const promotionId = await create({ title: '=1+1' })
  const { result: made } = await admin.call(makeCoupons, { body: { promotionId, seen: 0, count: 3 } })
  const [code = ''] = made.codes
  const ada = await site.learner({ name: '林晚' })
  const item = await paidTutorial(site, seller)
  const orderId = await buy(ada, { itemIds: [item.id], coupon: code })
  const { result } = await admin.call(readPromotion, { params: { id: promotionId }, query: {} })
  expect(result.uses).toEqual([
    expect.objectContaining({ code, orderId, state: 'finished', userName: '林晚', couponAmount: 300, amount: 900 }),
  ])
  expect([result.total, result.promotion.used, result.promotion.couponCount]).toEqual([1, 1, 3])
  const url = `/api/learn/finance/promotion/${promotionId}/coupons.csv`
  const file = await admin.inject({ url })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = file.payload.split('\r\n')
  expect(lines[0]?.startsWith('\uFEFF')).toBe(true)
  expect(lines.filter((line) => /^[A-Z0-9]{8},'=1\+1,/.test(line))).toHaveLength(3)
  expect(file.payload).toContain(orderNumber(orderId))
  for (const person of [site.guest(), ada, seller])
    expect((await person.inject({ url })).statusCode).toBeGreaterThan(400)
})

test('a promotion that is changed or stopped leaves orders that wait as they were promised', async () => {
  const id = await create()
  await shared(id, 'PROMISED')
  const [ada, bob] = [await site.learner(), await site.learner()]
  const item = await paidTutorial(site, seller)
  const { result } = await ada.call(placeOrder, {
    body: { currency: 'CNY', seats: 1, itemIds: [item.id], coupon: 'PROMISED' },
  })
  const edited = await admin.call(editPromotion, { body: { id, ...wish, kind: 'percent', value: 50, most: 5 } })
  expect(edited.result.promotion).toMatchObject({ kind: 'percent', value: 50, most: 5, used: 1 })
  expect((await ada.call(readOrder, { params: { id: result.order.id } })).result.order.amount).toBe(900)
  expect((await bob.call(redeemCoupon, { body: { coupon: 'PROMISED', itemIds: [item.id] } })).result.amount).toBe(600)
  await admin.call(disablePromotion, { body: { id, disabled: true } })
  expect(await refusal(bob, 'PROMISED', [item.id])).toBe('disabled')
  await admin.call(disablePromotion, { body: { id, disabled: false } })
  expect(await refusal(bob, 'PROMISED', [item.id])).toBeNull()
  // no limit below the uses that there are
  await bob.call(placeOrder, { body: { currency: 'CNY', seats: 1, itemIds: [item.id], coupon: 'PROMISED' } })
  const below = await admin.call(editPromotion, { body: { id, ...wish, most: 1 } })
  expect([below.status, below.result.details?.[0]?.field]).toEqual([400, 'most'])
})

test('codes cannot be guessed by placing orders either: wrong ones count wherever they are tried', async () => {
  const ada = await site.learner()
  const item = await paidTutorial(site, seller)
  const place = (coupon?: string) =>
    ada.call(placeOrder, { body: { currency: 'CNY', seats: 1, itemIds: [item.id], ...(coupon && { coupon }) } })
  for (let at = 0; at < 30; at++) {
    expect((await place(`GUESS${at + 10}A`)).result.code).toBe('coupon_refused')
    expect(await refusal(ada, `GUESS${at + 10}B`, [item.id])).toBe('unknown')
  }
  expect((await place('GUESS99A')).result.code).toBe('rate_limited')
  expect((await ada.call(redeemCoupon, { body: { coupon: 'GUESS99B', itemIds: [item.id] } })).status).toBe(429)
  // who buys without one is not held up
  expect((await place()).status).toBe(200)
})
