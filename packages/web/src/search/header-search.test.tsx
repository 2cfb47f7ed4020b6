// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { HeaderSearch } from './header-search.tsx'
import { answerCalls } from './testing/answers.ts'

// what the box loads when it is first entered; under load that may take longer than a test waits
await import('./header-suggestions.tsx')

const topics = Array.from({ length: 12 }, (_, n) => ({ id: `topic-${n + 1}`, type: 'topic', name: `主题${n + 1}` }))
const liveResult = {
  id: 'ltu_1',
  type: 'tutorial',
  slug: 'shadow',
  language: 'zh',
  title: { text: '实时阴影', marks: [[2, 4]] },
}
let asked: string[] = []
let live: (text: string) => unknown

beforeEach(async () => {
  await prepareBrowser()
  asked = []
  live = (text) => ({ text, results: [liveResult] })
  const answer = answerCalls((path, query) => {
    if (path === '/api/learn/topics') return { topics, industries: [] }
    const text = (JSON.parse(query.get('k') ?? '[""]') as string[])[0]?.replace('query:', '') ?? ''
    asked.push(text)
    return live(text)
  })
  vi.stubGlobal('fetch', answer)
})

const box = () => screen.getByRole('combobox', { name: '搜索教程、项目、课程' })
const options = () => screen.getAllByRole('option').map((option) => option.textContent)

test('the topic named for educators leads to their own page, every other one to its search [CAT-014]', async () => {
  const answer = answerCalls(() => ({
    topics: [{ id: 'educators', type: 'topic', name: '教师专区' }, topics[0]],
    industries: [],
  }))
  vi.stubGlobal('fetch', answer)
  show(<HeaderSearch />)
  await userEvent.setup().click(box())
  const leads = await screen.findAllByRole('option')
  expect(leads.map((option) => decodeURIComponent(option.getAttribute('href') ?? ''))).toEqual([
    '/educators',
    '/search?k=["tag:topic-1"]',
  ])
})

test('the header has a search box that works as a plain form [SRCH-007]', () => {
  show(<HeaderSearch />)
  const form = screen.getByRole('search')
  expect(form.getAttribute('action')).toBe('/search')
  expect(box().getAttribute('name')).toBe('q')
})

test('the first ten popular topics are suggested, and a toggle shows and hides the others [SRCH-010] [SRCH-011]', async () => {
  const user = userEvent.setup()
  show(<HeaderSearch />)
  await user.click(box())
  await screen.findByRole('option', { name: '主题1' })
  expect(options()).toEqual(topics.slice(0, 10).map(({ name }) => name))
  expect(screen.getByRole('option', { name: '主题1' }).getAttribute('href')).toBe(
    `/search?k=${encodeURIComponent('["tag:topic-1"]')}`,
  )
  await user.click(screen.getByRole('button', { name: '更多主题' }))
  expect(options()).toHaveLength(12)
  await user.click(screen.getByRole('button', { name: '收起' }))
  expect(options()).toHaveLength(10)
})

test('the typed keyword shows live results and a search in each type [SRCH-012] [SRCH-013]', async () => {
  const user = userEvent.setup()
  show(<HeaderSearch />)
  await user.type(box(), '阴影')
  const found = await screen.findByRole('option', { name: /实时阴影/ })
  expect(found.getAttribute('href')).toContain('/tutorial/shadow')
  expect(found.querySelector('mark')?.textContent).toBe('阴影')
  const links = screen.getAllByRole('option').slice(1)
  expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual(
    ['tutorial', 'project', 'course', 'quiz'].map((type) => `/search?k=["query:阴影","type:${type}"]`),
  )
})

test('Enter goes to the search page with the keyword [SRCH-014]', async () => {
  const user = userEvent.setup()
  const { address } = show(<HeaderSearch />)
  await user.type(box(), ' std::vector {Enter}')
  expect(address()).toBe('/search?k=["query:std","query:vector"]')
})

test('nothing is asked for while the box holds no more than blanks [SRCH-044] [SRCH-045]', async () => {
  const user = userEvent.setup()
  show(<HeaderSearch />)
  await user.type(box(), '   ')
  await screen.findByRole('option', { name: '主题1' })
  await user.type(box(), 'x')
  await waitFor(() => expect(asked).toEqual(['x']))
})

test('an answer to earlier words, or one that failed, is not shown [SRCH-043]', async () => {
  const user = userEvent.setup()
  let release = () => {}
  live = (text) =>
    text === '阴'
      ? new Promise((done) => (release = () => done({ text: '阴', results: [liveResult] })))
      : { text, results: [] }
  show(<HeaderSearch />)
  await user.type(box(), '阴')
  await waitFor(() => expect(asked).toEqual(['阴']))
  await user.type(box(), '天')
  await waitFor(() => expect(asked).toEqual(['阴', '阴天']))
  release()
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  expect(screen.queryByRole('option', { name: /实时阴影/ })).toBeNull()

  live = () => ({ text: '别的词', results: [liveResult] })
  await user.type(box(), '气')
  await waitFor(() => expect(asked).toContain('阴天气'))
  expect(screen.queryByRole('option', { name: /实时阴影/ })).toBeNull()

  live = (text) => Response.json({ text, results: [liveResult], code: 'unavailable', message: '' }, { status: 503 })
  await user.type(box(), '好')
  await waitFor(() => expect(asked).toContain('阴天气好'))
  expect(screen.queryByRole('option', { name: /实时阴影/ })).toBeNull()
})

test('arrow keys go round the options and Enter takes the marked one [SRCH-046] [SRCH-047]', async () => {
  const user = userEvent.setup()
  const { address } = show(<HeaderSearch />)
  await user.type(box(), '阴影')
  await screen.findByRole('option', { name: /实时阴影/ })
  await user.keyboard('{ArrowUp}')
  expect(screen.getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{ArrowDown}')
  const first = screen.getAllByRole('option')[0]
  expect(first?.getAttribute('aria-selected')).toBe('true')
  expect(box().getAttribute('aria-activedescendant')).toBe(first?.id)
  await user.keyboard('{Enter}')
  expect(address()).toContain('/tutorial/shadow')
})

test('Escape and leaving the box close the suggestions', async () => {
  const user = userEvent.setup()
  show(
    <>
      <HeaderSearch />
      <button type="button">别处</button>
    </>,
  )
  await user.click(box())
  await screen.findByRole('option', { name: '主题1' })
  await user.keyboard('{Escape}')
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option')).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: '别处' }))
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('results that come after the arrow keys have marked an option do not take its place', async () => {
  const user = userEvent.setup()
  const late = held<object>()
  live = () => late.answer
  const { address } = show(<HeaderSearch />)
  await user.type(box(), '阴影')
  await waitFor(() => expect(asked.at(-1)).toBe('阴影'))
  await user.keyboard('{ArrowDown}')
  const marked = () => screen.getByRole('option', { selected: true }).textContent
  const before = marked()
  late.give({ text: '阴影', results: [liveResult] })
  await screen.findByRole('option', { name: /实时阴影/ })
  expect(marked()).toBe(before)
  await user.keyboard('{Enter}')
  expect(address()).toBe('/search?k=["query:阴影","type:tutorial"]')
})

test('words that find nothing are said to, above the ways to go on', async () => {
  const user = userEvent.setup()
  live = (text) => ({ text, results: [] })
  show(<HeaderSearch />)
  await user.type(box(), 'qqqzzz')
  expect(await screen.findByText('没有找到“qqqzzz”')).toBeTruthy()
  expect(options()).toHaveLength(4)
})
