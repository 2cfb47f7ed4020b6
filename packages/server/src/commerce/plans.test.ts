import { readOrder } from '@lantern/contract/commerce/orders.ts'
import { listGateways } from '@lantern/contract/commerce/payments.ts'
import { listPlans } from '@lantern/contract/commerce/plans.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { buy } from '#testing/shop.ts'
import { testSite } from '#testing/site.ts'
import { savePlan } from './plans.ts'

const site = await testSite({
  PREMIUM_URL: 'https://premium.example.com/join',
  PAYMENT_STORE_URL: 'https://store.example.com/buy',
})
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

test('a month of membership ends by the calendar of the site, over the end of a month and of a year', async () => {
  const untilOf = async (boughtAt: string) => {
    site.clock.set(boughtAt)
    const ada = await site.learner()
    await buy(ada, { planId: 'premium-month', amount: 3900 })
    return (await ada.call(listPlans, {})).result.premiumUntil
  }
  // half past midnight at the site, where it is the next day already
  expect(await untilOf('2026-12-30T16:30:00Z')).toBe('2027-01-30T16:30:00.000Z')
  expect(await untilOf('2027-01-30T16:30:00Z')).toBe('2027-02-27T16:30:00.000Z')
  expect(await untilOf('2027-02-28T16:30:00Z')).toBe('2027-03-31T16:30:00.000Z')
  expect(await untilOf('2028-01-30T16:30:00Z')).toBe('2028-02-28T16:30:00.000Z')
})

test('where premium is offered and where the outside store is comes from the settings; without them premium is offered here and there is no store [PLAT-044]', async () => {
  const without = await testSite({}, { beside: site })
  const addresses = async (one: typeof site) => [
    (await one.guest().call(getSession)).result.site.premiumUrl,
    (await one.guest().call(listGateways)).result.storeUrl,
  ]
  expect(await addresses(site)).toEqual(['https://premium.example.com/join', 'https://store.example.com/buy'])
  expect(await addresses(without)).toEqual(['/premium', null])
})
