import type { OrderStatus } from '@lantern/contract/commerce/order-rules.ts'
import { listMerchandiseOrders } from '@lantern/contract/commerce/orders.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { type OrderDraft, saveOrder } from './orders.ts'

const site = await testSite()

const badge = { title: '纪念徽章', quantity: 1, priceFen: 3900, isMerchandise: true }

async function order(person: Person, n: number, draft: Partial<OrderDraft> = {}): Promise<void> {
  await saveOrder(site.db, {
    sourceKey: `${person.id}/${n}`,
    userId: person.id,
    status: 'finished',
    createdAt: new Date(Date.UTC(2026, 2, n)),
    items: [badge],
    ...draft,
  })
}

test('a person’s merchandise orders come newest first, with what was ordered and what it cost [COM-005]', async () => {
  const ada = await site.learner()
  const item = await buildTutorial(site.db)
  await order(ada, 1)
  const status: OrderStatus = 'processing'
  const stickers = { title: '贴纸', quantity: 2, priceFen: 1900, isMerchandise: true }
  const lesson = { title: '一门课', quantity: 1, priceFen: 9900, isMerchandise: false, itemId: item.id }
  await order(ada, 3, { status, items: [stickers, lesson] })
  // of contents alone
  await order(ada, 2, { items: [lesson] })

  const { result } = await ada.call(listMerchandiseOrders, { query: { userId: ada.id } })
  expect([result.total, result.page, result.pageSize, result.results.length]).toEqual([2, 0, 10, 2])
  const [newest = '', oldest = ''] = result.results
  expect(result.orderMap[newest]).toMatchObject({
    id: newest,
    status: 'processing',
    items: [
      { title: '贴纸', quantity: 2, price: 1900, amount: 3800, itemId: null, isMerchandise: true },
      { title: '一门课', quantity: 1, price: 9900, amount: 9900, itemId: item.id, isMerchandise: false },
    ],
    amount: 13_700,
    createdTime: '2026-03-03T00:00:00.000Z',
  })
  expect(result.orderMap[oldest]).toMatchObject({ status: 'finished', amount: 3900 })
})

test('orders come page by page, and an item that is gone leaves its line', async () => {
  const ada = await site.learner()
  const item = await buildTutorial(site.db)
  for (const n of [1, 2, 3]) await order(ada, n, { items: [{ ...badge, itemId: item.id }] })
  await site.db.deleteFrom('items').where('id', '=', item.id).execute()
  const page = async (at: number) =>
    (await ada.call(listMerchandiseOrders, { query: { page: at, pageSize: 2 } })).result
  const [first, second] = [await page(0), await page(1)]
  expect([first.results.length, second.results.length, second.total]).toEqual([2, 1, 3])
  expect(second.orderMap[second.results[0] ?? '']?.items[0]).toMatchObject({ title: '纪念徽章', itemId: null })
})

test('nobody sees another’s orders, and who has none gets none', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  await order(ada, 1)
  expect((await bob.call(listMerchandiseOrders, { query: { userId: ada.id } })).status).toBe(404)
  expect((await site.guest().call(listMerchandiseOrders, { query: { userId: ada.id } })).status).toBe(401)
  const { result } = await bob.call(listMerchandiseOrders, { query: {} })
  expect(result).toMatchObject({ results: [], orderMap: {}, total: 0 })
})

test('the same order again is the same order', async () => {
  const ada = await site.learner()
  await order(ada, 1)
  await order(ada, 1, { status: 'waiting' })
  const { result } = await ada.call(listMerchandiseOrders, { query: {} })
  expect(Object.values(result.orderMap).map(({ status }) => status)).toEqual(['finished'])
})
