import { refundLines } from '@lantern/contract/commerce/refunds.ts'
import { listPayouts, markPaidOut, readSales, type SalesEntry } from '@lantern/contract/commerce/sales.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildBundle, buildCoupon, buy, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const staff = await site.user({ groups: ['learn_admin'] })
const author = (name: string) => site.user({ name, groups: ['learn_creator'] })

/** Months lie between the acts: sessions end in them. */
const here = (person: Person) => site.signedInAgain(person, 'desktop')
const admin = () => here(staff)

const salesOf = async (person: Person) => (await (await here(person)).call(readSales, { query: { months: 12 } })).result
const earnedIn = (entries: readonly SalesEntry[]) => entries.reduce((sum, { earned }) => sum + earned, 0)
const due = async (month?: string) =>
  (await (await admin()).call(listPayouts, { query: { ...(month && { month }) } })).result
const mark = async (authorId: string, month: string, amount: number) => markBy(await admin(), authorId, month, amount)
const markBy = (person: Person, authorId: string, month: string, amount: number) =>
  person.call(markPaidOut, { body: { authorId, month, amount } })

async function accountOf(person: Person): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(-sum(amount_fen), 0)::integer as fen from ledger_entries
    where account = ${`author:${person.id}`}`.execute(site.db)
  return rows[0]?.fen ?? 0
}

test('sales stand by month and item, reductions and refunds counted, and add up to the author’s account in the ledger', async () => {
  const seller = await author('沈若川')
  const one = await paidTutorial(site, seller, { title: '阴影' })
  const two = await paidTutorial(site, seller, { title: '粒子', priceFen: 997 })
  const bundle = await buildBundle(site, seller, { itemIds: [one.id, two.id], priceFen: 1501 })
  const coupon = await buildCoupon(site, { kind: 'percent', value: 15 })
  // late in April here, early in May at the site
  site.clock.set('2026-04-30T17:00:00Z')
  const [ada, bob] = [await site.learner(), await site.learner()]
  await buy(ada, { itemIds: [one.id], coupon })
  const orderId = await buy(bob, { itemIds: [bundle.id] })
  site.clock.set('2026-06-02T00:00:00Z')
  await (await admin()).call(refundLines, { body: { orderId, positions: [0], note: '退' } })
  const sales = await salesOf(seller)
  expect(sales.months.at(-1)).toBe('2026-06')
  expect(sales.months).toHaveLength(12)
  const facts = sales.entries.map(({ month, title, count, sold, refundedCount, refunded, earned }) => {
    return [month, title, count, sold, refundedCount, refunded, earned]
  })
  // 1501 over 1200 and 997 is 820 and 681; 70 % of 1020, 820 and 681 is 714, 574 and 477
  expect(facts).toEqual([
    ['2026-05', '粒子', 1, 681, 0, 0, 477],
    ['2026-05', '阴影', 2, 1840, 0, 0, 1288],
    ['2026-06', '粒子', 0, 0, 1, 681, -477],
    ['2026-06', '阴影', 0, 0, 1, 820, -574],
  ])
  expect(sales.balance).toBe(714)
  expect([earnedIn(sales.entries), await accountOf(seller)]).toEqual([714, 714])
  expect(sales.share).toBe(70)
})

test('what others sold is nobody else’s, and learners have no such page or file', async () => {
  const [seller, other, learner] = [await author('甲'), await author('乙'), await site.learner()]
  await buy(learner, { itemIds: [(await paidTutorial(site, seller)).id] })
  expect((await salesOf(other)).entries).toEqual([])
  expect((await learner.call(readSales, { query: {} })).status).toBe(403)
  expect((await site.guest().inject({ url: '/api/learn/creator/sales.csv' })).statusCode).toBe(401)
})

test('the file says the same in yuan, opens rightly in a spreadsheet and runs no formula', async () => {
  const seller = await author('丙')
  site.clock.set('2026-06-10T00:00:00Z')
  await buy(await site.learner(), { itemIds: [(await paidTutorial(site, seller, { title: '=cmd|x' })).id] })
  const file = await seller.inject({ url: '/api/learn/creator/sales.csv?months=1' })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [heads, row] = file.payload.split('\r\n')
  expect(heads).toBe('\uFEFF月份,内容,卖出,原价,成交额,退款份数,退款,到手')
  expect(row).toBe("2026-06,'=cmd|x,1,12,12,0,0,8.4")
})

test('staff mark what is due once, of a month that is over, and the ledger has the payment', async () => {
  const seller = await author('丁')
  site.clock.set('2026-07-31T15:00:00Z')
  await buy(await site.learner(), { itemIds: [(await paidTutorial(site, seller)).id] })
  const row = async (month?: string) => (await due(month)).payouts.find(({ authorId }) => authorId === seller.id)
  expect(await row('2026-07')).toMatchObject({ amount: 840, paidTime: null })
  expect((await mark(seller.id, '2026-07', 840)).result.details?.[0]?.field).toBe('month')
  site.clock.set('2026-07-31T16:00:00Z')
  expect((await due()).month).toBe('2026-07')
  expect((await mark(seller.id, '2026-07', 839)).status).toBe(409)
  // one session for both: signing in again ends the other one
  const inOneSession = await admin()
  const both = await Promise.all([1, 2].map(() => markBy(inOneSession, seller.id, '2026-07', 840)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await accountOf(seller)).toBe(0)
  expect((await row('2026-07'))?.paidTime).toBe('2026-07-31T16:00:00.000Z')
  expect((await salesOf(seller)).payouts).toEqual([
    { month: '2026-07', amount: 840, paidTime: '2026-07-31T16:00:00.000Z' },
  ])
  expect((await mark('u_nobody', '2026-07', 840)).status).toBe(404)
  expect((await (await here(seller)).call(listPayouts, { query: {} })).status).toBe(403)
})

test('a month that was left out is paid with the next, and a refund after a payout comes off the next', async () => {
  const seller = await author('戊')
  const item = await paidTutorial(site, seller)
  const amountOf = async (month: string) =>
    (await due(month)).payouts.find(({ authorId }) => authorId === seller.id)?.amount
  site.clock.set('2026-08-10T00:00:00Z')
  await buy(await site.learner(), { itemIds: [item.id] })
  site.clock.set('2026-09-10T00:00:00Z')
  const orderId = await buy(await site.learner(), { itemIds: [item.id] })
  site.clock.set('2026-10-02T00:00:00Z')
  expect(await amountOf('2026-09')).toBe(1680)
  await mark(seller.id, '2026-09', 1680)
  expect(await amountOf('2026-08')).toBeUndefined()
  await (await admin()).call(refundLines, { body: { orderId, positions: [0], note: '退' } })
  await buy(await site.learner(), { itemIds: [item.id] })
  await buy(await site.learner(), { itemIds: [item.id] })
  site.clock.set('2026-11-02T00:00:00Z')
  expect(await amountOf('2026-10')).toBe(840)
  expect((await salesOf(seller)).balance).toBe(840)
})
