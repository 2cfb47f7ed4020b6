import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { itemChanged } from '@lantern/contract/catalog/events.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import { cancelDiscount, createDiscount, editDiscount, listDiscounts } from '@lantern/contract/commerce/discounts.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildGrant, buildTutorial, type ItemOptions } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-05-10T00:00:00Z')
const seller = await site.user({ groups: ['learn_creator'], isRealName: true })

const running = { fen: 900, start: '2026-05-01T00:00:00Z', end: '2026-05-20T00:00:00Z' }
const wish = { discountPrice: 900, startDate: '2026-05-11T10:00+08:00', endDate: '2026-05-18T10:00+08:00' }

const paid = (options: ItemOptions = {}) => buildTutorial(site.db, { priceFen: 1200, ownerId: seller.id, ...options })
const collect = (person: Person, id: string) => person.call(collectItem, { body: { id, type: 'tutorial' } })
const offeredTo = async (person: Person) => (await person.call(listDiscounts, { query: {} })).result.offered

test('discounts that run are offered to who collected or began the item and has not bought it, the first to end first [COM-006]', async () => {
  const ada = await site.learner()
  const collected = await paid({ discount: running })
  const begun = await buildTutorial(site.db, { ownerId: seller.id })
  const bought = await paid({ discount: running })
  const others = await paid({ discount: running })
  const coming = await paid({ discount: { ...running, start: '2026-05-11T00:00:00Z' } })
  const over = await paid({ discount: { ...running, end: '2026-05-10T00:00:00Z' } })
  const full = await paid()
  const hidden = await paid({ discount: running })
  for (const { id } of [collected, bought, coming, over, full, hidden]) await collect(ada, id)
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', hidden.id).execute()
  // what costs money is begun while it is free
  expect((await ada.call(startRecord, { body: { id: begun.id, type: 'tutorial' } })).status).toBe(200)
  const [discount_start, discount_end] = [new Date(running.start), new Date('2026-05-12T00:00:00Z')]
  await site.db
    .updateTable('items')
    .set({ with_pay: true, price_fen: 1200, discount_fen: 900, discount_start, discount_end })
    .where('id', '=', begun.id)
    .execute()
  await buildGrant(site.db, { userId: ada.id, itemId: bought.id })

  const { status, result } = await ada.call(listDiscounts, { query: { userId: ada.id } })
  expect(status).toBe(200)
  expect(result.offered).toEqual([begun.id, collected.id])
  expect(result.own).toEqual([])
  expect(result.itemMap[others.id]).toBeUndefined()
  expect(result.itemMap[collected.id]?.priceFen).toBe(1200)
  // a discount has these fields [COM-041]
  expect(result.discountMap[collected.id]).toEqual({
    itemId: collected.id,
    active: true,
    startDate: '2026-05-01T00:00:00.000Z',
    endDate: '2026-05-20T00:00:00.000Z',
    origPrice: 1200,
    discountPrice: 900,
  })
})

test('a member is not offered what belongs to the membership, nor a maker what is theirs', async () => {
  const member = await site.learner({ premium: true })
  const premium = await paid({ discount: running, premium: true })
  const onlyPaid = await paid({ discount: running })
  for (const { id } of [premium, onlyPaid]) await collect(member, id)
  expect(await offeredTo(member)).toEqual([onlyPaid.id])
  const plain = await site.learner()
  await collect(plain, premium.id)
  expect(await offeredTo(plain)).toEqual([premium.id])
  await collect(seller, onlyPaid.id)
  expect(await offeredTo(seller)).toEqual([])
})

test('discounts are one’s own: a guest signs in, of another person nothing is found [COM-006]', async () => {
  const ada = await site.learner()
  expect((await site.guest().call(listDiscounts, { query: { userId: ada.id } })).status).toBe(401)
  expect((await seller.call(listDiscounts, { query: { userId: ada.id } })).status).toBe(404)
})

