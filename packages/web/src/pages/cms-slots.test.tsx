// @vitest-environment jsdom
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CmsSlots, TutorialMap } from '#cms/index.ts'
import type { Call } from '#kit/request.ts'
import { guestSession, type Session } from '#kit/session.tsx'
import { sampleCard } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { loadSlots, type SlotData } from './cms-slot-data.ts'
import { loadSlotParts, useCmsSlots } from './cms-slots.tsx'

beforeAll(loadSlotParts)
beforeEach(prepareBrowser)
afterEach(cleanup)

const list: ItemList = {
  results: [{ id: 'ltu_1', type: 'tutorial' }],
  itemMap: { ltu_1: sampleCard() },
  statsMap: {},
  userMap: {},
  topicMap: {},
  criteria: {},
  page: 0,
  pageSize: 16,
  total: 40,
  learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
}

const filterData = {
  topics: [
    { id: 'lighting', type: 'topic' as const, name: '光照' },
    { id: 'educators', type: 'topic' as const, name: '教师专区' },
  ],
  industries: [{ id: 'games', type: 'industry' as const, name: '游戏' }],
  versions: ['2022.3', '6000.0'],
}

/** What these blocks ask for, and what comes of it. */
async function load(kept: { kind: string; fields?: Record<string, unknown> }[], search = '') {
  const asked: unknown[] = []
  const call = async (route: string, { query }: { query?: unknown } = {}) => {
    asked.push([route, query])
    if (route.endsWith('/filters')) return filterData
    return route.endsWith('/topics') ? { topics: [] } : list
  }
  const { blocks } = readBlocks(kept.map(({ kind, fields = {} }, at) => ({ id: `bk_${at}`, kind, fields })))
  const api = { call: call as unknown as Call, locale: 'zh_CN' } as const
  const data = await loadSlots(api, { blocks, search: new URLSearchParams(search) })
  return { asked, data, lists: blocks.flatMap((block) => (block.kind === 'catalog-list' ? [block] : [])) }
}

interface PageProps {
  data: SlotData
  draw(slots: CmsSlots): ReactNode
}

function Page({ data, draw }: PageProps) {
  return draw(useCmsSlots(data))
}

function showSlots(data: SlotData, draw: PageProps['draw'], session?: Session, at = '/summer') {
  return show(<Page data={data} draw={draw} />, session, { at })
}

function draws(lists: Awaited<ReturnType<typeof load>>['lists'], level: 2 | 3): PageProps['draw'] {
  return (slots) => lists.map((block) => <div key={block.id}>{slots.catalogList?.(block, level)}</div>)
}

const nothing: SlotData = { legs: null, paths: [], lists: null, filters: null }

test('blocks that need nothing of other domains ask for nothing', async () => {
  const { asked, data } = await load([{ kind: 'heading', fields: { value: '标题' } }, { kind: 'nav-bar' }])
  expect([asked, data]).toEqual([[], nothing])
})

test('a list is asked for as the address chooses it, and once where two lists choose the same', async () => {
  const twice = [
    { kind: 'catalog-list', fields: { list: 'advance' } },
    { kind: 'catalog-list', fields: { list: 'advance' } },
  ]
  const { asked } = await load(twice, 'ob=recency&page=2&ob2=recency&page2=2')
  expect(asked).toEqual([
    ['GET /api/learn/topics', undefined],
    [
      'GET /api/learn/catalog/list',
      {
        type: ['tutorial', 'project', 'course'],
        sl: ['intermediate', 'advanced'],
        ob: 'recency',
        page: 2,
        pageSize: 16,
      },
    ],
  ])
})

test('a list stands on the page of its block: filters and more lead there', async () => {
  const { data, lists } = await load([{ kind: 'catalog-list', fields: { list: 'new' } }])
  showSlots(data, draws(lists, 3))
  expect(await screen.findByRole('heading', { level: 3, name: '实时阴影' })).toBeTruthy()
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses).toContain('/summer?sl=beginner')
  expect(addresses).toContain('/summer?page=1')
})

test('a list after the first, or after packages, is chosen by parameters of its own', async () => {
  const choices = async (...kinds: string[]) => {
    const blocks = kinds.map((kind) => ({ kind, fields: { list: 'new' } }))
    const { data, lists } = await load(blocks, 'ob=starts&page=1&sl2=advanced&page2=3')
    return lists.map(({ id }) => {
      const { choice } = data.lists?.byBlock[id] ?? {}
      return [choice?.sl, choice?.ob, choice?.page]
    })
  }
  const [first, second] = [
    [null, 'starts', 1],
    ['advanced', null, 3],
  ]
  expect(await choices('catalog-list', 'catalog-list')).toEqual([first, second])
  expect(await choices('assets-list', 'catalog-list')).toEqual([second])
})

test('turning the pages of one list leaves the other where it is', async () => {
  const twice = [
    { kind: 'catalog-list', fields: { list: 'new', showFilters: false } },
    { kind: 'catalog-list', fields: { list: 'free' } },
  ]
  const { data, lists } = await load(twice, 'page2=1')
  showSlots(data, draws(lists, 3), undefined, '/summer?page2=1')
  await screen.findAllByRole('heading', { level: 3, name: '实时阴影' })
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(addresses).toContain('/summer?page2=1&page=1')
  expect(addresses).toContain('/summer?page2=2')
  expect(addresses).toContain('/summer?sl2=beginner')
  expect(screen.getAllByRole('combobox').map((select) => select.getAttribute('name'))).toEqual(['tag2', 'lang2', 'ob2'])
})

