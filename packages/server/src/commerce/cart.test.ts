import { deleteFromCart, readCart, readCartIds, updateCart } from '@lantern/contract/commerce/cart.ts'
import { expect, test } from 'vitest'
import { buildGrant, buildTutorial } from '#testing/builders.ts'
import { buildBundle, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })

const put = (person: Person, ...itemIds: string[]) => person.call(updateCart, { body: { itemIds } })
const cartOf = async (person: Person) => (await person.call(readCart, { query: {} })).result
const paid = (options = {}) => paidTutorial(site, seller, options)

test('a cart takes one item at a time, keeps its order and is the same on another device [COM-001] [COM-040] [COM-058]', async () => {
  const ada = await site.learner()
  const [one, two] = [await paid(), await paid()]
  expect((await put(ada, one.id)).result).toEqual({ personalCartData: { personalCartItemIds: [one.id] } })
  expect((await put(ada, two.id)).result.personalCartData.personalCartItemIds).toEqual([one.id, two.id])
  // again, and from two tabs at once: it is there once
  const both = await Promise.all([put(ada, two.id), put(ada, two.id)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const phone = await site.signedInAgain(ada, 'mobile')
  const { personalCartData, entries, amounts } = await cartOf(phone)
  expect(personalCartData.personalCartItemIds).toEqual([one.id, two.id])
  expect(entries.map(({ price, unavailable }) => [price, unavailable])).toEqual([
    [1200, null],
    [1200, null],
  ])
  expect(amounts).toEqual({ originalAmount: 2400, discountAmount: 0, bundleAmount: 0, couponAmount: 0, amount: 2400 })
  const left = await phone.call(deleteFromCart, { body: { itemIds: [one.id, 'ltu_none'] } })
  expect(left.result.personalCartData.personalCartItemIds).toEqual([two.id])
  expect((await ada.call(readCartIds)).result.personalCartItemIds).toEqual([two.id])
})

test('the cart is for people who are signed in, and only one’s own [COM-022]', async () => {
  const ada = await site.learner()
  const item = await paid()
  const guest = site.guest()
  expect((await put(guest, item.id)).status).toBe(401)
  expect((await guest.call(readCart, { query: {} })).status).toBe(401)
  expect((await guest.call(readCartIds)).result.personalCartItemIds).toEqual([])
  expect((await seller.call(readCart, { query: { userId: ada.id } })).status).toBe(404)
})

test('the twenty-first entry is refused with a message, and nothing of the call is put in [COM-054] [COM-060]', async () => {
  const ada = await site.learner()
  const items = await Promise.all(Array.from({ length: 22 }, () => paid()))
  const ids = items.map(({ id }) => id)
  expect((await put(ada, ...ids.slice(0, 19))).status).toBe(200)
  const refused = await put(ada, ...ids.slice(19, 21))
  expect([refused.status, refused.result.code]).toEqual([422, 'cart_limit'])
  expect(refused.result.message).toContain('20')
  expect((await cartOf(ada)).entries).toHaveLength(19)
  // of two at once for the last place one is in
  const both = await Promise.all(ids.slice(19, 21).map((id) => put(ada, id)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('what is free, one’s own, bought or not there is not put in', async () => {
  const ada = await site.learner()
  const [free, own, bought] = [await buildTutorial(site.db), await paidTutorial(site, ada), await paid()]
  await buildGrant(site.db, { userId: ada.id, itemId: bought.id })
  const draft = await paid({ status: 'draft' })
  const codes = []
  for (const id of [free.id, own.id, bought.id, draft.id, 'ltu_none']) codes.push((await put(ada, id)).result.code)
  expect(codes).toEqual(['cart_not_for_sale', 'cart_owned', 'cart_owned', 'not_found', 'not_found'])
})

test('a price that changed is said, and what cannot be bought any more stays with its reason', async () => {
  const ada = await site.learner()
  const [dearer, hidden, gone, later] = [await paid(), await paid({ title: '藏起来的' }), await paid(), await paid()]
  for (const { id } of [dearer, hidden, gone, later]) await put(ada, id)
  await site.db.updateTable('items').set({ price_fen: 1500 }).where('id', '=', dearer.id).execute()
  await site.db.updateTable('items').set({ hidden: true, title: '新题目' }).where('id', '=', hidden.id).execute()
  await site.db.updateTable('items').set({ deleted_at: site.clock.now() }).where('id', '=', gone.id).execute()
  await buildGrant(site.db, { userId: ada.id, itemId: later.id })
  const { entries, amounts, tutorialMap } = await cartOf(ada)
  expect(entries.map(({ priceWhenAdded, price, unavailable }) => [priceWhenAdded, price, unavailable])).toEqual([
    [1200, 1500, null],
    [1200, null, 'gone'],
    [1200, null, 'gone'],
    [1200, null, 'bought'],
  ])
  // what is hidden shows nothing newer than what the person saw
  expect(entries[1]?.title).toBe('藏起来的')
  expect(tutorialMap[hidden.id]).toBeUndefined()
  expect(amounts.amount).toBe(1500)
})

test('a bundle costs its price, shared out over its items to the fen; an item of it is not counted beside it [COM-039]', async () => {
  const ada = await site.learner()
  const items = [await paid({ priceFen: 1001 }), await paid({ priceFen: 1001 }), await paid({ priceFen: 1001 })]
  const bundle = await buildBundle(site, seller, { itemIds: items.map(({ id }) => id), priceFen: 2000 })
  await put(ada, items[0]?.id ?? '')
  await put(ada, bundle.id)
  const { entries, amounts, bundleMap, bundleItems } = await cartOf(ada)
  expect(entries.map(({ kind, price, unavailable }) => [kind, price, unavailable])).toEqual([
    ['item', null, 'in_bundle'],
    ['bundle', 2000, null],
  ])
  expect(amounts).toMatchObject({ originalAmount: 3003, bundleAmount: 1003, amount: 2000 })
  expect(bundleMap[bundle.id]).toMatchObject({ originBundlePrice: 2000, originalAmount: 3003 })
  expect(bundleItems[bundle.id]).toEqual(items.map(({ id }) => id))
})

test('a discount counts from its start to before its end, by the site’s clock [COM-045]', async () => {
  const ada = await site.learner()
  const now = site.clock.now().getTime()
  const discount = { fen: 900, start: new Date(now).toISOString(), end: new Date(now + 3_600_000).toISOString() }
  const item = await paid({ discount })
  const bundle = await buildBundle(site, seller, { itemIds: [item.id, (await paid({})).id], priceFen: 2000 })
  const ben = await site.learner()
  await put(ben, bundle.id)
  // compared with what its items cost one by one now, not with what they once cost
  expect((await cartOf(ben)).entries[0]).toMatchObject({ price: 2000, originalPrice: 2100 })
  await put(ada, item.id)
  expect((await cartOf(ada)).amounts).toMatchObject({ originalAmount: 1200, discountAmount: 300, amount: 900 })
  site.clock.advance({ hours: 1 })
  const after = await cartOf(ada)
  expect(after.entries[0]).toMatchObject({ priceWhenAdded: 900, price: 1200 })
  expect(after.amounts.amount).toBe(1200)
})