test('a seller sees their own paid items, those with and without a discount, page by page', async () => {
  const shop = await site.user({ groups: ['learn_creator'], isRealName: true })
  const ids: string[] = []
  for (let at = 0; at < 3; at++) {
    ids.unshift((await paid({ ownerId: shop.id, authorId: shop.id, ...(at === 1 && { discount: running }) })).id)
  }
  const draft = await paid({ ownerId: shop.id, authorId: shop.id, status: 'draft' })
  await buildTutorial(site.db, { ownerId: shop.id })
  const page = async (at: number) => (await shop.call(listDiscounts, { query: { page: at, pageSize: 2 } })).result
  const [first, second] = [await page(0), await page(1)]
  expect([...first.own, ...second.own].sort()).toEqual([...ids, draft.id].sort())
  expect([first.own.length, first.total, second.page]).toEqual([2, 4, 1])
  expect(Object.keys({ ...first.discountMap, ...second.discountMap })).toEqual([ids[1]])
})

test('a discount is created, edited and cancelled, and cards, pages and lists follow at once [COM-002] [COM-015] [COM-041]', async () => {
  const { id } = await paid({ language: 'ko' })
  const heard: string[] = []
  site.services.events.listen([itemChanged], (payload) => heard.push(payload?.itemId ?? ''))
  const shown = async () =>
    (await site.guest().call(getTutorial, { params: { id }, query: {} })).result.tutorialData.discount
  const listed = async () =>
    (await site.guest().call(listCatalog, { query: { language: 'ko', discounted: true } })).result.total

  const created = await seller.call(createDiscount, {
    body: { itemId: id, ...wish, startDate: '2026-05-09T10:00:00Z' },
  })
  expect(created).toMatchObject({ status: 200, result: { status: 'create' } })
  expect(created.result.discount).toEqual({
    itemId: id,
    active: true,
    startDate: '2026-05-09T10:00:00.000Z',
    endDate: '2026-05-18T02:00:00.000Z',
    origPrice: 1200,
    discountPrice: 900,
  })
  await site.settle()
  expect([await shown(), await listed()]).toEqual([created.result.discount, 1])

  const edited = await seller.call(editDiscount, { body: { itemId: id, ...wish, discountPrice: 700 } })
  expect(edited.result).toMatchObject({ status: 'edit', discount: { discountPrice: 700 } })
  await site.settle()
  // it begins tomorrow now
  expect([(await shown())?.discountPrice, await listed()]).toEqual([700, 0])

  const cancelled = await seller.call(cancelDiscount, { body: { itemId: id } })
  expect(cancelled.result).toEqual({ status: 'cancel', discount: null })
  await site.settle()
  expect(await shown()).toBeNull()
  expect((await seller.call(cancelDiscount, { body: { itemId: id } })).status).toBe(200)
  expect(heard.filter((itemId) => itemId === id).length).toBeGreaterThanOrEqual(3)
})

test('what a card is told of a discount makes its price from the start to before the end, else the full one', async () => {
  const { id } = await paid()
  await seller.call(createDiscount, { body: { itemId: id, ...wish } })
  const { result } = await seller.call(listDiscounts, { query: {} })
  const card = result.itemMap[id]
  if (!card) throw new Error('The seller does not see the item')
  const priceAt = (time: string) => currentPrice(card, new Date(time))
  expect(priceAt('2026-05-11T01:59:59Z')).toEqual({ kind: 'full', fen: 1200 })
  expect(priceAt('2026-05-11T02:00:00Z')).toMatchObject({ kind: 'discounted', fen: 900, originalFen: 1200 })
  expect(priceAt('2026-05-18T02:00:00Z')).toEqual({ kind: 'full', fen: 1200 })
  await seller.call(cancelDiscount, { body: { itemId: id } })
})

