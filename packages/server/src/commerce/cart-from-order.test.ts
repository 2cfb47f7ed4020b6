import { putOrderIntoCart, readCart } from '@lantern/contract/commerce/cart.ts'
import { cancelOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { expect, test } from 'vitest'
import { buildGrant } from '#testing/builders.ts'
import { buildBundle, buy, ordered, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { expireOrder } from './end-order.ts'

const site = await testSite()
const seller = await site.user({ groups: ['learn_creator'] })
const paid = (options = {}) => paidTutorial(site, seller, options)

const again = (person: Person, id: string) => person.call(putOrderIntoCart, { body: { id } })
const idsOf = async (person: Person) =>
  (await person.call(readCart, { query: {} })).result.personalCartData.personalCartItemIds

test('what a cancelled order asked for is in the cart again, bundles whole, however often it is put there', async () => {
  const ada = await site.learner()
  const [one, two, three] = [await paid(), await paid(), await paid()]
  const bundle = await buildBundle(site, seller, { itemIds: [two.id, three.id], priceFen: 2000 })
  const id = await ordered(ada, { itemIds: [one.id, bundle.id] })
  await ada.call(cancelOrder, { body: { id } })
  for (const _press of [1, 2]) {
    const { status, result } = await again(ada, id)
    expect([status, result.put, result.left]).toEqual([200, [one.id, bundle.id], []])
    expect(await idsOf(ada)).toEqual([one.id, bundle.id])
  }
})

test('what cannot be bought any more is left out and named as it was ordered', async () => {
  const ada = await site.learner()
  const [sold, hidden, bought] = [await paid(), await paid({ title: '水面' }), await paid({ title: '光照' })]
  const id = await ordered(ada, { itemIds: [sold.id, hidden.id, bought.id] })
  await expireOrder(site.services, id)
  await site.db.updateTable('items').set({ hidden: true, title: '新名字' }).where('id', '=', hidden.id).execute()
  await buildGrant(site.db, { userId: ada.id, itemId: bought.id })
  const { result } = await again(ada, id)
  expect(result.put).toEqual([sold.id])
  expect(result.left).toEqual([
    { id: hidden.id, title: '水面', reason: 'gone' },
    { id: bought.id, title: '光照', reason: 'bought' },
  ])
  expect(await idsOf(ada)).toEqual([sold.id])
})

test('an order that waits or is paid, and another’s, is not put into the cart', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const [one, two] = [await paid(), await paid()]
  const waiting = await ordered(ada, { itemIds: [one.id] })
  expect((await again(ada, waiting)).status).toBe(409)
  expect((await again(ada, await buy(ada, { itemIds: [two.id] }))).status).toBe(409)
  await ada.call(cancelOrder, { body: { id: waiting } })
  expect((await again(bob, waiting)).status).toBe(404)
  expect((await again(site.guest(), waiting)).status).toBe(401)
  expect(await idsOf(bob)).toEqual([])
})

test('a line has the picture of its item, and one drawn from the ordered title where the item is hidden', async () => {
  const ada = await site.learner()
  const item = await paid({ title: '水面' })
  const id = await ordered(ada, { itemIds: [item.id] })
  const picture = async () => (await ada.call(readOrder, { params: { id } })).result.order.items[0]?.picture
  await site.db
    .updateTable('items')
    .set({ thumbnail_url: '/media/images/own.webp' })
    .where('id', '=', item.id)
    .execute()
  expect(await picture()).toBe('/media/images/own.webp')
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', item.id).execute()
  expect(await picture()).toMatch(/^\/media\/covers\//)
})
