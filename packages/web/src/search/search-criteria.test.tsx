// @vitest-environment jsdom
import { type Criteria, emptyCriteria } from '@lantern/contract/search/criteria.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { guestSession } from '#kit/session.tsx'
import { prepareBrowser } from '#testing/show.tsx'
import { readSearch } from './search-address.ts'
import { answerCalls, answerOf } from './testing/answers.ts'
import { open, results } from './testing/open-search.tsx'

beforeEach(async () => {
  await prepareBrowser()
  const userMap = { u_9: { id: 'u_9', fullName: '顾星河' }, u_8: { id: 'u_8', fullName: '顾云' } }
  vi.stubGlobal(
    'fetch',
    answerCalls((_path, query) => ({ userMap, text: query.get('text') })),
  )
})

const hrefOf = (element: Element) => decodeURIComponent(element.getAttribute('href') ?? '')

test('the search form writes every criterion into the address [SRCH-048] [SRCH-049]', async () => {
  const user = userEvent.setup()
  const criteria = {
    ...emptyCriteria(),
    query: '阴影',
    tag: ['lighting'],
    skillLevel: ['beginner' as const],
    orderBy: 'recency' as const,
  }
  const { address } = open(answerOf(results(1, 1), { criteria }))
  const box = screen.getByRole('searchbox', { name: '搜索教程、项目、课程' })
  expect((screen.getByRole('combobox', { name: '按什么搜索' }) as HTMLSelectElement).value).toBe('title')
  await user.clear(box)
  await user.type(box, '光照 & 50%{Enter}')
  expect(address()).toBe('/search?k=["query:光照","query:&","query:50%","tag:lighting"]&sl=beginner&ob=recency')
})

test('what was typed is split into its words, none comes twice, and each can be taken out alone [SRCH-058] [SRCH-059]', async () => {
  const user = userEvent.setup()
  const { address, unmount } = open(answerOf(results(1, 1), { criteria: emptyCriteria() }))
  await user.type(screen.getByRole('searchbox', { name: '搜索教程、项目、课程' }), '阴影，光照 shader  阴影{Enter}')
  expect(address()).toBe('/search?k=["query:阴影","query:光照","query:shader"]')
  unmount()

  const criteria = readSearch(
    new URLSearchParams('k=["query:阴影 光照","query:shader","query:光照","tag:lighting","tag:lighting"]'),
  ).criteria
  open(answerOf(results(1, 1), { criteria }))
  const chips = within(screen.getByRole('list', { name: '已选条件' }))
  const removals = chips
    .getAllByRole('link', { name: /^去掉条件/ })
    .map((link) => [link.getAttribute('aria-label'), hrefOf(link)])
  expect(removals).toEqual([
    ['去掉条件：阴影', '/search?k=["query:光照","query:shader","tag:lighting"]'],
    ['去掉条件：光照', '/search?k=["query:阴影","query:shader","tag:lighting"]'],
    ['去掉条件：shader', '/search?k=["query:阴影","query:光照","tag:lighting"]'],
    ['去掉条件：Lighting', '/search?k=["query:阴影","query:光照","query:shader"]'],
  ])
})

test('every criterion stands in the address under its short key, and is read from there as it was [SRCH-025] [SRCH-027]', () => {
  const criteria: Criteria = {
    ...{ skillLevel: ['beginner', 'advanced'], language: ['en'], query: '阴影 光照', tag: ['lighting'] },
    ...{ industry: ['games'], type: ['quiz'], duration: ['15_60'], premium: 'premium', hidden: 'none_hidden' },
    ...{ price: 'only_free', singles: true, status: 'published', timeOfDay: ['0_480'], orderBy: 'recency' },
    ...{ instruction: ['45_60'], ageRange: '13_14', owner: ['u_1'], itemId: ['ltu_1'], uv: '2022.3', ved: 'video' },
    ...{ module: ['rendering'], keywordType: 'creator' },
  }
  open(answerOf(results(1, 8), { criteria, total: 20 }))
  const next = new URL(screen.getByRole('link', { name: '第2页' }).getAttribute('href') ?? '', 'http://site.test')
  expect(decodeURIComponent(next.search)).toBe(
    '?k=["query:阴影","query:光照","tag:lighting","type:quiz","mod:rendering","ind:games"]&sl=beginner&sl=advanced&lang=en' +
      '&d=15_60&prm=premium&hidden=none_hidden&price=only_free&singles=true&status=published&tod=0_480&ob=recency' +
      '&ins=45_60&age=13_14&u=u_1&itemId=ltu_1&uv=2022.3&ved=video&kt=creator&page=1',
  )
  expect(readSearch(next.searchParams)).toEqual({ criteria, page: 1, pageSize: null })
  // q, tag, ind, t and mod are read under their own keys too
  const short = readSearch(new URLSearchParams('q=阴影&tag=lighting&ind=games&t=quiz&mod=rendering')).criteria
  expect(short).toEqual({
    ...emptyCriteria(),
    query: '阴影',
    tag: ['lighting'],
    industry: ['games'],
    type: ['quiz'],
    module: ['rendering'],
  })
})

