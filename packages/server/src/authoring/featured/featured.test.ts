import { listFeatured, saveFeatured } from '@lantern/contract/authoring/featured.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { expect, test } from 'vitest'
import { auditTrail } from '#identity/index.ts'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const admin = await site.user({ groups: ['learn_admin'], phone: '13911110001' })
const guest = site.guest()

const older = (await buildTutorial(site.db, { title: '旧的教程', language: 'zh' })).id
const newer = (await buildTutorial(site.db, { title: '新的教程', language: 'zh' })).id
const english = (await buildTutorial(site.db, { title: 'In English', language: 'en' })).id

async function firstOnHome(): Promise<string[]> {
  const { result } = await guest.call(listCatalog, { query: { featured: true, language: 'zh' } })
  return result.results.map(({ id }) => id)
}

test('the list of what is featured is for learning admins alone [CREA-005]', async () => {
  for (const groups of [[], ['admin'], ['learn_editor'], ['learn_admin_zh'], ['learn_creator']] as const) {
    const other = await site.user({ groups: [...groups] })
    expect((await other.call(listFeatured, { query: {} })).status).toBe(403)
    expect((await other.call(saveFeatured, { body: { itemIds: [newer] } })).status).toBe(403)
  }
  expect((await guest.call(listFeatured, { query: {} })).status).toBe(401)
  expect((await admin.call(listFeatured, { query: {} })).status).toBe(200)
})

test('what is featured comes first on the home page, in its order, at once; the rest follows', async () => {
  const before = await firstOnHome()
  const last = before.at(-1) ?? ''
  await admin.call(saveFeatured, { body: { itemIds: [last], language: 'zh' } })
  expect(await firstOnHome()).toEqual([last, ...before.filter((id) => id !== last)])
  await admin.call(saveFeatured, { body: { itemIds: [newer, older], language: 'zh' } })
  expect((await firstOnHome()).slice(0, 2)).toEqual([newer, older])
  const { result } = await admin.call(listFeatured, { query: { language: 'zh' } })
  expect([result.itemIds, result.results.map(({ title }) => title), result.total]).toEqual([
    [newer, older],
    ['新的教程', '旧的教程'],
    2,
  ])
  expect((await auditTrail(site.services, '13911110001')).map(({ act }) => act)).toContain('featured_changed')
  await admin.call(saveFeatured, { body: { itemIds: [], language: 'zh' } })
  expect(await firstOnHome()).toEqual(before)
})

test('what visitors of the language cannot find is refused by its place, and nothing is changed', async () => {
  await admin.call(saveFeatured, { body: { itemIds: [newer], language: 'zh' } })
  const hidden = (await buildTutorial(site.db, { title: '藏起来的', language: 'zh', hidden: true })).id
  const refused = await admin.call(saveFeatured, {
    body: { itemIds: [older, english, hidden, 'ltu_none'], language: 'zh' },
  })
  expect(refused.status).toBe(400)
  expect(refused.result.details?.map(({ field }) => field)).toEqual(['itemIds.1', 'itemIds.2', 'itemIds.3'])
  const twice = await admin.call(saveFeatured, { body: { itemIds: [older, older], language: 'zh' } })
  expect(twice.status).toBe(400)
  expect((await admin.call(listFeatured, { query: { language: 'zh' } })).result.itemIds).toEqual([newer])
})

test('two admins who save at once leave one list, whole', async () => {
  const lists = [[newer, older], [older]]
  await Promise.all(lists.map((itemIds) => admin.call(saveFeatured, { body: { itemIds, language: 'zh' } })))
  const { result } = await admin.call(listFeatured, { query: { language: 'zh' } })
  expect(lists).toContainEqual(result.itemIds)
})
