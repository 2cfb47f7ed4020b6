import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { getHomeRank, getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildLiveSession, buildTag, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { withLists } from './listed-in.ts'
import { putRankings } from './rankings.ts'

// the language of lists for readers in whose own the site has little or nothing

const site = await testSite()
site.clock.set('2026-03-05T00:00:00Z')
await buildTag(site.db, { id: 'light', zh: '光照', en: 'Lighting' })
await buildTutorial(site.db, { language: 'zh', title: '阴影', topicIds: ['light'] })
await buildTutorial(site.db, { language: 'zh', title: '光照', topicIds: ['light'] })
await buildTutorial(site.db, { language: 'en', title: 'Shadows', topicIds: ['light'] })
await buildTutorial(site.db, { language: 'ja', title: '下書き', status: 'draft' })
await buildTutorial(site.db, { language: 'ja', title: '隠し', hidden: true })
await buildTutorial(site.db, { language: 'ja', title: '学校', organisation: true })
await buildLiveSession(site.db, { language: 'en', title: 'Live', startTime: '2026-03-10T12:00:00.000Z' })

const askIn = async (locale: OfferedLocale, url: string) =>
  (await site.inject({ method: 'GET', url, headers: { 'accept-language': languageTag(locale) } })).json()
const pathOf = ({ path }: { path: string }) => path

test('lists, live sessions and figures are of English content where a language has no content of its own [I18N-002]', async () => {
  for (const locale of ['ko_KR', 'ja_JP', 'fr_FR'] as const) {
    const list = await askIn(locale, pathOf(listCatalog))
    expect(Object.values<{ title: string }>(list.itemMap).map(({ title }) => title)).toEqual(['Shadows'])
    const live = await askIn(locale, `${pathOf(listLiveSessions)}?period=coming`)
    expect(live.results).toHaveLength(1)
    const home = await askIn(locale, pathOf(getHomeTiles))
    expect(home.freeCount).toBe(1)
  }
})

test('whoever has content of their own is shown that', async () => {
  expect((await askIn('zh_CN', pathOf(listCatalog))).total).toBe(2)
})

test('the few works in a language come first in its lists, each in place of its English version, until they are lists of their own', async () => {
  const korean: string[] = []
  const publish = async (
    title: string,
    options: { language: string; translationGroup?: string; publishedAt?: string },
  ) => {
    const { id } = await buildTutorial(site.db, { title, publishedAt: '2026-02-01T00:00:00.000Z', ...options })
    if (options.language === 'ko') korean.push(id)
    return id
  }
  const tell = async (itemId: string) => {
    await site.services.events.emit(site.db, itemPublished, { itemId })
    await site.settle()
  }
  const original = await publish('Grass', { language: 'en' })
  const lessons: string[] = []
  for (let n = 0; n < 49; n++) lessons.push(await publish(`Lesson ${n}`, { language: 'en' }))
  const own = await publish('풀', {
    language: 'ko',
    translationGroup: original,
    publishedAt: '2026-01-01T00:00:00.000Z',
  })
  await buildLiveSession(site.db, { language: 'ko', title: '생방송', startTime: '2026-03-10T11:00:00.000Z' })
  await tell(own)

  const listed = async (query = '') => {
    const { results, total, itemMap } = await askIn('ko_KR', `${pathOf(listCatalog)}?pageSize=100${query}`)
    return { total, titles: results.map(({ id }: { id: string }) => itemMap[id].title) as string[] }
  }
  const mixed = await listed()
  expect([mixed.total, mixed.titles.length, mixed.titles[0]]).toEqual([51, 51, '풀'])
  expect(mixed.titles).not.toContain('Grass')
  expect((await listed('&ob=titleasc')).titles.slice(0, 2)).toEqual(['Lesson 0', 'Lesson 1'])
  expect((await listed('&language=en')).titles).toContain('Grass')
  expect((await listed('&language=ko')).titles).toEqual(['풀'])
  expect((await askIn('ko_KR', pathOf(getHomeTiles))).freeCount).toBe(mixed.total)
  expect((await askIn('ko_KR', `${pathOf(listLiveSessions)}?period=coming`)).total).toBe(2)
  expect((await askIn('ja_JP', pathOf(listCatalog))).total).toBe(51)
  const ranked: [string, string[]][] = [
    ['en', [original, ...lessons.slice(0, 2)]],
    ['ko', [own]],
  ]
  await inTransaction(site.db, (trx) => putRankings(trx, new Map([['B', new Map(ranked)]])))
  expect((await askIn('ko_KR', pathOf(getHomeRank))).rankB.ids).toEqual([own, ...lessons.slice(0, 2)])
  expect((await askIn('ja_JP', pathOf(getHomeRank))).rankB.ids).toEqual([original, ...lessons.slice(0, 2)])
  const feed = await askIn('ko_KR', '/feed.json')
  const fed = feed.items.map((entry: { title: string }) => entry.title)
  expect([fed.includes('Lesson 48'), fed.includes('Grass')]).toEqual([true, false])

  for (let n = 1; n < 47; n++) await publish(`그림자 ${n}`, { language: 'ko' })
  await tell(own)
  // the live session is one of the forty-eight
  expect((await listed()).titles).toHaveLength(47)
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', own).execute()
  await site.services.events.emit(site.db, itemRemoved, { itemId: own })
  await expect.poll(async () => (await listed()).titles).toContain('Grass')
})

test('a search finds in every language, and first in the reader’s own from its first item on', async () => {
  const ids = ['en', 'fr', 'en'].map(async (language) => {
    const { id } = await buildTutorial(site.db, { language, title: 'Raymarching' })
    await site.services.events.emit(site.db, itemPublished, { itemId: id })
    return id
  })
  const french = (await Promise.all(ids))[1]
  await site.settle()
  const found = await askIn('fr_FR', `${pathOf(searchItems)}?k=${encodeURIComponent('["query:Raymarching"]')}`)
  expect([found.total, found.results[0]?.id]).toEqual([3, french])
})

test('the event of an item that comes into a language of few items, or leaves one, names no lists', async () => {
  const listsOf = async (language: string, before?: string) =>
    (await inTransaction(site.db, async (trx) => withLists(trx, (await buildTutorial(trx, { language })).id, before)))
      .lists
  expect(await listsOf('fr')).toBeUndefined()
  expect(await listsOf('en', 'fr')).toBeUndefined()
  expect(await listsOf('en')).toEqual(['en/tutorial'])
  // of the site's own language the first item alone is one too few
  expect((await listsOf('zh', 'en'))?.toSorted()).toEqual(['en/tutorial', 'zh/tutorial'])
})

test('a site without English is read in the language that it has most of', async () => {
  const chinese = await testSite()
  await buildTutorial(chinese.db, { language: 'zh', title: '只有中文' })
  const { itemMap } = await (
    await chinese.inject({ method: 'GET', url: pathOf(listCatalog), headers: { 'accept-language': 'ru' } })
  ).json()
  expect(Object.values<{ title: string }>(itemMap).map(({ title }) => title)).toEqual(['只有中文'])
})
