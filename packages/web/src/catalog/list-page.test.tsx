// @vitest-environment jsdom
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { sampleCard, sampleStats } from '#testing/samples.ts'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { type ListKind, listAddress, listPlace, listQuery, readChoice } from './list-criteria.ts'
import { ListFilters } from './list-filters.tsx'
import { CatalogList, ListPage, type ListPageKind } from './list-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function list(change: Partial<ItemList> = {}): ItemList {
  return {
    results: [{ id: 'ltu_1', type: 'tutorial' }],
    itemMap: { ltu_1: sampleCard() },
    statsMap: { ltu_1: sampleStats },
    userMap: {},
    topicMap: {},
    criteria: {},
    page: 0,
    pageSize: 16,
    total: 1,
    learner: { collectMap: {}, boughtMap: {}, recordMap: {} },
    ...change,
  }
}

const choice = readChoice(new URLSearchParams())

function page(kind: ListPageKind, change: Partial<ItemList> = {}, search = '') {
  const chosen = readChoice(new URLSearchParams(search))
  return (
    <ListPage
      kind={kind}
      path={`/${kind}`}
      choice={chosen}
      list={list(change)}
      topics={[]}
      collect={(item) => <i>{item.id}</i>}
    />
  )
}

test('/tutorials, /projects and /courses are lists under their own titles [CAT-010] [CAT-011] [CAT-012]', () => {
  const titles = { tutorials: '教程', projects: '项目', courses: '课程' } as const
  for (const kind of ['tutorials', 'projects', 'courses'] as const) {
    show(page(kind))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(titles[kind])
    expect(screen.getByRole('link', { name: '实时阴影' })).toBeTruthy()
    cleanup()
  }
})

test('each list asks for its own items [CAT-010] [CAT-011] [CAT-012] [CAT-013]', () => {
  const asked = (kind: ListKind) => listQuery(kind, choice)
  expect(asked('tutorials')).toMatchObject({ type: ['tutorial'], page: 0 })
  expect(asked('projects')).toMatchObject({ type: ['project'] })
  expect(asked('courses')).toMatchObject({ type: ['course'] })
  expect(asked('free')).toMatchObject({ free: true })
  expect(asked('educators')).toMatchObject({ educators: true })
  expect(asked('discount')).toMatchObject({ discounted: true })
})

test('pictures of the first cards are fetched at once where the list is the page, and not further down on another', () => {
  const ids = ['ltu_1', 'ltu_2', 'ltu_3', 'ltu_4', 'ltu_5']
  const many = {
    results: ids.map((id) => ({ id, type: 'tutorial' as const })),
    itemMap: Object.fromEntries(ids.map((id) => [id, { ...sampleCard(), id }])),
    statsMap: Object.fromEntries(ids.map((id) => [id, sampleStats])),
    total: ids.length,
  }
  const waysOf = (container: HTMLElement) =>
    [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('loading'))
  const place = listPlace('/free', new URLSearchParams(), 0)
  const below = <CatalogList kind="free" {...{ place, choice }} list={list(many)} topics={[]} collect={() => null} />
  expect(waysOf(show(page('tutorials', many)).container)).toEqual(['eager', 'eager', 'eager', 'eager', 'lazy'])
  cleanup()
  expect(waysOf(show(below).container)).toEqual(['lazy', 'lazy', 'lazy', 'lazy', 'lazy'])
})

test('the module that a banner leads with is the topic of the list', () => {
  const chosen = (search: string) => readChoice(new URLSearchParams(search)).tag
  expect(chosen('k=["mod:rendering"]')).toBe('rendering')
  expect(chosen('k=["mod:rendering"]&tag=ai')).toBe('ai')
  for (const k of ['["query:light"]', '[', '{}']) expect(chosen(`k=${k}`)).toBeNull()
})

