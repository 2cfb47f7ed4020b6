import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildLiveSession, buildTag, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { withLists } from './listed-in.ts'

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

test('a few items in a language take the English ones from nobody; twelve are lists of their own, and are found before', async () => {
  const korean: string[] = []
  const publish = async (language = 'ko') => {
    const { id } = await buildTutorial(site.db, { language, title: '그림자' })
    if (language === 'ko') korean.push(id)
    await site.services.events.emit(site.db, itemPublished, { itemId: id })
    await site.settle()
  }
  for (let n = 0; n < 13; n++) await publish('en')
  const listed = async () => (await askIn('ko_KR', pathOf(listCatalog))).criteria.language
  while (korean.length < 11) await publish()
  expect(await listed()).toBe('en')
  const found = await askIn('ko_KR', `${pathOf(searchItems)}?k=${encodeURIComponent('["query:그림자"]')}`)
  expect(found.total).toBe(24)
  expect(korean).toContain(found.results[0]?.id)
  await publish()
  expect(await listed()).toBe('ko')
  await site.db
    .updateTable('items')
    .set({ status: 'draft' })
    .where('id', '=', korean[0] ?? '')
    .execute()
  await site.services.events.emit(site.db, itemRemoved, { itemId: korean[0] ?? '' })
  await expect.poll(listed).toBe('en')
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
