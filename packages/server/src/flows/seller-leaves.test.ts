import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { readBundle } from '@lantern/contract/commerce/bundles.ts'
import { readCart, updateCart } from '@lantern/contract/commerce/cart.ts'
import { placeOrder, readOrder } from '@lantern/contract/commerce/orders.ts'
import { listPayouts, markPaidOut } from '@lantern/contract/commerce/sales.ts'
import { deleteAccount } from '@lantern/contract/identity/account-safety.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { saveImportedItem } from '#catalog/index.ts'
import { buildGrant } from '#testing/builders.ts'
import { buildBundle, buy, opened, ordered, paidTutorial, playPayment } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo, newPhone } from '#testing/sms.ts'

const site = await testSite()

async function seller(name = '沈若川') {
  const phone = newPhone()
  const person = await site.user({ name, phone, groups: ['learn_creator'] })
  const leave = async () => {
    const body = { confirmation: '注销账号', code: await codeTo(site, person, phone) }
    expect((await person.call(deleteAccount, { body })).status).toBe(200)
    await site.settle()
  }
  return { ...person, leave }
}

const listed = async (person = site.guest()) =>
  (await person.call(listCatalog, { query: { type: ['tutorial'], pageSize: 50 } })).result.results.map(({ id }) => id)
const begin = (person: Person, id: string) => person.call(startRecord, { body: { id, type: 'tutorial' } })

test('sales end when the seller leaves: who bought it reads on, nobody else can buy it or comes upon it', async () => {
  const shen = await seller()
  const item = await paidTutorial(site, shen)
  const [buyer, other] = [await site.learner(), await site.learner()]
  await buy(buyer, { itemIds: [item.id] })
  await other.call(updateCart, { body: { itemIds: [item.id] } })
  expect(await listed()).toContain(item.id)
  await shen.leave()

  expect((await begin(buyer, item.id)).status).toBe(200)
  expect((await begin(other, item.id)).result.code).toBe('purchase_required')
  const { entries, amounts } = (await other.call(readCart, { query: {} })).result
  expect([entries.map(({ unavailable }) => unavailable), amounts.amount]).toEqual([['not_for_sale'], 0])
  const wish = { itemIds: [item.id], currency: 'CNY' as const, seats: 1 as const }
  expect((await other.call(placeOrder, { body: wish })).result.code).toBe('cart_not_for_sale')
  const third = await site.learner()
  expect((await third.call(updateCart, { body: { itemIds: [item.id] } })).result.code).toBe('cart_not_for_sale')
  expect(await listed()).not.toContain(item.id)
})

test('an order that was placed before the seller left can be paid while its prices hold', async () => {
  const shen = await seller()
  const item = await paidTutorial(site, shen)
  const ada = await site.learner()
  const orderId = await ordered(ada, { itemIds: [item.id] })
  await shen.leave()
  await playPayment(ada, await opened(ada, orderId), 'succeed')
  expect((await ada.call(readOrder, { params: { id: orderId } })).result.order.state).toBe('finished')
  expect((await begin(ada, item.id)).status).toBe(200)
})

test('what costs nothing and what the membership holds is found and read as before', async () => {
  const shen = await seller()
  const free = await paidTutorial(site, shen, { priceFen: 0 })
  const premium = await paidTutorial(site, shen, { premium: true })
  await shen.leave()
  const ids = await listed()
  expect([ids.includes(free.id), ids.includes(premium.id)]).toEqual([true, true])
  const member = await site.learner({ premium: true })
  expect([(await begin(member, free.id)).status, (await begin(member, premium.id)).status]).toEqual([200, 200])
  const guest = site.guest()
  expect((await guest.call(getTutorial, { params: { id: free.id } })).result.tutorialData.saleEnded).toBeUndefined()
  const { tutorialData } = (await guest.call(getTutorial, { params: { id: premium.id } })).result
  expect([tutorialData.saleEnded, tutorialData.withPay, tutorialData.priceFen]).toEqual([true, false, null])
})

test('bundles of the seller go, and those of others that hold an item of theirs are not sold', async () => {
  const [shen, lin] = [await seller(), await site.user({ groups: ['learn_creator'] })]
  const items = [await paidTutorial(site, shen, { premium: true }), await paidTutorial(site, lin)]
  const itemIds = items.map(({ id }) => id)
  const own = await buildBundle(site, shen, { itemIds, priceFen: 1000 })
  const others = await buildBundle(site, lin, { itemIds, priceFen: 1000 })
  const read = (slug: string) => site.guest().call(readBundle, { params: { slug } })
  expect((await read(own.slug)).result.bundle.isWhole).toBe(true)
  await shen.leave()
  expect((await read(own.slug)).status).toBe(404)
  expect((await read(others.slug)).result.bundle.isWhole).toBe(false)
  const ada = await site.learner()
  for (const { id } of [own, others]) {
    expect((await ada.call(updateCart, { body: { itemIds: [id] } })).result.code).toBe('cart_not_for_sale')
  }
})

test('a new owner sells it again; what is published for an owner who has left is not sold', async () => {
  const [shen, lin] = [await seller(), await site.user({ groups: ['learn_creator'] })]
  const save = (ownerId: string, n: number) =>
    saveImportedItem(site.services, {
      type: 'tutorial',
      slug: 'shadows',
      language: 'zh',
      translationGroup: `group ${shen.id}`,
      title: '阴影',
      priceFen: 1200,
      ownerId,
      source: { key: shen.id, hash: Buffer.from([n]) },
    })
  await shen.leave()
  const { id } = await save(shen.id, 1)
  const ada = await site.learner()
  const put = async () => (await ada.call(updateCart, { body: { itemIds: [id] } })).status
  expect(await put()).toBe(422)
  await save(lin.id, 2)
  expect(await put()).toBe(200)
})

test('two sellers who left are told apart, and are paid what they are still owed', async () => {
  const [shen, lin] = [await seller(), await seller()]
  for (const person of [shen, lin]) {
    await buy(await site.learner(), { itemIds: [(await paidTutorial(site, person)).id] })
    await person.leave()
  }
  const month = site.clock.now().toISOString().slice(0, 7)
  site.clock.advance({ days: 31 })
  const staff = await site.user({ groups: ['learn_admin'] })
  const rows = async () =>
    (await staff.call(listPayouts, { query: { month } })).result.payouts.filter(({ authorId }) =>
      [shen.id, lin.id].includes(authorId),
    )
  const before = await rows()
  expect(new Set(before.map(({ authorId }) => authorId))).toEqual(new Set([shen.id, lin.id]))
  expect(before.map(({ amount, leftTime }) => [amount, leftTime?.slice(0, 7)])).toEqual(
    [840, 840].map((due) => [due, month]),
  )
  expect((await staff.call(markPaidOut, { body: { authorId: shen.id, month, amount: 840 } })).status).toBe(200)
  expect((await rows()).find(({ authorId }) => authorId === shen.id)?.paidTime).not.toBeNull()
})

test('rights that staff give to an item whose seller left open it', async () => {
  const shen = await seller()
  const item = await paidTutorial(site, shen)
  await shen.leave()
  const ada = await site.learner()
  await buildGrant(site.db, { userId: ada.id, itemId: item.id })
  expect((await begin(ada, item.id)).status).toBe(200)
})