test('what cannot be is refused with the name of the field [COM-041]', async () => {
  const { id } = await paid()
  const free = await buildTutorial(site.db, { ownerId: seller.id })
  const fieldsOf = async (change: object, itemId = id) => {
    const { status, result } = await seller.call(createDiscount, { body: { itemId, ...wish, ...change } })
    expect([change, status]).toEqual([change, 400])
    return result.details?.map(({ field }) => field)
  }
  for (const discountPrice of [1200, 1201, 0, -5]) expect(await fieldsOf({ discountPrice })).toEqual(['discountPrice'])
  expect(await fieldsOf({ startDate: wish.endDate })).toEqual(['endDate'])
  expect(await fieldsOf({ startDate: '2026-05-01T00:00:00Z', endDate: '2026-05-10T00:00:00Z' })).toEqual(['endDate'])
  // without its offset a time could be any of a day's
  for (const time of ['', 'soon', '2026-05-12', '2026-05-12T10:00', '2026-13-12T10:00Z']) {
    expect([time, await fieldsOf({ startDate: time, endDate: time })]).toEqual([time, ['startDate', 'endDate']])
  }
  expect(await fieldsOf({ discountPrice: 0, endDate: '' })).toEqual(['discountPrice', 'endDate'])
  expect(await fieldsOf({}, free.id)).toEqual(['itemId'])
  const row = await site.db.selectFrom('items').select('discount_fen').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ discount_fen: null })
})

test('whoever does not make the item may not touch its discount; who looks after its language may', async () => {
  const { id } = await paid({ language: 'zh' })
  const draft = await paid({ status: 'draft' })
  const stranger = await site.user({ groups: ['learn_creator'], isRealName: true })
  const editor = await site.user({ groups: ['learn_editor_zh'], isRealName: true })
  const author = await site.user({ isRealName: true })
  const written = await paid({ authorId: author.id })
  for (const endpoint of [createDiscount, editDiscount]) {
    expect((await stranger.call(endpoint, { body: { itemId: id, ...wish } })).status).toBe(403)
    expect((await stranger.call(endpoint, { body: { itemId: draft.id, ...wish } })).status).toBe(404)
  }
  expect((await stranger.call(cancelDiscount, { body: { itemId: id } })).status).toBe(403)
  expect((await site.guest().call(createDiscount, { body: { itemId: id, ...wish } })).status).toBe(401)
  expect((await seller.call(cancelDiscount, { body: { itemId: 'ltu_none' } })).status).toBe(404)
  expect((await editor.call(createDiscount, { body: { itemId: id, ...wish } })).status).toBe(200)
  expect((await author.call(createDiscount, { body: { itemId: written.id, ...wish } })).status).toBe(200)
})

test('of two that set a discount at once one is told; one that is over can be followed by the next', async () => {
  const { id } = await paid()
  const both = await Promise.all(
    [900, 800].map((discountPrice) => seller.call(createDiscount, { body: { itemId: id, ...wish, discountPrice } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const ended = await paid({ discount: { ...running, end: '2026-05-09T00:00:00Z' } })
  expect((await seller.call(editDiscount, { body: { itemId: ended.id, ...wish } })).status).toBe(409)
  expect((await seller.call(createDiscount, { body: { itemId: ended.id, ...wish } })).status).toBe(200)
})

test('prices in what a refused discount answers are figures of the reader’s language', async () => {
  const german = await site.user({ groups: ['learn_creator'], isRealName: true })
  german.cookies.lantern_locale = 'de_DE'
  const { id } = await paid({ ownerId: german.id, priceFen: 1250 })
  const create = (discountPrice: number) =>
    german.call(createDiscount, { body: { itemId: id, ...wish, discountPrice } })
  expect((await create(1250)).result.details?.[0]?.message).toContain('12,50 Yuan')
  await create(950)
  const before = { ...wish, discountPrice: 1000 }
  const edited = await german.call(editDiscount, { body: { itemId: id, ...wish, discountPrice: 900, before } })
  expect(edited.result.details?.[0]?.message).toContain('9,50')
})
