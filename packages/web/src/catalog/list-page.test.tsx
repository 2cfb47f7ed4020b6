// @vitest-environment jsdom
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleCard, sampleStats } from '#testing/samples.ts'
import { type ListKind, listAddress, listQuery, readChoice } from './list-criteria.ts'
import { ListPage, type ListPageKind } from './list-page.tsx'
import { show } from './testing/show.tsx'

beforeEach(() => {
  class FakeObserver {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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
  expect(listAddress('/tutorials', chosen, { sl: 'beginner' })).toBe(
    '/tutorials?sl=beginner&ob=starts&tag=lighting&lang=en',
  )
})

test('the China edition offers no foundational level [CAT-047]', () => {
  show(page('tutorials'))
  const levels = within(screen.getByRole('navigation', { name: '难度' })).getAllByRole('link')
  expect(levels.map((level) => level.textContent)).toEqual(['全部难度', '初级', '中级', '高级'])
})

test('an empty list says so and offers the next act', () => {
  show(page('projects', { results: [], total: 0 }))
  expect(screen.getByRole('link', { name: '全部语言' }).getAttribute('href')).toBe('/projects?lang=all')
  cleanup()
  show(page('projects', { results: [], total: 0 }, 'sl=advanced'))
  expect(screen.getByRole('heading', { name: '没有符合这些条件的内容' })).toBeTruthy()
})
