import { getInsights } from '@lantern/contract/authoring/insights.ts'
import { getClass, listDue, listProgress } from '@lantern/contract/campus/assignments.ts'
import { listToMark } from '@lantern/contract/campus/marking.ts'
import { listOrders } from '@lantern/contract/commerce/orders.ts'
import { listPromotions } from '@lantern/contract/commerce/promotions.ts'
import { listRefundRequests } from '@lantern/contract/commerce/refunds.ts'
import { listPayouts, readSales } from '@lantern/contract/commerce/sales.ts'
import { listAllOrders } from '@lantern/contract/commerce/staff-orders.ts'
import { getAttendance } from '@lantern/contract/live/attendance.ts'
import { getClassTool, listClassTools } from '@lantern/contract/lti/tools.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadDemoSite } from '#authoring/index.ts'
import { rememberDemoDirectory } from '#rosters/index.ts'
import { type Person, testSite } from '#testing/site.ts'
import { attendInDemo } from './attend-in-demo.ts'
import { buyInDemo } from './buy-in-demo.ts'
import { connectInDemo } from './connect-in-demo.ts'
import { learnInDemo } from './learn-in-demo.ts'
import { playInDemo } from './play-in-demo.ts'
import { teachInDemo } from './teach-in-demo.ts'
import { tellInDemo } from './tell-in-demo.ts'

const site = await testSite()
await loadDemoSite(site.services)
await learnInDemo(site.services)
await buyInDemo(site.services)
await attendInDemo(site.services)
await teachInDemo(site.services)
await connectInDemo(site.services)
await tellInDemo(site.services)
await playInDemo(site.services)
await rememberDemoDirectory(site.services)
const editor = await site.user({ groups: ['learn_admin'] })

async function insightsOf(sourceKey: string) {
  const { id } = await site.db
    .selectFrom('items')
    .select('id')
    .where('source_key', '=', sourceKey)
    .executeTakeFirstOrThrow()
  const { status, result } = await editor.call(getInsights, { params: { id } })
  expect(status).toBe(200)
  return result
}

test('the demo shows an author every chart of a lesson', async () => {
  const { started, finished, funnel, time, ratings, weeks } = await insightsOf('demo/tutorial/real-time-shadows.zh')
  expect(started).toBeGreaterThanOrEqual(40)
  expect(finished).toBeGreaterThan(10)
  const reached = funnel.map((step) => step.reached ?? 0)
  expect(reached).toEqual(reached.toSorted((one, other) => other - one))
  expect(reached.at(-1)).toBeLessThan(reached[0] ?? 0)
  expect(funnel.filter(({ stopped }) => (stopped ?? 0) > 0).length).toBeGreaterThan(0)
  expect(time?.spread.filter(({ learners }) => (learners ?? 0) > 0).length).toBeGreaterThan(1)
  expect(time?.steps.every(({ medianSeconds }) => medianSeconds !== null)).toBe(true)
  expect(ratings?.spread.filter((count) => (count ?? 0) > 0).length).toBeGreaterThan(1)
  expect(weeks.filter((week) => (week.started ?? 0) > 0).length).toBeGreaterThanOrEqual(5)
})

test('and every question of a quiz, of which some are harder than others', async () => {
  const { quiz } = await insightsOf('demo/quiz/shadows-check.zh')
  expect(quiz?.learners).toBeGreaterThan(15)
  const shares = quiz?.questions.map(({ shareRight }) => shareRight ?? 0) ?? []
  expect(Math.min(...shares)).toBeGreaterThan(0.2)
  expect(Math.max(...shares)).toBeLessThan(1)
  expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.1)
})