test('choosing a filter searches at once; what is chosen stands as a chip that takes it away', async () => {
  const user = userEvent.setup()
  const criteria = { ...emptyCriteria(), query: '阴影', tag: ['lighting'], duration: ['15_60' as const] }
  const { address } = open(answerOf(results(1, 1), { criteria }))
  const chips = within(screen.getByRole('list', { name: '已选条件' }))
  expect(hrefOf(chips.getByRole('link', { name: '去掉条件：Lighting' }))).toBe('/search?k=["query:阴影"]&d=15_60')
  expect(hrefOf(chips.getByRole('link', { name: '清除' }))).toBe('/search?k=["query:阴影"]')
  await user.selectOptions(screen.getByRole('combobox', { name: '难度' }), 'beginner,intermediate')
  expect(address()).toBe('/search?k=["query:阴影","tag:lighting"]&sl=beginner&sl=intermediate&d=15_60')
})

test('a phone has the filters in a sheet that is applied as a whole', async () => {
  const user = userEvent.setup()
  const { address } = open(answerOf(results(1, 1)))
  await user.click(screen.getByRole('button', { name: '筛选' }))
  const sheet = within(await screen.findByRole('dialog', { name: '筛选' }))
  await user.selectOptions(sheet.getByRole('combobox', { name: '主题' }), 'lighting')
  expect(address()).toBe('/')
  await user.click(sheet.getByRole('button', { name: '应用' }))
  expect(address()).toBe('/search?k=["query:阴影","tag:lighting"]')
})

test('those who make content choose among all types that an administrator lists, besides what everybody has [SRCH-021] [SRCH-057]', async () => {
  const user = userEvent.setup()
  const names = () =>
    within(screen.getByRole('form', { name: '筛选' }))
      .getAllByRole('combobox')
      .map((select) => select.getAttribute('name'))
  const everybody = ['sl', 'd', 'price', 'tag', 'ind', 'uv', 'lang', 'ved']
  const guest = open(answerOf(results(1, 1)))
  expect(names()).toEqual([...everybody, 'ob'])
  guest.unmount()
  const global = open(answerOf(results(1, 1)), {
    groups: ['learn_creator'],
    features: { ...guestSession().features, edition: 'global' },
  })
  expect(names()).toEqual(['t', ...everybody.filter((name) => name !== 'price'), 'status', 'hidden', 'prm', 'ob'])
  global.unmount()
  const { address } = open(answerOf(results(1, 1)), { groups: ['learn_creator'] })
  expect(names()).toEqual(['t', ...everybody, 'status', 'hidden', 'prm', 'ob'])
  const types = screen.getByRole('combobox', { name: '类型' })
  expect(
    within(types)
      .getAllByRole('option')
      .slice(1)
      .map((option) => (option as HTMLOptionElement).value),
  ).toEqual([...['tutorial', 'project', 'course', 'quiz', 'liveSession', 'faq', 'submission']])
  await user.selectOptions(types, 'faq')
  expect(address()).toBe('/search?k=["query:阴影","type:faq"]')
})

test('further filters come to creators, and owners can be completed by admins and editors [SRCH-055] [SRCH-056]', async () => {
  const user = userEvent.setup()
  const guest = open(answerOf(results(1, 1)))
  for (const name of ['状态', '可见性', '所有者']) expect(screen.queryByRole('combobox', { name })).toBeNull()
  guest.unmount()
  const creator = open(answerOf(results(1, 1)), { groups: ['learn_creator'] })
  expect(screen.getByRole('combobox', { name: '状态' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: '所有者' })).toBeNull()
  creator.unmount()
  const { address } = open(answerOf(results(1, 1)), { groups: ['learn_editor_zh'] })
  const owner = await screen.findByRole('combobox', { name: '所有者' })
  await user.type(owner, '顾')
  await screen.findByRole('option', { name: '顾星河' })
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('option', { name: '顾星河' }).getAttribute('aria-selected')).toBe('true')
  // an input method takes its word with Enter and drops it with Escape
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(owner, { key, keyCode: 229 })
  expect(screen.getByRole('option', { name: '顾星河' })).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(address()).toBe('/search?k=["query:阴影"]&u=u_9')
})
