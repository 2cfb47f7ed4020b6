import {
  type Criteria,
  emptyCriteria,
  encodeCriteria,
  instructionValues,
  type SearchOrder,
  timeOfDayValues,
} from '@lantern/contract/search/criteria.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildItem, buildLiveSession, buildTag, buildTutorial, buildVersions } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { reindex } from './keeping.ts'

const site = await testSite()
await buildVersions(site.db, '2021.3', '2022.3', '6000.0')

const short = await buildTutorial(site.db, {
  title: '算盘一：简谱',
  educatorPlan: { ageRange: { min: 13, max: 14 }, instruction: 30 },
  versions: { min: '2021.3', max: '2021.3' },
  publishedAt: '2026-01-01T00:00:00Z',
  stats: { recordCount: 5 },
})
const long = await buildTutorial(site.db, {
  title: '算盘二：长谱',
  educatorPlan: { ageRange: { min: 16, max: null }, instruction: 90 },
  versions: { min: '2022.3' },
  publishedAt: '2026-03-01T00:00:00Z',
  priceFen: 900,
  steps: [{ title: '看一遍', html: '<video src="/a.mp4"></video>' }],
})
const live = await buildLiveSession(site.db, {
  title: '算盘三：直播',
  startTime: '2026-05-01T01:00:00Z',
  endTime: '2026-05-01T02:00:00Z',
  publishedAt: '2026-02-01T00:00:00Z',
  stats: { recordCount: 900 },
})
const course = await buildCourse(site.db, {
  title: '书法课',
  contents: [short.id],
  publishedAt: '2026-04-01T00:00:00Z',
})
await reindex(site.services)
await site.services.events.caughtUp()

const names = new Map([
  [short.id, 'short'],
  [long.id, 'long'],
  [live.id, 'live'],
  [course.id, 'course'],
])

async function find(criteria: Partial<Criteria>): Promise<(string | undefined)[]> {
  const response = await site.inject({
    method: 'GET',
    url: `/api/learn/search?${encodeCriteria({ ...emptyCriteria(), ...criteria })}`,
  })
  expect(response.statusCode).toBe(200)
  return response.json<{ results: { id: string }[] }>().results.map(({ id }) => names.get(id))
}

// by words the index in memory is asked first and the database for the filter; without words the database alone
const asked: [string, string][] = [
  ['by words', '算盘'],
  ['without words', ''],
]

test.each(asked)('%s, minutes of a class are filtered [SRCH-035]', async (_, query) => {
  const found = async (range: (typeof instructionValues)[number]) =>
    (await find({ query, instruction: [range] })).filter((name) => name !== 'live' && name !== 'course')
  expect(await Promise.all(instructionValues.map(async (range) => [range, await found(range)]))).toEqual([
    ['boundless_45', ['short']],
    ['45_60', []],
    ['60_120', ['long']],
    ['120_300', []],
    ['300_boundless', []],
  ])
  expect(await find({ query, instruction: ['60_120', '120_300'] })).toEqual(['long'])
})

test.each(asked)(
  '%s, the time of day of a live session is filtered, in the time of the classroom [SRCH-036]',
  async (_, query) => {
    const found = await Promise.all(
      timeOfDayValues.map(async (time) => [time, await find({ query, timeOfDay: [time] })]),
    )
    expect(found).toEqual([
      ['0_480', []],
      ['480_720', ['live']],
      ['720_960', []],
      ['960_1200', []],
      ['1200_1440', []],
    ])
    expect(await find({ query, timeOfDay: ['0_480', '720_960'] })).toEqual([])
  },
)

test.each(asked)('%s, an age range finds what is for any of these ages [SRCH-037]', async (_, query) => {
  expect((await find({ query, ageRange: '13_14' })).filter((name) => name !== 'live' && name !== 'course')).toEqual([
    'short',
  ])
  expect((await find({ query, ageRange: '15_17' })).filter((name) => name !== 'live' && name !== 'course')).toEqual([
    'long',
  ])
  expect(
    (await find({ query, ageRange: '18_boundless' })).filter((name) => name !== 'live' && name !== 'course'),
  ).toEqual(['long'])
})

test.each(asked)('%s, with and without a video is told apart [SRCH-039]', async (_, query) => {
  expect(await find({ query, ved: 'video' })).toEqual(['long'])
  expect(new Set(await find({ query, ved: 'none_video', type: ['tutorial'] }))).toEqual(new Set(['short']))
})

