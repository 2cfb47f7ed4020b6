import { itemRemoved } from '@lantern/contract/catalog/events.ts'
import { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import { languageTag, type OfferedLocale } from '@lantern/contract/locales.ts'
import { expect, test } from 'vitest'
import { buildLiveSession, buildTag, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

// the language shown to readers in whose own the site has no content

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

test('the first item in a language makes it one that is read, and the last takes that away', async () => {
  const first = await buildTutorial(site.db, { language: 'ko', title: '그림자' })
  const list = await askIn('ko_KR', pathOf(listCatalog))
  expect(Object.values<{ title: string }>(list.itemMap).map(({ title }) => title)).toEqual(['그림자'])
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', first.id).execute()
  await site.services.events.emit(site.db, itemRemoved, { itemId: first.id })
  await expect.poll(async () => (await askIn('ko_KR', pathOf(listCatalog))).criteria.language).toBe('en')
})

test('a site without English is read in the language that it has most of', async () => {
  const chinese = await testSite()
  await buildTutorial(chinese.db, { language: 'zh', title: '只有中文' })
  const { itemMap } = await (
    await chinese.inject({ method: 'GET', url: pathOf(listCatalog), headers: { 'accept-language': 'ru' } })
  ).json()
  expect(Object.values<{ title: string }>(itemMap).map(({ title }) => title)).toEqual(['只有中文'])
})
