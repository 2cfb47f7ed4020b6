import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { listOrders, readOrder } from '@lantern/contract/commerce/orders.ts'
import { decideRefund, listRefundRequests, refundLines, requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { listAllOrders, readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy as bought, buildBundle, buildCoupon, ordered, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'
import { saveOrder } from '../orders.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'], name: '作者小叶' })
const staff = await site.user({ groups: ['learn_admin'], name: '财务小周' })
const colleague = await site.user({ groups: ['learn_admin'] })
const paid = (title: string) => paidTutorial(site, seller, { title })
const find = async (query: Parameters<typeof search>[0]) => (await search(query)).results.map(({ id }) => id)
const search = async (query: { q?: string; state?: 'waiting' | 'finished'; from?: string; until?: string }) =>
  (await staff.call(listAllOrders, { query })).result
const read = async (person: Person, id: string) => (await person.call(readOrder, { params: { id } })).result.order
const mayLearn = async (person: Person, id: string) =>
  (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200

test('staff find an order by its number, the payment, the person, the state and the day', async () => {
  const phone = newPhone()
  const ada = await site.learner({ name: '林知远', phone })
  const [one, two] = [await paid('光照探针'), await paid('实时阴影')]
  const finished = await bought(ada, { itemIds: [one.id] })
  site.clock.advance({ days: 2 })
  const waiting = await ordered(ada, { itemIds: [two.id] })
  const { payments } = (await staff.call(readAnyOrder, { params: { id: finished } })).result
  expect(await find({ q: finished })).toEqual([finished])
  const number = orderNumber(finished)
  expect(number).toMatch(/^L20260302-[0-9A-Z]{8}$/)
  for (const typed of [number, ` ${number.toLowerCase().replace('-', '')} `]) {
    expect(await find({ q: typed })).toEqual([finished])
  }
  expect(await find({ q: number.replace('0302', '0303') })).toEqual([])
  expect(await find({ q: number.replace('0302', '1399') })).toEqual([])
  expect(await find({ q: payments[0]?.id })).toEqual([finished])
  expect(await find({ q: ada.id })).toEqual([waiting, finished])
  expect(await find({ q: phone })).toEqual([waiting, finished])
  expect(await find({ q: '林知' })).toEqual([waiting, finished])
  expect(await find({ q: '林知', state: 'finished' })).toEqual([finished])
  const day = new Date(site.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  expect(await find({ q: ada.id, from: day, until: day })).toEqual([waiting])
  expect(await find({ q: '%' })).toEqual([])
  expect((await search({ q: ada.id })).results[0]).toMatchObject({
    goods: [{ title: '实时阴影', planMonths: null }],
    state: 'waiting',
    buyer: { name: '林知远', phone },
  })
  const plan = await ordered(ada, { planId: 'premium-month' })
  expect((await search({ q: plan })).results[0]?.goods).toMatchObject([{ planMonths: 1 }])
  expect((await ada.call(listAllOrders, { query: {} })).status).toBe(403)
})

test('an order shows staff its payments, what happened and by whom, and entries that add up to 0', async () => {
  const ada = await site.learner()
  const item = await paid('水面')
  const id = await bought(ada, { itemIds: [item.id] })
  const { result } = await staff.call(readAnyOrder, { params: { id } })
  expect(result.payments).toMatchObject([{ gateway: 'sandbox', state: 'captured', amount: 1200, isSurplus: false }])
  expect(result.events.map(({ act, by }) => [act, by])).toEqual(
    expect.arrayContaining([
      ['place', 'person'],
      ['pay', 'site'],
      ['paid', 'gateway'],
    ]),
  )
  expect(result.entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  expect(result.entries).toHaveLength(3)
  expect(result.entries.map(({ account, owner }) => [account, owner])).toContainEqual([
    `author:${seller.id}`,
    '作者小叶',
  ])
  expect((await ada.call(readAnyOrder, { params: { id } })).status).toBe(403)
  expect((await staff.call(readAnyOrder, { params: { id: 'od_none' } })).status).toBe(404)
})

test('staff approve some lines of a request and decline the others with an answer that the learner reads', async () => {
  const ada = await site.learner({ name: '何苗' })
  const [one, two] = [await paid('布料'), await paid('粒子')]
  const orderId = await bought(ada, { itemIds: [one.id, two.id] })
  const body = { orderId, positions: [0, 1], reason: 'expectation' as const, note: '和想的不一样' }
  const { refund } = (await ada.call(requestRefund, { body })).result
  const [waiting] = (await staff.call(listRefundRequests, { query: { state: 'requested' } })).result.results
  expect(waiting).toMatchObject({
    refund: { id: refund.id, note: '和想的不一样' },
    person: { name: '何苗' },
    lines: [
      { title: '布料', planMonths: null },
      { title: '粒子', planMonths: null },
    ],
  })
  const decide = (person: Person, answer = '') =>
    person.call(decideRefund, { body: { id: refund.id, approve: true, positions: [1], answer } })
  const silent = await decide(staff)
  expect([silent.status, silent.result.details?.[0]?.field]).toEqual([400, 'answer'])
  const both = await Promise.all([decide(staff, '布料已学完'), decide(colleague, '布料已学完')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await site.settle()
  const order = await read(ada, orderId)
  expect([order.state, order.refundedAmount]).toEqual(['partly_refunded', 1200])
  expect(order.refunds).toMatchObject([{ state: 'done', positions: [1], amount: 1200, answer: '布料已学完' }])
  expect(order.items.map((item) => item.refund)).toEqual([null, 'done'])
  expect([await mayLearn(ada, one.id), await mayLearn(ada, two.id)]).toEqual([true, false])
  // what was declined may be asked for again
  const again = await ada.call(requestRefund, { body: { ...body, positions: [0] } })
  expect(again.status).toBe(200)
})

test('of two staff who give the same lines back at once one is told, and the money goes once', async () => {
  const ada = await site.learner()
  const orderId = await bought(ada, { itemIds: [(await paid('布料')).id] })
  const give = (person: Person) => person.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  const both = await Promise.all([give(staff), give(colleague)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await site.settle()
  expect(await read(ada, orderId)).toMatchObject({ state: 'refunded', amount: 1200, refundedAmount: 1200 })
})

test('of an order that no gateway was paid for nothing goes back', async () => {
  const ada = await site.learner()
  const items = [{ title: '贴纸', quantity: 1, priceFen: 2000, isMerchandise: true }]
  await saveOrder(site.db, {
    sourceKey: 'shop:1',
    userId: ada.id,
    status: 'finished',
    createdAt: site.clock.now(),
    items,
  })
  const [orderId = ''] = (await ada.call(listOrders, { query: {} })).result.results
  const given = await staff.call(refundLines, { body: { orderId, positions: [0], note: '客服' } })
  expect([given.status, given.result.code]).toEqual([409, 'conflict'])
  expect(await read(ada, orderId)).toMatchObject({ state: 'finished', refundedAmount: 0, refunds: [] })
})

test('no more goes back than was paid: not for a line named twice, asked for, given back or not there', async () => {
  const ada = await site.learner()
  const coupon = await buildCoupon(site, { value: 301 })
  const [one, two] = [await paid('布料'), await paid('粒子')]
  const orderId = await bought(ada, { itemIds: [one.id, two.id], coupon })
  const { amount, items } = await read(ada, orderId)
  const give = async (...positions: number[]) => {
    const { status, result } = await staff.call(refundLines, { body: { orderId, positions, note: '客服' } })
    return [status, status === 200 ? result.refund.amount : result.details?.[0]?.field]
  }
  const wish = { orderId, positions: [0, 0], reason: 'faulty' as const }
  const { refund } = (await ada.call(requestRefund, { body: wish })).result
  expect(refund.amount).toBe(items[0]?.amount)
  for (const positions of [[0], [0, 1], [2]]) expect(await give(...positions)).toEqual([400, 'positions'])
  await staff.call(decideRefund, { body: { id: refund.id, approve: true } })
  expect(await give(0)).toEqual([400, 'positions'])
  expect(await give(1)).toEqual([200, items[1]?.amount])
  await site.settle()
  expect(await read(ada, orderId)).toMatchObject({ state: 'refunded', amount, refundedAmount: amount })
  expect((await staff.call(refundLines, { body: { orderId, positions: [1], note: '再退' } })).status).toBe(409)
})

test('a bundle in a request is approved whole or not at all', async () => {
  const ada = await site.learner()
  const [one, two, three] = [await paid('甲'), await paid('乙'), await paid('丙')]
  const bundle = await buildBundle(site, seller, { itemIds: [one.id, two.id], priceFen: 2000 })
  const orderId = await bought(ada, { itemIds: [bundle.id, three.id] })
  const body = { orderId, positions: [0, 2], reason: 'other' as const }
  const { refund } = (await ada.call(requestRefund, { body })).result
  const decide = (positions: number[]) =>
    staff.call(decideRefund, { body: { id: refund.id, approve: true, positions, answer: '部分' } })
  const split = await decide([0, 2])
  expect([split.status, split.result.details?.[0]?.field]).toEqual([400, 'positions'])
  expect((await decide([7])).status).toBe(400)
  expect((await decide([0, 1])).result.refund).toMatchObject({ amount: 2000, positions: [0, 1] })
})

test('a page of 10,000 orders is found by statements that do not grow with them', async () => {
  const ada = await site.learner()
  await sql`
    insert into orders (id, user_id, state, amount_fen, created_at)
    select 'od_many' || n, ${ada.id}, 'finished', 100, ${site.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 10000) n`.execute(site.db)
  await sql`analyze orders`.execute(site.db)
  const few = await site.countQueries(() => search({ q: 'od_many7' }))
  const many = await site.countQueries(() => search({}))
  expect(many).toBe(few)
  expect(await find({ q: 'od_many7' })).toEqual(['od_many7'])
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from orders o where o.state = 'finished' order by o.created_at desc, o.id desc limit 50`.execute(
    site.db,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('orders_by_time')
})