test.each(asked)('%s, an engine version, an owner and what stands alone are filtered', async (_, query) => {
  const tutorials: Partial<Criteria> = { query, type: ['tutorial'] }
  expect(await find({ ...tutorials, uv: '2021.3' })).toEqual(['short'])
  expect(await find({ ...tutorials, uv: '6000.0' })).toEqual(['long'])
  expect(await find({ ...tutorials, uv: 'none-such' })).toEqual([])
  expect(await find({ ...tutorials, owner: [long.ownerId], price: 'only_paid' })).toEqual(['long'])
  expect(await find({ ...tutorials, singles: true })).toEqual(['long'])
})

test('every order puts results in its own way, with words and without [SRCH-032]', async () => {
  const ordered: [SearchOrder, string[]][] = [
    ['recency', ['long', 'live', 'short']],
    ['starts', ['live', 'short', 'long']],
    ['priceasc', ['live', 'short', 'long']],
    ['pricedes', ['long', 'live', 'short']],
    // by how the titles are read: suanpan er, san, yi
    ['titleasc', ['long', 'live', 'short']],
    ['titledes', ['short', 'live', 'long']],
  ]
  for (const [orderBy, order] of ordered) {
    for (const query of ['算盘', '']) {
      // the course is found by what it holds
      const found = (await find({ query, orderBy })).filter((name) => name !== 'course')
      expect([orderBy, query, found]).toEqual([orderBy, query, order])
    }
  }
})

test('the list k names words, a tag, a type and a module, each as key:value; what is no such list is refused by its name [SRCH-003] [SRCH-040] [SRCH-041] [SRCH-042]', async () => {
  for (const id of ['module-abacus', 'module-beads']) await buildTag(site.db, { id })
  await buildTag(site.db, { id: 'tag-wood', type: 'tag' })
  const wooden = await buildTutorial(site.db, {
    title: '算珠：木珠',
    topicIds: ['module-abacus'],
    tagIds: ['tag-wood'],
  })
  const stone = await buildTutorial(site.db, { title: '算珠：石珠', topicIds: ['module-beads'] })
  const project = await buildItem(site.db, 'project', { title: '算珠：项目', topicIds: ['module-abacus'] })
  await reindex(site.services)
  await site.services.events.caughtUp()
  const idsOf = async (...k: string[]) => {
    const { result } = await site.guest().call(searchItems, { query: { k: JSON.stringify(k) } })
    return result.results.map(({ id }) => id).sort()
  }
  expect(await idsOf('query:算珠')).toEqual([wooden.id, stone.id, project.id].sort())
  expect(await idsOf('query:算珠', 'type:project')).toEqual([project.id])
  expect(await idsOf('query:算珠', 'tag:tag-wood')).toEqual([wooden.id])
  expect(await idsOf('query:算珠', 'mod:module-abacus')).toEqual([wooden.id, project.id].sort())
  expect(await idsOf('query:算珠', 'mod:module-beads')).toEqual([stone.id])
  expect(await idsOf('mod:module-abacus', 'mod:module-beads')).toEqual([wooden.id, stone.id, project.id].sort())
  const { result } = await site.guest().call(searchItems, { query: { k: '["query:算珠: 木珠"]' } })
  expect(result).toMatchObject({ text: '算珠: 木珠' })
  const refused = await site.guest().call(searchItems, { query: { k: '{"query":"算珠"}' } })
  expect([refused.status, refused.result.details]).toMatchObject([400, [{ field: 'k' }]])
})

test('the more links of home order what is for these levels: begun most, and newest [SRCH-004] [SRCH-005]', async () => {
  const level = (
    title: string,
    skillLevel: 'beginner' | 'intermediate' | 'advanced',
    recordCount: number,
    day: number,
  ) =>
    buildTutorial(site.db, {
      ...{ title: `榫卯${title}`, skillLevel, stats: { recordCount } },
      publishedAt: `2026-05-0${day}T00:00:00Z`,
    })
  const first = await level('一', 'beginner', 3, 1)
  const second = await level('二', 'intermediate', 90, 2)
  const third = await level('三', 'advanced', 5, 3)
  await reindex(site.services)
  await site.services.events.caughtUp()
  const found = async (search: string) => {
    const answer = await site.inject({
      method: 'GET',
      url: `/api/learn/search?q=${encodeURIComponent('榫卯')}&${search}`,
    })
    return answer.json<{ results: { id: string }[] }>().results.map(({ id }) => id)
  }
  expect(await found('ob=starts&sl=beginner&sl=intermediate')).toEqual([second.id, first.id])
  expect(await found('ob=starts&sl=beginner,intermediate')).toEqual([second.id, first.id])
  expect(await found('ob=recency&sl=intermediate&sl=advanced')).toEqual([third.id, second.id])
})
