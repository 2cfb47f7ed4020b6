import { getBundleMap, readBundle } from '@lantern/contract/commerce/bundles.ts'
import { readCart, updateCart } from '@lantern/contract/commerce/cart.ts'
import { placeOrder } from '@lantern/contract/commerce/orders.ts'
import {
  type BundleWish,
  findBundleItems,
  listOwnBundles,
  readOwnBundle,
} from '@lantern/contract/commerce/own-bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import { type Locale, languageTag } from '@lantern/contract/locales.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { bundleWish, saveBundleOf as save } from '#testing/bundles.ts'
import { buildImage } from '#testing/draft-builder.ts'
import { buy, paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const author = () => site.user({ groups: ['learn_creator'], isRealName: true })
const twoItems = (person: Person) => bundleWish(site, person)

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
  for (const itemIds of [[one.id], [one.id, one.id], [one.id, free.id], [one.id, foreign.id], [one.id, 'ltu_none']]) {
    expect([itemIds, await fieldsOf({ itemIds })]).toEqual([itemIds, [400, ['itemIds']]])
  }
  expect((await learner.call(listOwnBundles, { query: {} })).status).toBe(403)
})

test('a save whose answer was lost is sent again and stands; another text under the old version does not', async () => {
  const seller = await author()
  const { wish } = await twoItems(seller)
  const described = { ...wish, description: '<p>先学<strong>光</strong>。</p>', soldUntil: '2030-01-01T00:00:00+08:00' }
  const id = newId('bundle')
  const first = await save(seller, id, null, described)
  site.clock.advance({ minutes: 1 })
  const again = await save(seller, id, null, described)
  expect([again.status, again.result]).toEqual([200, first.result])
  expect((await save(seller, id, null, { ...described, title: '别的' })).status).toBe(409)
})

test('what a bundle can be made of are the own paid items, by words of their titles', async () => {
  const [seller, stranger] = [await author(), await author()]
  const shadow = await paidTutorial(site, seller, { title: '阴影 100%' })
  const particles = await paidTutorial(site, seller, { title: '粒子', status: 'draft' })
  await buildTutorial(site.db, { ownerId: seller.id, title: '免费的阴影' })
  await paidTutorial(site, stranger, { title: '别人的阴影' })
  const found = async (q?: string) =>
    (await seller.call(findBundleItems, { query: q === undefined ? {} : { q } })).result.results.map(({ id }) => id)
  expect(await found('阴影')).toEqual([shadow.id])
  expect(await found('0%')).toEqual([shadow.id])
  expect(await found('_')).toEqual([])
  expect((await found()).sort()).toEqual([shadow.id, particles.id].sort())
  expect((await (await site.learner()).call(findBundleItems, { query: {} })).status).toBe(403)
})

test('its owner is told of an item that went off sale, is free by now or somebody else’s, and of a price that saves nothing', async () => {
  const [seller, stranger] = [await author(), await author()]
  const { one, two, wish } = await twoItems(seller)
  const id = newId('bundle')
  const { result } = await save(seller, id, null, { ...wish, published: true })
  const state = async () => {
    const { items } = (await seller.call(readOwnBundle, { params: { id } })).result
    const rows = (await seller.call(listOwnBundles, { query: {} })).result.results
    return [items.map(({ problem }) => problem), rows.map(({ needsCare }) => needsCare)]
  }
  expect(await state()).toEqual([[null, null], [false]])
  const set = (itemId: string, change: object) =>
    site.db.updateTable('items').set(change).where('id', '=', itemId).execute()
  await set(one.id, { hidden: true })
  expect(await state()).toEqual([['unpublished', null], [true]])
  await set(one.id, { hidden: false, price_fen: null, with_pay: false })
  expect(await state()).toEqual([['free', null], [true]])
  await set(one.id, { price_fen: 1200, with_pay: true })
  await set(two.id, { owner_id: stranger.id, author_id: stranger.id })
  expect(await state()).toEqual([[null, 'not_own'], [true]])
  await set(two.id, { owner_id: seller.id })
  expect((await save(seller, id, result.updatedTime, { ...wish, price: 2400, published: true })).status).toBe(200)
  expect(await state()).toEqual([[null, null], [true]])
})

test('a bundle with an item that is somebody else’s by now is not sold anywhere, until its owner saves it again', async () => {
  const [seller, heir, ada, ben] = [await author(), await author(), await site.learner(), await site.learner()]
  const { two, wish } = await twoItems(seller)
  const id = newId('bundle')
  const { result } = await save(seller, id, null, { ...wish, published: true })
  await ada.call(updateCart, { body: { itemIds: [id] } })
  // its author may still put it into bundles; its sales are the other's
  await site.db.updateTable('items').set({ owner_id: heir.id }).where('id', '=', two.id).execute()
  const seen = async () => {
    const { entries } = (await ada.call(readCart, { query: {} })).result
    const order = await ada.call(placeOrder, { body: { currency: 'CNY', seats: 1, bundleSlug: wish.slug } })
    const put = await ben.call(updateCart, { body: { itemIds: [id] } })
    const page = (await site.guest().call(readBundle, { params: { slug: wish.slug } })).result.bundle
    const own = (await seller.call(readOwnBundle, { params: { id } })).result
    const [row] = (await seller.call(listOwnBundles, { query: {} })).result.results
    const problems = own.items.map(({ problem }) => problem)
    return [entries[0]?.unavailable, order.status, put.status, page.isWhole, problems, row?.needsCare]
  }
  expect(await seen()).toEqual(['not_for_sale', 422, 422, false, [null, 'other_seller'], true])
  await save(seller, id, result.updatedTime, { ...wish, published: true })
  expect(await seen()).toEqual([null, 200, 200, true, [null, null], false])
  await buy(ben, { bundleSlug: wish.slug, amount: 1500 })
})

