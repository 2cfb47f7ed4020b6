import { readBundle } from '@lantern/contract/commerce/bundles.ts'
import {
  type BundleWish,
  listOwnBundles,
  readOwnBundle,
  saveOwnBundle,
} from '@lantern/contract/commerce/own-bundles.ts'
import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { buy, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const author = () => site.user({ groups: ['learn_creator'] })
const save = (person: Person, id: string, seen: string | null, wish: BundleWish) =>
  person.call(saveOwnBundle, { body: { id, seen, ...wish } })

async function twoItems(person: Person) {
  const [one, two] = [await paidTutorial(site, person), await paidTutorial(site, person)]
  return {
    one,
    two,
    wish: { title: '两件套', slug: `set-${one.slug}`, price: 1500, itemIds: [one.id, two.slug], published: false },
  }
}

test('a bundle of own items is made once, is its author’s alone until it is on sale, and is bought at its price [COM-039] [COM-044]', async () => {
  const [seller, stranger, ada] = [await author(), await author(), await site.learner()]
  const { one, two, wish } = await twoItems(seller)
  const id = newId('bundle')
  const made = await save(seller, id, null, wish)
  expect(made.status).toBe(200)
  expect(made.result.items.map((item) => item.id)).toEqual([one.id, two.id])
  expect(made.result.bundle).toMatchObject({ id, status: 'unPublished', originBundlePrice: 1500, originalAmount: 2400 })
  const page = { params: { slug: wish.slug } }
  expect([(await ada.call(readBundle, page)).status, (await seller.call(readBundle, page)).status]).toEqual([404, 200])
  expect((await stranger.call(readOwnBundle, { params: { id } })).status).toBe(404)
  expect((await save(stranger, id, null, wish)).status).toBe(404)
  expect((await stranger.call(listOwnBundles, { query: {} })).result.total).toBe(0)
  expect((await seller.call(listOwnBundles, { query: {} })).result.results.map(({ bundle }) => bundle.id)).toEqual([id])
  const onSale = await save(seller, id, made.result.updatedTime, { ...wish, published: true })
  expect(onSale.result.bundle.status).toBe('published')
  expect((await ada.call(readBundle, page)).result.itemIds).toEqual([one.id, two.id])
  await buy(ada, { bundleSlug: wish.slug, amount: 1500 })
})

test('of two editors the second is told, and what cannot be is refused by its field', async () => {
  const [seller, stranger, learner] = [await author(), await author(), await site.learner()]
  const { one, wish } = await twoItems(seller)
  const id = newId('bundle')
  const { result } = await save(seller, id, null, wish)
  site.clock.advance({ minutes: 1 })
  expect((await save(seller, id, result.updatedTime, { ...wish, title: '甲' })).status).toBe(200)
  expect((await save(seller, id, result.updatedTime, { ...wish, title: '乙' })).status).toBe(409)
  const free = await buildTutorial(site.db, { ownerId: seller.id })
  const foreign = await paidTutorial(site, stranger)
  const fieldsOf = async (change: Partial<BundleWish>) => {
    const answer = await save(seller, newId('bundle'), null, { ...wish, slug: `${wish.slug}-2`, ...change })
    return [answer.status, answer.result.details?.map(({ field }) => field)]
  }
  expect(await fieldsOf({ title: ' ' })).toEqual([400, ['title']])
  expect(await fieldsOf({ slug: 'a b' })).toEqual([400, ['slug']])
  expect(await fieldsOf({ slug: wish.slug })).toEqual([400, ['slug']])
  expect(await fieldsOf({ price: 0 })).toEqual([400, ['price']])
  for (const itemIds of [[one.id], [one.id, one.slug], [one.id, free.id], [one.id, foreign.id], [one.id, 'ltu_none']]) {
    expect([itemIds, await fieldsOf({ itemIds })]).toEqual([itemIds, [400, ['itemIds']]])
  }
  expect((await learner.call(listOwnBundles, { query: {} })).status).toBe(403)
})
