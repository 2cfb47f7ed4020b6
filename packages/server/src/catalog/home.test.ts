import { getHomeRank, getHomeSlides } from '@lantern/contract/catalog/home.ts'
import { expect, test } from 'vitest'
import { buildAuthor, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { saveReferenceData } from './index.ts'

const site = await testSite()

function ranking(rank: 'A' | 'B' | 'C', itemIds: string[], moreUrl: string | null = null) {
  const utm = { source: 'lantern', medium: 'home', campaign: `rank_${rank}` }
  return { rank, language: 'zh', titles: { zh: `榜单${rank}`, en: `List ${rank}` }, moreUrl, utm, itemIds }
}

test('the ranking lists carry title, more link, utm and the items with figures and author [CAT-044] [CAT-022]', async () => {
  const author = await buildAuthor(site.db, { fullName: '贺一鸣' })
  const one = await buildTutorial(site.db, {
    title: '一',
    ownerId: author,
    duration: 35,
    stats: { recordCount: 12000 },
  })
  const two = await buildTutorial(site.db, { title: '二', ownerId: author })
  const hidden = await buildTutorial(site.db, { hidden: true })
  await saveReferenceData(site.services, {
    rankings: [
      ranking('A', [two.id, hidden.id, one.id], '/tutorials?ob=starts'),
      ranking('B', [one.id]),
      ranking('C', [hidden.id]),
    ],
  })
  const { result } = await site.guest().call(getHomeRank, { query: {} })
  expect(result.rankA).toEqual({
    Title: '榜单A',
    More: '/tutorials?ob=starts',
    ids: [two.id, one.id],
    utm_source: 'lantern',
    utm_medium: 'home',
    utm_campaign: 'rank_A',
  })
  expect(result.rankB).toMatchObject({ More: null, ids: [one.id] })
  expect(result.rankC).toBeNull()
  expect(result.rankItemMap[one.id]).toMatchObject({
    item: { title: '一', skillLevel: 'beginner', duration: 35 },
    stats: { recordCount: 12000 },
    author: { fullName: '贺一鸣' },
  })
  expect(Object.keys(result.rankItemMap)).toHaveLength(2)
})

test('another language has its own lists; none is no error [CAT-044]', async () => {
  const { status, result } = await site.guest().call(getHomeRank, { query: { locale: 'fr_FR' } })
  expect([status, result]).toEqual([200, { rankA: null, rankB: null, rankC: null, rankItemMap: {} }])
})

test('slides come in order and are replaced as a whole; the tiles count what they lead to', async () => {
  const slide = (title: string) => ({
    kicker: '',
    title,
    text: '',
    imageUrl: null,
    actions: [{ label: '去', href: '/free' }],
  })
  await saveReferenceData(site.services, { slides: { zh: [slide('旧')] } })
  await saveReferenceData(site.services, { slides: { zh: [slide('一'), slide('二')] } })
  const discount = { fen: 1, start: '2026-03-01T00:00:00Z', end: '2026-03-09T00:00:00Z' }
  await buildTutorial(site.db, { priceFen: 100, discount })
  const { result } = await site.guest().call(getHomeSlides, { query: {} })
  expect(result.slides.map(({ title }) => title)).toEqual(['一', '二'])
  expect(result.slides[0]?.actions).toEqual([{ label: '去', href: '/free' }])
  expect(result.freeCount).toBe(2)
  expect(result.discountEndDate).toBe('2026-03-09T00:00:00.000Z')
})
