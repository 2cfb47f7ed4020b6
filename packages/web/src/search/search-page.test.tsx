// @vitest-environment jsdom
import { emptyCriteria } from '@lantern/contract/search/criteria.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { scrolling } from '#testing/scroll-to-end.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { readSearch } from './search-address.ts'
import { SearchPage } from './search-page.tsx'
import { answerCalls, answerOf, cardOf, resultOf } from './testing/answers.ts'
import { data, open, results } from './testing/open-search.tsx'

let asked: URLSearchParams[] = []
let nextPage: (query: URLSearchParams) => unknown
let scroll: ReturnType<typeof scrolling>

beforeEach(async () => {
  asked = []
  await prepareBrowser()
  scroll = scrolling()
  const answer = answerCalls((_path, query) => {
    asked.push(query)
    return nextPage(query)
  })
  vi.stubGlobal('fetch', answer)
})

const titles = () => screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent)
const hrefOf = (element: Element) => decodeURIComponent(element.getAttribute('href') ?? '')
function Searches() {
  const [query, setQuery] = useState('阴影')
  return (
    <>
      <SearchPage
        answer={answerOf([], { criteria: { ...emptyCriteria(), query } })}
        data={data}
        pageSize={null}
        collect={() => null}
      />
      <button type="button" onClick={() => setQuery('光照')}>
        结果来了
      </button>
    </>
  )
}

