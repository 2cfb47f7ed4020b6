import { createDiscount } from '@lantern/contract/commerce/discounts.ts'
import { expect, test } from 'vitest'
import { saveImportedItem } from '#catalog/index.ts'
import { buildTutorial } from '#testing/builders.ts'
import { publishedTutorial, soundSection, soundTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-05-10T00:00:00Z')
const author = await site.user({ groups: ['learn_creator'], isRealName: true })

const wish = { discountPrice: 690, startDate: '2026-05-09T00:00:00Z', endDate: '2026-05-20T00:00:00Z' }
const columns = ['title', 'price_fen', 'discount_fen', 'discount_start', 'discount_end'] as const
const standing = {
  discount_fen: 690,
  discount_start: new Date('2026-05-09T00:00:00Z'),
  discount_end: new Date('2026-05-20T00:00:00Z'),
}
const none = { discount_fen: null, discount_start: null, discount_end: null }

const rowOf = (id: string) => site.db.selectFrom('items').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

test('publishing an item from its draft keeps its discount [COM-041]', async () => {
  const { id, steps } = await buildTutorial(site.db, { ownerId: author.id, steps: 2, priceFen: 990 })
  expect((await author.call(createDiscount, { body: { itemId: id, ...wish } })).status).toBe(200)
  const forms = await soundTutorial(site.db, author.id)
  const sections = steps.map((step) => ({ ...soundSection(step.title), id: step.id }))
  await publishedTutorial(author, id, {
    ...forms,
    general: { ...forms.general, title: '新的标题' },
    steps: { ...forms.steps, sections },
  })
  expect(await rowOf(id)).toEqual({ title: '新的标题', price_fen: 990, ...standing })
})

test('importing a changed file keeps a discount that is still below the price, and no other', async () => {
  const draft = { type: 'tutorial', slug: 'a', language: 'zh', translationGroup: 'a', ownerId: author.id } as const
  const save = (n: number, change: { title: string; priceFen: number | null; discount?: null }) =>
    saveImportedItem(site.services, { ...draft, ...change, source: { key: 'a', hash: Buffer.from([n]) } })
  const { id } = await save(1, { title: '一', priceFen: 990 })
  await author.call(createDiscount, { body: { itemId: id, ...wish } })
  await save(2, { title: '二', priceFen: 800 })
  expect(await rowOf(id)).toEqual({ title: '二', price_fen: 800, ...standing })
  await save(3, { title: '三', priceFen: 690 })
  expect(await rowOf(id)).toEqual({ title: '三', price_fen: 690, ...none })
  await save(4, { title: '四', priceFen: 990 })
  await author.call(createDiscount, { body: { itemId: id, ...wish } })
  // an explicit null removes the discount
  await save(5, { title: '五', priceFen: 990, discount: null })
  expect(await rowOf(id)).toEqual({ title: '五', price_fen: 990, ...none })
})
