import { listFeatured, saveFeatured } from '@lantern/contract/authoring/featured.ts'
import { getHomeRank } from '@lantern/contract/catalog/home.ts'
import { startRecord, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildAuthor, buildTutorial } from '#testing/builders.ts'
import { foldFigures } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'
import { computeRankings } from './index.ts'

const site = await testSite()
site.clock.set('2026-06-01T00:00:00Z')

const author = await buildAuthor(site.db, { fullName: '贺一鸣' })
const build = (title: string, rest: Partial<Parameters<typeof buildTutorial>[1]> = {}) =>
  buildTutorial(site.db, { title, ownerId: author, skillLevel: 'intermediate', ...rest })
const old = await build('多年的热门', { stats: { recordCount: 9000 } })
const fresh = await build('这周的新课', { stats: { recordCount: 1 }, duration: 35 })
const first = await build('第一课', { skillLevel: 'beginner', stats: { recordCount: 500 } })
const rated = await build('好评如潮', { stats: { ratingSum: 95, ratingCount: 10 } })
const lucky = await build('一个满分', { stats: { ratingSum: 10, ratingCount: 1 } })
const hidden = await build('藏起来的', { hidden: true, stats: { recordCount: 99_000 } })

async function learn(itemId: string, people: number) {
  for (let i = 0; i < people; i++) {
    const learner = await site.learner()
    await learner.call(startRecord, { body: { id: itemId, type: 'tutorial' } })
  }
}

async function rank() {
  return (await site.guest().call(getHomeRank, { query: { locale: 'zh_CN' } })).result
}

test('rankings are counted from what people learn: this week, first steps and best rated [CAT-044]', async () => {
  await learn(old.id, 1)
  site.clock.advance({ days: 30 })
  await learn(fresh.id, 2)
  await learn(first.id, 1)
  await computeRankings(site.services)
  const { rankA, rankB, rankC, rankItemMap } = await rank()
  expect(rankA?.ids).toHaveLength(5)
  expect(rankA?.ids.slice(0, 3)).toEqual([fresh.id, first.id, old.id])
  expect(rankB?.ids).toEqual([first.id])
  // a single full mark is not yet the best of all, and is not enough to be listed
  expect(rankC?.ids).toEqual([rated.id])
  expect(JSON.stringify(rankItemMap)).not.toContain(hidden.id)
})

test('a ranking carries title, more link, utm and the items with figures and author [CAT-044] [CAT-022]', async () => {
  await foldFigures(site)
  const { rankA, rankC, rankItemMap } = await rank()
  expect(rankA).toMatchObject({
    Title: '本周热门',
    More: '/tutorials?ob=starts',
    utm_source: 'lantern',
    utm_medium: 'home',
    utm_campaign: 'rank_popular',
  })
  expect(rankC).toMatchObject({ Title: '口碑最佳', More: null })
  expect(rankItemMap[fresh.id]).toMatchObject({
    item: { title: '这周的新课', skillLevel: 'intermediate', duration: 35 },
    stats: { recordCount: 3 },
    author: { fullName: '贺一鸣' },
  })
})

test('what editors pin comes first, in their order, also where nobody learned it; a ranking takes tutorials alone', async () => {
  const admin = await site.user({ groups: ['learn_admin'] })
  const saved = await admin.call(saveFeatured, {
    body: { itemIds: [lucky.id, old.id], language: 'zh', list: 'rankC' },
  })
  expect(saved.status).toBe(200)
  expect((await rank()).rankC?.ids).toEqual([lucky.id, old.id, rated.id])
  const home = await admin.call(listFeatured, { query: { language: 'zh' } })
  expect([home.result.list, home.result.itemIds]).toEqual(['home', []])
  await computeRankings(site.services)
  expect((await rank()).rankC?.ids).toEqual([lucky.id, old.id, rated.id])
  const refused = await admin.call(saveFeatured, { body: { itemIds: ['lqz_none'], language: 'zh', list: 'rankA' } })
  expect(refused.status).toBe(400)
})

test('what was taken back is gone at once; a list without anything to show is null [CAT-044]', async () => {
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', first.id).execute()
  const { rankA, rankB } = await rank()
  expect([rankA?.ids.includes(first.id), rankB]).toEqual([false, null])
})

test('two workers that count at once leave whole lists', async () => {
  const before = (await rank()).rankA?.ids
  await Promise.all([computeRankings(site.services), computeRankings(site.services)])
  expect((await rank()).rankA?.ids).toEqual(before)
})

test('what a learner has finished is recommended to them in no ranking, and what one shows stands last in the others', async () => {
  const learner = await site.learner()
  await learner.call(startRecord, { body: { id: rated.id, type: 'tutorial' } })
  await learner.call(toggleTutorial, { body: { id: rated.id, type: 'tutorial', completed: true } })
  const { result } = await learner.call(getHomeRank, { query: { locale: 'zh_CN' } })
  expect(JSON.stringify(result)).not.toContain(rated.id)
  const all = []
  for (let i = 0; i < 6; i++) all.push((await build(`入门 ${i}`, { skillLevel: 'beginner', language: 'fr' })).id)
  await computeRankings(site.services)
  const { rankA, rankB } = (await site.guest().call(getHomeRank, { query: { locale: 'fr_FR' } })).result
  expect(all).toEqual(expect.arrayContaining(rankA?.ids ?? []))
  expect(rankA?.ids).not.toContain(rankB?.ids[0])
})
