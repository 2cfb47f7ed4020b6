import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { autocompleteUsers, getFilterData, headerSearch, searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildAuthor, buildTag, buildTutorial, buildVersions } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { indexItems } from './keeping.ts'

const site = await testSite()
const guest = site.guest()
const k = (...entries: string[]) => ({ k: JSON.stringify(entries) })

async function publish<T extends { id: string }>(building: Promise<T>): Promise<T> {
  const item = await building
  await indexItems(site.services, [item.id])
  await site.services.events.caughtUp()
  return item
}

test('header search takes k and prm and returns text and results [SRCH-050]', async () => {
  const free = await publish(buildTutorial(site.db, { title: '顶点着色器入门' }))
  const premium = await publish(buildTutorial(site.db, { title: '顶点着色器进阶', premium: true }))
  const { status, result } = await guest.call(headerSearch, { query: k('query:顶点着色器') })
  expect(status).toBe(200)
  expect(result.text).toBe('顶点着色器')
  expect(new Set(result.results.map(({ id }) => id))).toEqual(new Set([free.id, premium.id]))
  const members = await guest.call(headerSearch, { query: { ...k('query:顶点着色器'), prm: 'premium' } })
  expect(members.result.results.map(({ id }) => id)).toEqual([premium.id])
})

test('while typing, the beginning of a word, its pinyin and its initials are enough', async () => {
  const item = await publish(buildTutorial(site.db, { title: '曲面细分 Tessellation' }))
  for (const typed of ['tessel', 'qumianxi', 'qmxf', '曲面']) {
    const { result } = await guest.call(headerSearch, { query: k(`query:${typed}`) })
    expect([typed, result.results[0]?.id]).toEqual([typed, item.id])
  }
})

test('no words, no results and no statement to the database', async () => {
  const queries = await site.countQueries(async () => {
    const { result } = await guest.call(headerSearch, { query: k('query: ') })
    expect(result).toEqual({ text: '', results: [] })
  })
  expect(queries).toBe(0)
})

test('the owner filter completes names for admins and editors alone [SRCH-056]', async () => {
  const authorId = await buildAuthor(site.db, { fullName: '顾星河' })
  await publish(buildTutorial(site.db, { title: '顾星河的教程', ownerId: authorId }))
  const editor = await site.user({ groups: ['learn_editor_ko'] })
  const { result } = await editor.call(autocompleteUsers, { query: { text: '星河' } })
  expect(result.userMap[authorId]?.fullName).toBe('顾星河')
  for (const text of ['', '   ', '%', '_']) {
    expect((await editor.call(autocompleteUsers, { query: { text } })).result.userMap).toEqual({})
  }
  const creator = await site.user({ groups: ['learn_creator'] })
  const statuses = [guest, await site.learner(), creator].map(
    async (person) => (await person.call(autocompleteUsers, { query: { text: '顾' } })).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 403, 403])
})

test('searching among creators goes by their names [SRCH-038]', async () => {
  const authorId = await buildAuthor(site.db, { fullName: '纪云舟' })
  const item = await publish(buildTutorial(site.db, { title: '一篇关于海浪的教程', authorId }))
  const byCreator = await guest.call(searchItems, { query: { ...k('query:纪云舟'), kt: ['creator'] } })
  expect(byCreator.result.results.map(({ id }) => id)).toEqual([item.id])
  expect((await guest.call(searchItems, { query: k('query:纪云舟') })).result.total).toBe(0)
})

test('what the filters choose from comes with names in the language of the page', async () => {
  await buildTag(site.db, { id: 'lighting', zh: '光照', en: 'Lighting' })
  await buildTag(site.db, { id: 'games', type: 'industry', zh: '游戏', en: 'Games' })
  await buildVersions(site.db, '2022.3', '6000.0')
  const { forgetReference } = await import('#catalog/index.ts')
  forgetReference(site.db)
  const { result } = await guest.call(getFilterData)
  expect(result).toEqual({
    topics: [{ id: 'lighting', type: 'topic', name: '光照' }],
    industries: [{ id: 'games', type: 'industry', name: '游戏' }],
    versions: ['2022.3', '6000.0'],
  })
})

test('how many one page of a search or list holds comes from configuration [PLAT-046]', async () => {
  for (let at = 0; at < 9; at++) await publish(buildTutorial(site.db, { title: `页长${at}` }))
  const threes = await testSite({ SEARCH_PAGE_SIZE: '3' }, { beside: site })
  for (const [one, size] of [
    [site, 8],
    [threes, 3],
  ] as const) {
    const found = (await one.guest().call(searchItems, { query: k('query:页长') })).result
    expect([found.pageSize, found.results.length, found.total]).toEqual([size, size, 9])
    const listed = (await one.guest().call(listCatalog, { query: {} })).result
    expect([listed.pageSize, listed.results.length]).toEqual([size, size])
  }
})
