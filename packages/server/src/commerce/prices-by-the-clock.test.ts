import { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { readCart, updateCart } from '@lantern/contract/commerce/cart.ts'
import { placeOrder } from '@lantern/contract/commerce/orders.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { reindex } from '#search/index.ts'
import { paidTutorial } from '#testing/shop.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-05-10T00:00:00Z')
const seller = await site.user({ groups: ['learn_creator'] })

test('cart, order, lists, search and the home page change with a discount at its first and after its last second', async () => {
  const discount = { fen: 500, start: '2026-05-10T01:00:00Z', end: '2026-05-10T02:00:00Z' }
  const plain = await paidTutorial(site, seller, { title: '平价课', priceFen: 900 })
  const dear = await paidTutorial(site, seller, { title: '打折课', priceFen: 1200, discount })
  await reindex(site.services)
  const ada = await site.learner()
  await ada.call(updateCart, { body: { itemIds: [dear.id] } })
  const seen = async (time: string) => {
    site.clock.set(time)
    const guest = site.guest()
    const cart = (await ada.call(readCart, { query: {} })).result
    const list = async (query: object) => {
      const { results } = (await guest.call(listCatalog, { query })).result
      return results.map(({ id }) => (id === dear.id ? 'dear' : 'plain'))
    }
    const found = (await guest.call(searchItems, { query: { ob: ['priceasc'] } })).result.results
    const wish = { currency: 'CNY' as const, seats: 1 as const, itemIds: [dear.id] }
    return {
      cart: [cart.entries[0]?.price, cart.amounts.amount],
      order: (await ada.call(placeOrder, { body: { ...wish, amount: cart.amounts.amount } })).result.order.amount,
      cheapest: (await list({ type: ['tutorial'], ob: 'priceasc' }))[0],
      found: found.map(({ id }) => (id === dear.id ? 'dear' : 'plain'))[0],
      discounted: await list({ type: ['tutorial'], discounted: true }),
      tile: (await guest.call(getHomeTiles, {})).result.discountEndDate,
      isPlainKnown: found.some(({ id }) => id === plain.id),
    }
  }
  const full = {
    cart: [1200, 1200],
    order: 1200,
    cheapest: 'plain',
    found: 'plain',
    discounted: [],
    tile: null,
    isPlainKnown: true,
  }
  const reduced = {
    cart: [500, 500],
    order: 500,
    cheapest: 'dear',
    found: 'dear',
    discounted: ['dear'],
    tile: '2026-05-10T02:00:00.000Z',
    isPlainKnown: true,
  }
  expect(await seen('2026-05-10T00:59:59.999Z')).toEqual(full)
  site.clock.set('2026-05-10T01:00:00Z')
  expect(await seen('2026-05-10T01:00:59.999Z')).toEqual(reduced)
  expect(await seen('2026-05-10T01:59:59.999Z')).toEqual(reduced)
  expect(await seen('2026-05-10T02:01:00Z')).toEqual(full)
})

test('who sends the sum of a moment ago is told the new one, and nothing is ordered', async () => {
  const ada = await site.learner()
  const start = '2026-05-11T00:00:00Z'
  const item = await paidTutorial(site, seller, { discount: { fen: 500, start, end: '2026-05-12T00:00:00Z' } })
  const order = (amount: number) =>
    ada.call(placeOrder, { body: { currency: 'CNY', seats: 1, itemIds: [item.id], amount } })
  site.clock.set('2026-05-11T00:00:00Z')
  const late = await order(1200)
  expect([late.status, late.result.code]).toEqual([409, 'price_changed'])
  expect(late.result.message).toContain('5')
  expect((await order(500)).status).toBe(200)
})