test('level, topic, language and order live in the address; nonsense there is ignored', () => {
  const chosen = readChoice(new URLSearchParams('sl=advanced&ob=starts&tag=lighting&lang=en&page=2'))
  expect(listQuery('tutorials', chosen)).toMatchObject({
    sl: ['advanced'],
    ob: 'starts',
    topic: ['lighting'],
    language: 'en',
    page: 2,
  })
  expect(readChoice(new URLSearchParams('sl=expert&ob=random&page=-1'))).toEqual(choice)
  const place = listPlace('/tutorials', new URLSearchParams(), 0)
  expect(listAddress(place, chosen, { sl: 'beginner' })).toBe('/tutorials?sl=beginner&ob=starts&tag=lighting&lang=en')
})

test('lists of one page have parameters of their own, and what one of them chooses the others keep', () => {
  const search = new URLSearchParams('ob=starts&page=2&sl2=beginner&page2=1&k=["mod:ui"]&utm_source=x&token=t')
  expect(readChoice(search, 1)).toEqual({ ...choice, sl: 'beginner', page: 1 })
  expect(readChoice(search, 2)).toEqual(choice)
  const first = listPlace('/summer', search, 0)
  const second = listPlace('/summer', search, 1)
  expect(listAddress(first, readChoice(search), { page: 3 })).toBe(
    '/summer?sl2=beginner&page2=1&token=t&ob=starts&tag=ui&page=3',
  )
  expect(listAddress(second, readChoice(search, 1), { sl: null })).toBe(
    `/summer?${new URLSearchParams('ob=starts&page=2&k=["mod:ui"]&token=t')}`,
  )
  // so many have addresses of their own, and no more are kept for all
  expect(listPlace('/summer', new URLSearchParams('page6=1'), 40).beside).toEqual([])
})

test('the China edition offers no foundational level [CAT-047]', () => {
  show(page('tutorials'))
  const levels = within(screen.getByRole('navigation', { name: '难度' })).getAllByRole('link')
  expect(levels.map((level) => level.textContent)).toEqual(['全部难度', '初级', '中级', '高级'])
})

test('elsewhere there are four levels [CAT-046]', () => {
  const { features } = guestSession()
  show(page('tutorials'), { features: { ...features, edition: 'global' } })
  const levels = within(screen.getByRole('navigation', { name: '难度' })).getAllByRole('link')
  expect(levels.map((level) => [level.textContent, level.getAttribute('href')])).toEqual([
    ['全部难度', '/tutorials'],
    ['入门', '/tutorials?sl=foundational'],
    ['初级', '/tutorials?sl=beginner'],
    ['中级', '/tutorials?sl=intermediate'],
    ['高级', '/tutorials?sl=advanced'],
  ])
})

test('an empty list says so and offers the next act', () => {
  show(page('projects', { results: [], total: 0 }))
  expect(screen.getByRole('link', { name: '全部语言' }).getAttribute('href')).toBe('/projects?lang=all')
  cleanup()
  show(page('projects', { results: [], total: 0 }, 'sl=advanced'))
  expect(screen.getByRole('heading', { name: '没有符合这些条件的内容' })).toBeTruthy()
})

test('what is chosen while the list of another choice is on its way is added to it', async () => {
  const user = userEvent.setup()
  const topics = [{ id: 'lighting', type: 'topic' as const, name: '光照' }]
  const filters = (
    <ListFilters kind="tutorials" {...{ choice, topics }} place={{ path: '/tutorials', nth: 0, beside: [] }} />
  )
  const { router } = show(filters, 'guest', {
    routes: [{ path: '/tutorials', loader: () => held<null>().answer, element: <p>列表</p> }],
  })
  await user.selectOptions(screen.getByRole('combobox', { name: '主题' }), 'lighting')
  await user.click(screen.getByRole('link', { name: '初级' }))
  await user.selectOptions(screen.getByRole('combobox', { name: '排序' }), 'recency')
  const wanted = new URLSearchParams(router.state.navigation.location?.search)
  expect(Object.fromEntries(wanted)).toEqual({ sl: 'beginner', tag: 'lighting', ob: 'recency' })
})
