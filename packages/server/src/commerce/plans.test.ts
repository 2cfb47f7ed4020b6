import { readOrder } from '@lantern/contract/commerce/orders.ts'
import { listPlans } from '@lantern/contract/commerce/plans.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { buy } from '#testing/shop.ts'
import { testSite } from '#testing/site.ts'
import { savePlan } from './plans.ts'

const site = await testSite({ PREMIUM_URL: 'https://premium.example.com/join' })
site.clock.set('2026-05-10T00:00:00Z')
for (const [id, months, priceFen, offered] of [
  ['premium-year', 12, 29800, true],
  ['premium-month', 1, 3900, true],
  ['premium-decade', 120, 99900, false],
] as const) {
  await savePlan(site.db, { id, months, priceFen, offered })
}

test('plans that are on sale are listed, the shortest first; each one that is bought adds its months', async () => {
  const guest = (await site.guest().call(listPlans, {})).result
  expect(guest.plans).toEqual([
    { id: 'premium-month', months: 1, price: 3900 },
    { id: 'premium-year', months: 12, price: 29800 },
  ])
  expect(guest.premiumUntil).toBeNull()
  const ada = await site.learner()
  const orderId = await buy(ada, { planId: 'premium-month', amount: 3900 })
  expect((await ada.call(getSession)).result.premium).toBe(true)
  expect((await ada.call(listPlans, {})).result.premiumUntil).toBe('2026-06-10T00:00:00.000Z')
  expect((await ada.call(readOrder, { params: { id: orderId } })).result.order.items[0]).toMatchObject({
    planId: 'premium-month',
    planMonths: 1,
    itemId: null,
  })
  await buy(ada, { planId: 'premium-year', amount: 29800 })
  expect((await ada.call(listPlans, {})).result.premiumUntil).toBe('2027-06-10T00:00:00.000Z')
})

test('where premium is offered comes from the settings [PLAT-044]', async () => {
  expect((await site.guest().call(getSession)).result.site.premiumUrl).toBe('https://premium.example.com/join')
})