test('the demo’s creator has sold for months, also by a bundle and with a coupon, and was paid for a part of it', async () => {
  const creator = await accountOf('13800000002')
  const { entries, payouts } = (await creator.call(readSales, { query: { months: 6 } })).result
  expect(new Set(entries.filter(({ sold }) => sold > 0).map(({ month }) => month)).size).toBeGreaterThanOrEqual(4)
  expect(payouts.map(({ amount }) => amount > 10_000)).toEqual([true])
  const { payouts: paid } = (await editor.call(listPayouts, { query: { month: payouts[0]?.month ?? '' } })).result
  expect(paid.find(({ authorId }) => authorId === creator.id)?.paidTime).not.toBeNull()
  const { results: bought } = await sql<{ kind: string }>`
    select distinct case when plan_id is not null then 'plan' when bundle_id is not null then 'bundle' else 'item' end as kind
    from order_lines where seller_id is not null or plan_id is not null order by 1`
    .execute(site.db)
    .then(({ rows }) => ({ results: rows }))
  expect(bought.map(({ kind }) => kind)).toEqual(['bundle', 'item', 'plan'])
})

test('the demo’s learner has bought a bundle with a coupon, and its receipt can be read', async () => {
  const learner = await accountOf('13800000001')
  const { orderMap } = (await learner.call(listOrders, { query: {} })).result
  const bought = Object.values(orderMap).find(({ items }) => items.every(({ bundleId }) => bundleId !== null))
  expect(bought).toMatchObject({ state: 'finished', coupon: 'LANTERN8', receipts: [{ state: 'issued' }] })
  const pdf = await learner.inject({ method: 'GET', url: bought?.receipts[0]?.url ?? '' })
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('the demo’s learners have names as people have', async () => {
  const { rows } = await sql<{ name: string }>`select name from users where id like 'u\\_demo-learner-%'`.execute(
    site.db,
  )
  expect(new Set(rows.map(({ name }) => name)).size).toBe(40)
  expect(rows.filter(({ name }) => !/^\p{Script=Han}{2,4}$/u.test(name))).toEqual([])
})

test('the shop’s staff find orders, a coupon in use, money that went back, and a request to decide on', async () => {
  const orders = (await editor.call(listAllOrders, { query: {} })).result
  expect(orders.total).toBeGreaterThanOrEqual(40)
  const [promotion] = (await editor.call(listPromotions, { query: {} })).result.results
  expect(promotion?.used).toBeGreaterThanOrEqual(5)
  const refunds = (await editor.call(listRefundRequests, { query: {} })).result.results
  expect(refunds.filter(({ refund }) => refund.state === 'requested')).toHaveLength(1)
  expect(refunds.filter(({ refund }) => refund.state !== 'requested').length).toBeGreaterThanOrEqual(2)
})

test('a host of the demo sees who was in a session, for how long', async () => {
  const { id } = await site.db
    .selectFrom('items')
    .select('id')
    .where('source_key', '=', 'demo/liveSession/terrain-jam.zh')
    .executeTakeFirstOrThrow()
  const { people, total } = (await editor.call(getAttendance, { params: { id } })).result
  expect(total).toBeGreaterThan(20)
  expect(new Set(people.map(({ minutes }) => minutes)).size).toBeGreaterThan(5)
  expect(Math.max(...people.map(({ minutes }) => minutes))).toBeLessThanOrEqual(60)
})

async function accountOf(phone: string): Promise<Person> {
  const { id } = await site.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  return site.signedInAgain({ id } as Person, 'desktop')
}

test('the demo’s school has a class in which some are done, some on the way, some late and some have not begun', async () => {
  const teacher = await accountOf('13800000005')
  const params = { classId: 'kl_demo' }
  const { assignments, learners, groups } = (await teacher.call(getClass, { params })).result
  expect([assignments.length, learners]).toEqual([5, 24])
  expect(groups.map((group) => group.learners).toSorted()).toEqual([6, 7, 8])
  expect(assignments.find(({ recipients }) => recipients)?.counts?.learners).toBe(15)
  const { rows } = (await teacher.call(listProgress, { params, query: {} })).result
  const cells = rows.flatMap((row) => row.cells.flatMap((cell) => cell ?? []))
  const some = (is: (cell: (typeof cells)[number]) => boolean) => cells.filter(is).length
  expect(some(({ done, late }) => done && !late)).toBeGreaterThan(20)
  expect(some(({ done, late }) => done && late)).toBeGreaterThan(0)
  expect(some(({ done, percent }) => !done && percent > 0)).toBeGreaterThan(2)
  expect(some(({ begun, late }) => !begun && late)).toBeGreaterThan(0)
  expect(some(({ score }) => score !== null)).toBeGreaterThan(15)
  // the teacher has marked most of what they wrote; the text of who signs in waits
  const { results, counts } = (await teacher.call(listToMark, { query: {} })).result
  expect([counts.waiting > 2, counts.marked > 5]).toEqual([true, true])
  const learner = await accountOf('13800000010')
  expect(results.map(({ userId }) => userId)).toContain(learner.id)
  expect((await learner.call(listDue)).result.results.length).toBeGreaterThan(0)
})

test('the demo’s class opens a tool that has marks of some, for what is opened and for a column of its own', async () => {
  const teacher = await accountOf('13800000005')
  const { links } = (await teacher.call(listClassTools, { params: { classId: 'kl_demo' } })).result
  expect(links.map(({ marked }) => (marked ?? 0) > 0 && (marked ?? 0) < 24)).toEqual([true, true])
  const { people } = (await teacher.call(getClassTool, { params: { id: links[0]?.id ?? '' } })).result
  const given = (isOfTool: boolean) =>
    people.flatMap(({ marks }) => marks.filter((mark) => mark.isOfTool === isOfTool && mark.given !== null)).length
  expect([given(false), given(true)].every((count) => count > 2)).toBe(true)
})

test('the school’s directory knows members, and what it asked is there to read', async () => {
  const { rows } = await sql`select from scim_people where user_id is not null`.execute(site.db)
  const asked = await sql`select from scim_requests where problem is not null`.execute(site.db)
  expect([rows.length > 2, asked.rows.length]).toEqual([true, 1])
})

test('a second start adds nothing', async () => {
  const past = async () => [
    (await sql`select * from records order by user_id, item_id`.execute(site.db)).rows,
    (await sql`select * from orders order by id`.execute(site.db)).rows,
    (await sql`select * from coupons order by code`.execute(site.db)).rows,
    (await sql`select * from live_attendance order by item_id, user_id`.execute(site.db)).rows,
    (await sql`select * from assignments order by id`.execute(site.db)).rows,
    (await sql`select * from courseware_attempts order by user_id`.execute(site.db)).rows,
    (await sql`select * from lti_tools order by id`.execute(site.db)).rows,
    (await sql`select * from lti_results order by line_item_id, user_id`.execute(site.db)).rows,
    (await sql`select * from webhook_deliveries order by message_id`.execute(site.db)).rows,
    (await sql`select * from scim_people order by id`.execute(site.db)).rows,
    (await sql`select * from scim_requests order by id`.execute(site.db)).rows,
  ]
  const before = await past()
  await learnInDemo(site.services)
  await buyInDemo(site.services)
  await attendInDemo(site.services)
  await teachInDemo(site.services)
  await connectInDemo(site.services)
  await tellInDemo(site.services)
  await playInDemo(site.services)
  await rememberDemoDirectory(site.services)
  expect(await past()).toEqual(before)
})

test('the class has a course package that some have finished, some have begun and some have not', async () => {
  const { rows } = await sql<{ state: string; count: number }>`
    select case when a.user_id is null then 'not begun' when a.completed_at is null then 'begun' else 'done' end as state,
      count(*)::integer as count
    from class_members k join memberships m on m.user_id = k.user_id and m.role = 'learner'
      left join courseware_attempts a on a.user_id = k.user_id
    where k.class_id = 'kl_demo' group by 1 order by 1`.execute(site.db)
  expect(rows.map(({ state }) => state)).toEqual(['begun', 'done', 'not begun'])
})

test('the school’s server was told of what happened, and was away once', async () => {
  const { rows } = await sql<{ tries: number; count: number }>`
    select tries, count(*)::integer as count from webhook_deliveries where state = 'taken' group by 1 order by 1`.execute(
    site.db,
  )
  expect(rows).toEqual([
    { tries: 1, count: 6 },
    { tries: 4, count: 1 },
  ])
})
