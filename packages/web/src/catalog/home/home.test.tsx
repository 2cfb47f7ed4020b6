// @vitest-environment jsdom
import type { Rank } from '@lantern/contract/catalog/home.ts'
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCard, sampleItem, samplePerson, sampleStats } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { MenuTiles } from './menu-tiles.tsx'
import { homeTabAddress, Picks, readHomeTab } from './picks.tsx'
import { Rankings } from './rankings.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function rank(title: string, more: string | null = null): Rank {
  return { Title: title, More: more, ids: ['ltu_1'], utm_source: 'lantern', utm_medium: 'home', utm_campaign: 'rank_a' }
}

const author = sampleItem().userMap.u_owner ?? null
const rankItemMap = { ltu_1: { item: sampleCard(), stats: sampleStats, author } }
const none = { rankA: null, rankB: null, rankC: null, rankItemMap }

test('three tiles lead to free tutorials, the learning path and discounts [CAT-017] [CMS-001] [CMS-002] [CMS-003]', () => {
  show(<MenuTiles freeCount={412} discountEndDate={null} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/free',
    '/unity-learning-path',
    '/discount',
  ])
  expect(screen.getByText('412个，随时开始')).toBeTruthy()
})

test('up to three rankings show in order, each with its title; an empty one is left out [CAT-018] [CAT-019]', () => {
  const empty = { ...rank('乙'), ids: [] }
  show(<Rankings rank={{ ...none, rankA: rank('甲'), rankB: empty, rankC: rank('丙') }} />)
  expect(screen.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual(['甲', '丙'])
  cleanup()
  const { container } = show(<Rankings rank={none} />)
  expect(container.textContent).toBe('')
})

test('a full ranking link shows only where one is configured [CAT-020]', () => {
  show(<Rankings rank={{ ...none, rankA: rank('甲', '/tutorials?ob=starts'), rankB: rank('乙') }} />)
  const links = screen.getAllByRole('link', { name: /完整榜单/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/tutorials?ob=starts'])
})

test('a ranking item leads to /tutorial/{id} with source, medium and campaign [CAT-021]', () => {
  show(<Rankings rank={{ ...none, rankA: rank('甲') }} />)
  expect(screen.getByRole('link', { name: '实时阴影' }).getAttribute('href')).toBe(
    '/tutorial/ltu_1?utm_source=lantern&utm_medium=home&utm_campaign=rank_a',
  )
})

test('a ranking item shows picture, title, level, minutes, learners and author [CAT-022]', () => {
  const { container } = show(<Rankings rank={{ ...none, rankA: rank('甲') }} />)
  const item = within(screen.getByRole('listitem'))
  for (const text of ['实时阴影', '中级', '95分钟', '9,412人学', '周明澈']) expect(item.getByText(text)).toBeTruthy()
  expect(container.querySelector('img')?.getAttribute('src')).toContain('/media/images/img_1/')
})

test('the home tabs are three; each leads on to its own search [CAT-023]', () => {
  const list: ItemList = {
    results: [{ id: 'ltu_1', type: 'tutorial' }],
    itemMap: { ltu_1: sampleCard() },
    statsMap: {},
    userMap: {},
    topicMap: {},
    criteria: {},
    page: 0,
    pageSize: 4,
    total: 1,
    learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
  }
  show(<Picks tab="powerUser" list={list} collect={() => null} />)
  const tabs = within(screen.getByRole('navigation', { name: '按熟悉程度' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    '/?tab=newToUnity',
    '/?tab=familiarWithUnity',
    '/?tab=powerUser',
  ])
  expect(tabs.at(2)?.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: '查看全部' }).getAttribute('href')).toBe('/search?ob=recency&sl=advanced')
  expect(homeTabAddress('newToUnity')).toBe('/search?ob=starts&sl=beginner')
  expect(readHomeTab(new URLSearchParams('tab=nonsense'))).toBe('newToUnity')
})

test('from the home page a learner chooses what they are interested in [CAT-040]', async () => {
  const list = { results: [], itemMap: {}, statsMap: {}, userMap: {}, topicMap: {}, criteria: {} }
  const rest = { page: 0, pageSize: 4, total: 0, learner: { collectMap: {}, boughtMap: {}, recordMap: {} } }
  fakeServer({
    '/api/learn/topics': () => ({ topics: [{ id: 'lighting', type: 'topic', name: '光照' }], industries: [] }),
    '/api/learn/tags': () => ({ tags: [{ id: 'lighting', type: 'topic' }] }),
  })
  show(<Picks tab="newToUnity" list={{ ...list, ...rest }} collect={() => null} />, { user: samplePerson() })
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: '我的兴趣' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('button', { name: '光照', pressed: true })).toBeTruthy()
})

test('cards on the home page say in their link where they were followed [CAT-015]', () => {
  const list = { results: [{ id: 'ltu_1', type: 'tutorial' as const }], itemMap: { ltu_1: sampleCard() } }
  const rest = { statsMap: {}, userMap: {}, topicMap: {}, criteria: {}, page: 0, pageSize: 4, total: 1 }
  const learner = { collectMap: {}, boughtMap: {}, recordMap: {} }
  show(<Picks tab="newToUnity" list={{ ...list, ...rest, learner }} collect={() => null} />)
  expect(screen.getByRole('link', { name: '实时阴影' }).getAttribute('href')).toContain(
    'utm_source=lantern&utm_medium=home',
  )
})
