import { getBundleMap, readBundle } from '@lantern/contract/commerce/bundles.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { type BundleDraft, saveBundle } from './bundles.ts'

const site = await testSite()
const seller = await site.user()

function bundle(n: number, draft: Partial<BundleDraft> = {}): Promise<string> {
  const whole: BundleDraft = {
    sourceKey: `test/${n}`,
    slug: `bundle-${n}`,
    language: 'zh',
    title: `第${n}套`,
    description: null,
    ownerId: seller.id,
    thumbnailUrl: '/media/images/img_x/800.webp',
    priceFen: 9900,
    recordCount: 7,
    itemIds: [],
    ...draft,
  }
  return saveBundle(site.db, whole, site.clock.now())
}

const ask = (ids: readonly string[], query = {}) =>
  site.guest().call(getBundleMap, { query: { ids: JSON.stringify(ids), ...query } })

test('bundleMap answers bundles by id with every field of a bundle [CMS-089]', async () => {
  const items = [await buildTutorial(site.db), await buildTutorial(site.db)]
  for (const [at, { id }] of items.entries()) {
    await site.db
      .updateTable('items')
      .set({ duration: 30 + at, price_fen: 6000 + at, with_pay: true })
      .where('id', '=', id)
      .execute()
  }
  const id = await bundle(1, { itemIds: items.map((item) => item.id) })
  const { status, result } = await ask([id, 'bu_none'])
  expect(status).toBe(200)
  expect(result).toEqual({
    bundleMap: {
      [id]: {
        id,
        title: '第1套',
        language: 'zh',
        slug: 'bundle-1',
        userId: seller.id,
        duration: 61,
        recordCount: 7,
        originalAmount: 12001,
        originBundlePrice: 9900,
        thumbnail: { url: '/media/images/img_x/800.webp' },
        status: 'published',
        isWhole: true,
        soldFrom: null,
        soldUntil: null,
      },
    },
    pageNumber: 1,
    pageSize: 20,
  })
})

test('a bundle is compared with what its items cost one by one now, discounts included [CMS-089]', async () => {
  const discount = { fen: 5000, start: '2026-03-01T00:00:00Z', end: '2026-03-09T00:00:00Z' }
  const items = [
    await buildTutorial(site.db, { priceFen: 6000 }),
    await buildTutorial(site.db, { priceFen: 6000, discount }),
  ]
  const id = await bundle(31, { itemIds: items.map((item) => item.id) })
  const single = async () => (await ask([id])).result.bundleMap[id]?.originalAmount
  site.clock.set('2026-03-08T23:59:59Z')
  expect(await single()).toBe(11_000)
  site.clock.set('2026-03-09T00:00:00Z')
  expect(await single()).toBe(12_000)
})

test('the first page of bundles is 20 long, and the next ones go on after it [CMS-089]', async () => {
  const ids = await Promise.all(Array.from({ length: 33 }, (_, at) => bundle(100 + at)))
  const page = async (pageNumber: number, pageSize: number) =>
    Object.keys((await ask(ids, { pageNumber, pageSize })).result.bundleMap)
  expect(await page(1, 20)).toEqual(ids.slice(0, 20))
  expect(await page(2, 10)).toEqual(ids.slice(20, 30))
  expect(await page(3, 10)).toEqual(ids.slice(30))
  expect(await page(4, 10)).toEqual([])
})

test('bundles that are not published are shown to nobody, and what is no list of ids is refused', async () => {
  const id = await bundle(2)
  await site.db.updateTable('bundles').set({ status: 'downgraded' }).where('id', '=', id).execute()
  expect((await ask([id])).result.bundleMap).toEqual({})
  for (const ids of ['bu_1', '{}', '[1]', '']) {
    const { status, result } = await site.guest().call(getBundleMap, { query: { ids } })
    expect([ids, status, result.details?.[0]?.field]).toEqual([ids, 400, 'ids'])
  }
})

test('a bundle is found by its slug, with its items in order, its owner and what they cost one by one [COM-008] [COM-042] [COM-043]', async () => {
  const items = [await buildTutorial(site.db), await buildTutorial(site.db)].reverse()
  await site.db
    .updateTable('items')
    .set({ price_fen: 6000, with_pay: true, duration: 30 })
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute()
  await bundle(3, { itemIds: items.map(({ id }) => id) })
  const { status, result } = await site.guest().call(readBundle, { params: { slug: 'bundle-3' } })
  expect(status).toBe(200)
  expect(result.itemIds).toEqual(items.map(({ id }) => id))
  expect(Object.keys(result.tutorialMap).sort()).toEqual(items.map(({ id }) => id).sort())
  expect(result.bundle).toMatchObject({
    title: '第3套',
    slug: 'bundle-3',
    userId: seller.id,
    duration: 60,
    recordCount: 7,
    originalAmount: 12_000,
    originBundlePrice: 9900,
    thumbnail: { url: '/media/images/img_x/800.webp' },
    status: 'published',
  })
  expect(result.bundle.userId).toMatch(/^u_/)
})

test('a bundle that is not published, or taken out of the shop, exists for its owner alone [COM-044]', async () => {
  const id = await bundle(4)
  const ask = (person: ReturnType<typeof site.guest>) => person.call(readBundle, { params: { slug: 'bundle-4' } })
  for (const state of ['unPublished', 'downgraded'] as const) {
    await site.db.updateTable('bundles').set({ status: state }).where('id', '=', id).execute()
    expect((await ask(site.guest())).status).toBe(404)
    expect((await ask(seller)).result.bundle.status).toBe(state)
  }
  expect((await site.guest().call(readBundle, { params: { slug: 'bundle-none' } })).status).toBe(404)
})
