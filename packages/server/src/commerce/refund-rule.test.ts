import { requestRefund } from '@lantern/contract/commerce/refunds.ts'
import { readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buy, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite({ REFUND_BY_RULE_HOURS: '2' })
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'] })

async function bought(person: Person) {
  const { id } = await paidTutorial(site, seller)
  const orderId = await buy(person, { itemIds: [id] })
  const ask = async () =>
    (await person.call(requestRefund, { body: { orderId, positions: [0], reason: 'expectation' } })).result.refund
  const isOpen = async () => (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200
  return { orderId, ask, isOpen }
}

test('soon after payment the rule approves a refund at once: the right ends, the money goes, and the audit says that nobody decided', async () => {
  const ada = await site.learner()
  const { orderId, ask, isOpen } = await bought(ada)
  site.clock.advance({ minutes: 119 })
  expect((await ask()).state).toBe('sending')
  expect(await isOpen()).toBe(false)
  await site.settle()
  const { order, events, entries } = (await staff.call(readAnyOrder, { params: { id: orderId } })).result
  expect(order).toMatchObject({ state: 'refunded', refundedAmount: 1200, refunds: [{ state: 'done' }] })
  expect(events.find(({ act }) => act === 'refund_rest')).toMatchObject({ by: 'site', actor: null })
  expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
})

test('after its hours, and for a second refund within 90 days, people decide', async () => {
  const ada = await site.learner()
  const late = await bought(ada)
  site.clock.advance({ hours: 2 })
  expect((await late.ask()).state).toBe('requested')
  expect(await late.isOpen()).toBe(true)
  // what waits for people is no refund by the rule yet
  const first = await bought(ada)
  expect((await first.ask()).state).toBe('sending')
  const second = await bought(ada)
  expect((await second.ask()).state).toBe('requested')
  await sql`update refunds set decided_at = decided_at - interval '90 days'`.execute(site.db)
  const third = await bought(ada)
  expect((await third.ask()).state).toBe('sending')
})

test('of two requests at once the rule approves one', async () => {
  const ada = await site.learner()
  const orders = [await bought(ada), await bought(ada)]
  const refunds = await Promise.all(orders.map(({ ask }) => ask()))
  expect(refunds.map(({ state }) => state).sort()).toEqual(['requested', 'sending'])
})