test('a bundle is read in the reader’s language where it has been translated, with its description and its own cover', async () => {
  const seller = await author()
  const { wish } = await twoItems(seller)
  const id = newId('bundle')
  const described: BundleWish = {
    ...wish,
    published: true,
    description: '<p>先学<strong>光</strong>。</p><script>x</script>',
    translations: [{ language: 'en', title: ' Two pieces ', description: '<p>Light first.</p>' }],
    coverImageId: await buildImage(site.db),
  }
  const { status, result } = await save(seller, id, null, described)
  expect(status).toBe(200)
  expect(result.translations.map(({ language, title }) => [language, title])).toEqual([['en', 'Two pieces']])
  expect(result.bundle.thumbnail.url).toContain(described.coverImageId)
  const ask = async <Answer>(url: string, locale: Locale) =>
    (await site.inject({ method: 'GET', url, headers: { 'accept-language': languageTag(locale) } })).json<Answer>()
  const read = async (locale: Locale) => {
    const { bundle, description } = await ask<ResponseOf<typeof readBundle>>(
      readBundle.path.replace(':slug', wish.slug),
      locale,
    )
    const cards = await ask<ResponseOf<typeof getBundleMap>>(`${getBundleMap.path}?ids=["${id}"]`, locale)
    return [bundle.title, bundle.language, description, cards.bundleMap[id]?.title]
  }
  const own = ['两件套', 'zh', '<p>先学<strong>光</strong>。</p>', '两件套']
  expect(await read('zh_CN')).toEqual(own)
  expect(await read('ja_JP')).toEqual(own)
  expect(await read('en_US')).toEqual(['Two pieces', 'en', '<p>Light first.</p>', 'Two pieces'])
  const plain = await save(seller, id, result.updatedTime, { ...described, coverImageId: null })
  expect(plain.result.bundle.thumbnail.url).toBeNull()
})

test('texts that cannot be are refused by the place where they stand', async () => {
  const seller = await author()
  const { wish } = await twoItems(seller)
  const fieldsOf = async (change: Partial<BundleWish>) => {
    const { status, result } = await save(seller, newId('bundle'), null, { ...wish, ...change })
    return [status, result.details?.map(({ field }) => field)]
  }
  const english = { language: 'en' as const, title: 'Two', description: '' }
  expect(await fieldsOf({ description: '光'.repeat(5001) })).toEqual([400, ['description']])
  expect(await fieldsOf({ translations: [english, { ...english, title: ' ' }] })).toEqual([
    400,
    ['translations.1.language', 'translations.1.title'],
  ])
  expect(await fieldsOf({ translations: [{ ...english, language: 'zh' }] })).toEqual([400, ['translations.0.language']])
  expect(await fieldsOf({ coverImageId: 'img_none' })).toEqual([400, ['coverImageId']])
  expect(await fieldsOf({ soldFrom: 'soon', soldUntil: '2026-02-30' })).toEqual([400, ['soldFrom', 'soldUntil']])
  const day = '2026-06-01T00:00:00+08:00'
  expect(await fieldsOf({ soldFrom: day, soldUntil: day })).toEqual([400, ['soldUntil']])
})

test('a bundle is bought from its first to its last second of sale; its page is there before and after', async () => {
  site.clock.set('2031-06-02T00:00:00Z')
  const [seller, ada] = [await author(), await site.learner()]
  const { wish } = await twoItems(seller)
  const dates = { soldFrom: '2031-06-01T00:00:00+08:00', soldUntil: '2031-06-08T00:00:00+08:00' }
  const id = newId('bundle')
  await save(seller, id, null, { ...wish, ...dates, published: true })
  await ada.call(updateCart, { body: { itemIds: [id] } })
  const seen = async (time: string) => {
    site.clock.set(time)
    const cart = (await ada.call(readCart, { query: {} })).result
    const order = await ada.call(placeOrder, { body: { currency: 'CNY', seats: 1, bundleSlug: wish.slug } })
    const page = await site.guest().call(readBundle, { params: { slug: wish.slug } })
    return [cart.entries[0]?.unavailable, order.status, page.status]
  }
  expect(await seen('2031-05-31T15:59:59Z')).toEqual(['not_for_sale', 422, 200])
  expect(await seen('2031-05-31T16:00:00Z')).toEqual([null, 200, 200])
  expect(await seen('2031-06-07T15:59:59Z')).toEqual([null, 200, 200])
  expect(await seen('2031-06-07T16:00:00Z')).toEqual(['not_for_sale', 422, 200])
})
