import { getBundleMap } from '@lantern/contract/commerce/bundles.ts'
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
        slug: 'bundle-1',
        userId: seller.id,
        duration: 61,
        recordCount: 7,
        originalAmount: 12001,
        originBundlePrice: 9900,
        thumbnail: { url: '/media/images/img_x/800.webp' },
        status: 'published',
      },
    },
    pageNumber: 1,
    pageSize: 20,
  })
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