/** A page with one filter bar, and what it offers. */
async function showFilterBar(bar: string) {
  const { blocks } = readBlocks([{ id: 'bk_0', kind: 'filter-bar', fields: { bar } }])
  const { data } = await load([{ kind: 'filter-bar', fields: { bar } }])
  const shown = showSlots(data, (slots) =>
    blocks.map((block) =>
      block.kind === 'filter-bar' ? <div key={block.id}>{slots.filterBar?.(block.fields.bar)}</div> : null,
    ),
  )
  await screen.findAllByText(/光照|主题/)
  const links = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')])
  return { shown, filters: screen.queryAllByRole('combobox').map((select) => select.getAttribute('name')), links }
}

test.each([
  ['newcnlanding', ['sl', 'd', 'price', 'uv']],
  ['default', ['sl', 'd', 'price', 'tag']],
  ['landing', ['sl', 'd', 'tag', 'uv']],
  ['cnlanding', ['sl', 'd', 'price', 'tag']],
  ['educators', ['sl', 'ins', 'age', 'tag', 'ind']],
  ['submission', ['tag']],
  ['banner', []],
])('a page of editors shows the filters of the bar it names: %s [SRCH-021] [SRCH-022]', async (bar, names) => {
  expect((await showFilterBar(bar)).filters).toEqual(names)
})

test('the bars of the new landing and of banners list the topics in groups, each with its own way [SRCH-022]', async () => {
  const landing = await showFilterBar('newcnlanding')
  const topics = [
    ['光照', '/search?k=["tag:lighting"]'],
    ['教师专区', '/educators'],
  ]
  expect(landing.links('主题')).toEqual(topics)
  expect(landing.links('领域')).toEqual([['游戏', '/search?k=["ind:games"]']])
  cleanup()
  const banner = await showFilterBar('banner')
  expect(banner.links('主题')).toEqual(topics)
  expect(screen.queryByRole('navigation', { name: '领域' })).toBeNull()
})

test('what is chosen in the bar of a page is searched for together; an age range is written from_to [SRCH-060]', async () => {
  const user = userEvent.setup()
  const { shown } = await showFilterBar('educators')
  const age = screen.getByRole('combobox', { name: '年龄' })
  expect(
    within(age)
      .getAllByRole('option')
      .map((option) => (option as HTMLOptionElement).value),
  ).toEqual(['', '13_14', '15_17', '18_boundless'])
  await user.selectOptions(age, '15_17')
  await user.selectOptions(screen.getByRole('combobox', { name: '难度' }), 'beginner')
  expect(shown.address()).toBe('/summer')
  await user.click(screen.getByRole('button', { name: '搜索' }))
  expect(shown.address()).toBe('/search?sl=beginner&age=15_17')
})

test('without filters the list is shown as it is', async () => {
  const { data, lists } = await load([{ kind: 'catalog-list', fields: { list: 'new', showFilters: false } }])
  showSlots(data, draws(lists, 2))
  expect(await screen.findByRole('heading', { name: '实时阴影' })).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the learning path has the paths to join above its three legs, and no title of a page', async () => {
  const { data, asked } = await load([{ kind: 'learning-path' }])
  // a list for each leg, and the paths to join
  expect(asked).toHaveLength(4)
  showSlots(data, (slots) => slots.learningPath?.(2))
  expect(await screen.findAllByRole('heading', { level: 2 })).toHaveLength(4)
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})

const twoTutorials: TutorialMap = {
  tutorialMap: { a: { ...sampleCard(), id: 'a', title: '甲' }, b: { ...sampleCard(), id: 'b', title: '乙' } },
  tutorialStats: {},
  learner: list.learner,
  pageNumber: 1,
  pageSize: 20,
}

test('promo cards stand in their order; what has no data is left out', async () => {
  showSlots(nothing, (slots) => slots.tutorialCards?.(twoTutorials, ['b', 'none', 'a'], 3))
  expect((await screen.findAllByRole('heading')).map(({ textContent }) => textContent)).toEqual(['乙', '甲'])
})

test('promo cards show a learner what is collected, begun and completed, and collecting begins from there [LEARN-019]', async () => {
  const record = { itemId: 'a', completed: false, lastCompletedTime: null, percent: 40 }
  const learner = {
    collectMap: { a: true },
    boughtMap: {},
    recordMap: { a: record, b: { ...record, itemId: 'b', completed: true, percent: 100 } },
  }
  const user = { id: 'u_ada', name: 'Ada' } as NonNullable<Session['user']>
  const calls = fakeServer({
    '/api/learn/cn/collect/delete': () => ({ collectMap: { a: false }, statsMap: { a: { collectCount: 0 } } }),
  })
  showSlots(nothing, (slots) => slots.tutorialCards?.({ ...twoTutorials, learner }, ['a', 'b'], 3), {
    ...guestSession(),
    user,
  })
  expect((await screen.findByRole('progressbar', { name: /甲/ })).getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByText('已完成')).toBeTruthy()
  const collected = () =>
    screen.getAllByRole('button', { name: /^收藏/ }).map((button) => button.getAttribute('aria-pressed'))
  expect(collected()).toEqual(['true', 'false'])
  fireEvent.click(screen.getByRole('button', { name: /^收藏.*甲/ }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ id: 'a' })]))
  expect(collected()).toEqual(['false', 'false'])
})

test('the cart is that of the person; a guest signs in first and comes back [CMS-040]', () => {
  const cart = (session?: Session) => {
    showSlots(nothing, (slots) => slots.cart?.(({ href }) => <a href={href}>{'购物车'}</a>), session)
    const href = screen.getByRole('link').getAttribute('href')
    cleanup()
    return href
  }
  expect(cart()).toContain(encodeURIComponent('/summer'))
  const user = { id: 'u_ada', name: 'Ada' } as NonNullable<Session['user']>
  expect(cart({ ...guestSession(), user })).toBe('/personal/cart/u_ada')
})