test('results show their words marked, their steps, and links that say where they were pressed [SRCH-002] [SRCH-006]', () => {
  const hit = {
    id: 'se_1',
    type: 'section' as const,
    number: 4,
    anchor: 'caustics',
    title: { text: '做出<b>焦散</b>', marks: [[5, 7]] },
    snippet: { text: '把光聚成焦散', marks: [[4, 6]] },
  }
  const course = cardOf('lco_1', { type: 'course', title: '一门课' })
  const part = { ...hit, id: 'ltu_7', type: 'tutorial' as const, anchor: '', snippet: null }
  open(
    answerOf([
      resultOf(cardOf('ltu_1', { title: '焦散入门' }), {
        title: { text: '焦散入门', marks: [[0, 2]] },
        hits: [hit],
        hitCount: 3,
      }),
      resultOf(course, { hits: [part], hitCount: 1 }),
    ]),
  )
  const title = screen.getByRole('link', { name: '焦散入门' })
  expect(title.querySelector('mark')?.textContent).toBe('焦散')
  expect(hrefOf(title)).toBe('/tutorial/ltu_1?utm_source=search&utm_medium=result')
  const [step, inCourse] = screen.getAllByRole('link', { name: /做出/ })
  expect(step?.textContent).toContain('做出<b>焦散</b>')
  expect([...(step?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['焦散', '焦散'])
  expect(hrefOf(step as Element)).toBe('/tutorial/ltu_1?utm_source=search&utm_medium=result#caustics')
  expect(hrefOf(inCourse as Element)).toContain('/tutorial/ltu_7?courseId=lco_1&utm_source=search')
  expect(screen.getByText('还有2处')).toBeTruthy()
})

test('the state of a search is what the address and the answer say [SRCH-023]', () => {
  const state = readSearch(new URLSearchParams('k=["query:阴影","tag:lighting"]&sl=beginner&page=2'))
  expect(state).toMatchObject({ page: 2, criteria: { query: '阴影', tag: ['lighting'], skillLevel: ['beginner'] } })
  expect(readSearch(new URLSearchParams('page=-3&ob=nonsense&k=[')).page).toBe(0)
  const userMap = {
    u_owner: { id: 'u_owner', fullName: '许青禾', title: '', description: '', avatar: null, slug: 'x', official: true },
  }
  open(answerOf(results(1, 1), { userMap, total: 1234, typeCounts: { tutorial: 1200, quiz: 34 } }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('搜索：阴影')
  expect(screen.getByText('1,234项')).toBeTruthy()
  expect(screen.getByText('许青禾')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: '类型' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['全部 1,234', '教程 1,200', '测验 34'])
  expect(hrefOf(tabs[2] as Element)).toBe('/search?k=["query:阴影","type:quiz"]')
})

test('more results are loaded with the page counted on from the current one, else 1 [SRCH-020] [SRCH-052] [CAT-074]', async () => {
  const user = userEvent.setup()
  nextPage = (query) => answerOf(results(9, 8), { page: Number(query.get('page')), total: 18 })
  open(answerOf(results(1, 8), { total: 18 }))
  await user.click(screen.getByRole('link', { name: '再看8项' }))
  expect(asked.map((query) => query.get('page'))).toEqual(['1'])
  expect(asked[0]?.get('k')).toBe('["query:阴影"]')
  expect(titles()).toHaveLength(16)
  nextPage = (query) => answerOf(results(17, 2), { page: Number(query.get('page')), total: 18 })
  await user.click(screen.getByRole('link', { name: '再看2项' }))
  expect(asked.map((query) => query.get('page'))).toEqual(['1', '2'])
  expect(titles()).toHaveLength(18)
  expect(screen.queryByRole('link', { name: /再看/ })).toBeNull()
})

test('scrolling to the end loads more, and never twice at once [CAT-073] [CAT-049] [SRCH-016]', async () => {
  let release = () => {}
  nextPage = () => new Promise((done) => (release = () => done(answerOf(results(9, 2), { page: 1, total: 10 }))))
  open(answerOf(results(1, 8), { total: 10 }))
  await act(async () => {
    scroll.toEnd()
    scroll.toEnd()
  })
  expect(screen.getByText('正在查找…')).toBeTruthy()
  screen.getByRole('link', { name: '再看2项' }).click()
  expect(asked).toHaveLength(1)
  await act(async () => release())
  await expect.poll(() => titles()).toHaveLength(10)
})

test('more results are offered exactly while the pages so far are below the total [CAT-050]', () => {
  const { unmount } = open(answerOf(results(1, 8), { total: 8 }))
  expect(screen.queryByRole('link', { name: /再看/ })).toBeNull()
  unmount()
  open(answerOf(results(1, 8), { total: 9 }))
  expect(hrefOf(screen.getByRole('link', { name: '再看1项' }))).toBe('/search?k=["query:阴影"]&page=1')
})

test('more results that answer other words are not shown, and loading can be tried again [SRCH-043]', async () => {
  const user = userEvent.setup()
  nextPage = () => answerOf(results(9, 8), { page: 1, total: 16, text: '光照' })
  open(answerOf(results(1, 8), { total: 16 }))
  await user.click(screen.getByRole('link', { name: '再看8项' }))
  expect((await screen.findByRole('alert')).textContent).toContain('没能载入更多')
  expect(titles()).toHaveLength(8)
  nextPage = () => answerOf(results(9, 8), { page: 1, total: 16 })
  await user.click(screen.getByRole('link', { name: '再试一次' }))
  expect(titles()).toHaveLength(16)
})

test('pages have addresses of their own [SRCH-019] [SRCH-015]', () => {
  open(answerOf(results(9, 8), { page: 1, total: 40 }))
  const pages = within(screen.getByRole('navigation', { name: '分页' }))
  expect(hrefOf(pages.getByRole('link', { name: '第3页' }))).toBe('/search?k=["query:阴影"]&page=2')
  expect(hrefOf(pages.getByRole('link', { name: '第1页' }))).toBe('/search?k=["query:阴影"]')
  expect(hrefOf(pages.getByRole('link', { name: '第5页' }))).toBe('/search?k=["query:阴影"]&page=4')
})

test('a search without results says so and clears to everything [SRCH-017] [SRCH-018]', async () => {
  const user = userEvent.setup()
  const criteria = { ...emptyCriteria(), query: '阴影', skillLevel: ['advanced' as const], orderBy: 'recency' as const }
  const { address } = open(answerOf([], { criteria, typeCounts: {} }))
  expect(screen.getByRole('heading', { name: '没有找到“阴影”' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '清除条件，看全部内容' }))
  expect(address()).toBe('/search')
})

test('while results load the page says so [SRCH-016]', async () => {
  const user = userEvent.setup()
  const slow = {
    path: '/search',
    loader: () => new Promise(() => undefined),
    element: null,
  }
  open(answerOf(results(1, 8), { total: 20 }), {}, [slow])
  await user.click(screen.getByRole('link', { name: '第2页' }))
  expect(await screen.findByText('正在查找…')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
})

test('a page size that the address asks for is kept by the ways to further results [SRCH-026]', async () => {
  const user = userEvent.setup()
  const asks = readSearch(new URLSearchParams('k=["query:阴影"]&page=2&pageSize=4'))
  expect(asks).toMatchObject({ page: 2, pageSize: 4, criteria: { query: '阴影' } })
  for (const wrong of ['0', '-1', '101', 'x', '1.5']) {
    expect(readSearch(new URLSearchParams({ pageSize: wrong })).pageSize).toBeNull()
  }
  nextPage = (query) => answerOf(results(5, 4), { page: Number(query.get('page')), pageSize: 4, total: 20 })
  open(answerOf(results(1, 4), { pageSize: 4, total: 20 }), {}, [], asks.pageSize)
  expect(hrefOf(screen.getByRole('link', { name: '第5页' }))).toBe('/search?k=["query:阴影"]&page=4&pageSize=4')
  expect(hrefOf(screen.getByRole('link', { name: '再看4项' }))).toBe('/search?k=["query:阴影"]&page=1&pageSize=4')
  await user.click(screen.getByRole('link', { name: '再看4项' }))
  expect([asked[0]?.get('page'), asked[0]?.get('pageSize')]).toEqual(['1', '4'])
})

test('a slip of typing is told and can be taken over', () => {
  open(answerOf(results(1, 1), { corrected: 'sprite sheet' }))
  expect(hrefOf(screen.getByRole('link', { name: 'sprite sheet' }))).toBe('/search?k=["query:sprite","query:sheet"]')
})

test('axe finds nothing on results, on nothing found and in the sheet', async () => {
  const user = userEvent.setup()
  const { container, unmount } = open(answerOf(results(1, 8), { total: 40, corrected: 'x' }), { groups: ['admin'] })
  await user.click(screen.getByRole('button', { name: '筛选' }))
  const faults = async (element: Element) =>
    (await axe.run(element, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id)
  expect(await faults(container)).toEqual([])
  unmount()
  expect(await faults(open(answerOf([], { typeCounts: {} })).container)).toEqual([])
})

test('what is typed on while the results are on their way stays in the box when they come', async () => {
  const user = userEvent.setup()
  const { unmount } = show(<Searches />)
  const words = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '搜索教程、项目、课程' })
  await user.clear(words())
  await user.type(words(), '光照{Enter}贴图')
  await user.click(screen.getByRole('button', { name: '结果来了' }))
  expect(words().value).toBe('光照贴图')
  unmount()

  // found from elsewhere, the box shows the query
  show(<Searches />)
  await user.click(screen.getByRole('button', { name: '结果来了' }))
  expect(words().value).toBe('光照')
})

test('a result names an official author, and the team for everybody else [CAT-059] [CAT-060]', () => {
  const person = { title: '', description: '', avatar: null }
  open(
    answerOf(
      [
        resultOf(cardOf('ltu_1', { authorId: 'u_1' })),
        resultOf(cardOf('ltu_2', { authorId: 'u_2', topicIds: ['lighting'] })),
      ],
      {
        userMap: {
          u_1: { id: 'u_1', slug: 'a', fullName: '顾星河', official: true, ...person },
          u_2: { id: 'u_2', slug: 'b', fullName: '路人甲', official: false, ...person },
        },
        topicMap: { lighting: { id: 'lighting', type: 'topic', name: '光照' } },
      },
    ),
  )
  const [own, other] = screen.getAllByRole('article')
  expect(own?.textContent).toContain('顾星河')
  expect(other?.textContent).toContain('引擎课堂团队')
  expect(other?.textContent).not.toContain('路人甲')
  // without steps that hold the words, its facts stand beside it
  expect(
    within(other as HTMLElement)
      .getByText('光照')
      .closest('dl')?.textContent,
  ).toContain('引擎版本')
})
