// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrolling } from '#testing/scroll-to-end.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { LoadMoreEnd } from './load-more-end.tsx'
import { type LoadedPage, useLoadMore } from './use-load-more.ts'

let scroll: ReturnType<typeof scrolling>

beforeEach(async () => {
  await prepareBrowser()
  scroll = scrolling()
})

afterEach(cleanup)

const page = (n: number): LoadedPage<string> => ({ items: [`a${n}`, `b${n}`], page: n, pageSize: 2, total: 6 })

function List({ load }: { load: (page: number) => Promise<LoadedPage<string>> }) {
  const loaded = useLoadMore(page(0), load, (item) => item)
  return (
    <>
      <ul>
        {loaded.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <LoadMoreEnd {...loaded} shown={loaded.items.length} pageSize={2} nextAddress="/tutorials?page=1" />
    </>
  )
}

const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent)

test('scrolling to the end loads the next page [CAT-073]', async () => {
  show(<List load={async (n) => page(n)} />)
  await act(async () => scroll.toEnd())
  expect(shown()).toEqual(['a0', 'b0', 'a1', 'b1'])
  await act(async () => scroll.toEnd())
  expect(shown()).toHaveLength(6)
})

test('back in the history the list is as long as it was left, and what belongs to it is asked for again', async () => {
  const load = vi.fn(async (n: number) => page(n))
  const { router } = show(<List load={load} />, 'guest', { routes: [{ path: '/elsewhere', element: <p>别处</p> }] })
  await act(async () => scroll.toEnd())
  expect(shown()).toEqual(['a0', 'b0', 'a1', 'b1'])
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('别处')
  load.mockClear()
  await act(() => router.navigate(-1))
  expect(shown()).toEqual(['a0', 'b0', 'a1', 'b1'])
  expect(load.mock.calls).toEqual([[1]])
  // a new visit to the same address begins anew
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate('/'))
  expect(shown()).toEqual(['a0', 'b0'])
})

test('the pages of a list that was left are asked for one after the other, and no more once it is left again', async () => {
  const answers: ((loaded: LoadedPage<string>) => void)[] = []
  let isSlow = false
  const load = vi.fn(async (n: number) =>
    isSlow ? new Promise<LoadedPage<string>>((answer) => answers.push(answer)) : page(n),
  )
  const { router } = show(<List load={load} />, 'guest', { routes: [{ path: '/elsewhere', element: <p>别处</p> }] })
  await act(async () => scroll.toEnd())
  await act(async () => scroll.toEnd())
  expect(shown()).toHaveLength(6)
  await act(() => router.navigate('/elsewhere'))
  load.mockClear()
  isSlow = true
  await act(() => router.navigate(-1))
  expect(load.mock.calls).toEqual([[1]])
  await act(() => router.navigate('/elsewhere'))
  await act(async () => answers[0]?.(page(1)))
  expect(load.mock.calls).toEqual([[1]])
})

const worded = (words: string, page = 0, key = 'a'): LoadedPage<[string, string]> => ({
  items: [[key, words]],
  page,
  pageSize: 1,
  total: 2,
})

/** A list of two pages, whose first one says what `said` holds when it is drawn. */
function Worded({ said }: { said: { words: string } }) {
  const loaded = useLoadMore(
    worded(said.words),
    async () => worded('后来', 1, 'b'),
    ([key]) => key,
  )
  return (
    <>
      <ul>
        {loaded.items.map(([key, words]) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
      <LoadMoreEnd {...loaded} shown={loaded.items.length} pageSize={1} nextAddress="/tutorials?page=1" />
    </>
  )
}

test('back in the history what came with the page is shown, not what it was when it was left', async () => {
  const said = { words: '旧' }
  const { router } = show(<Worded said={said} />, 'guest', { routes: [{ path: '/elsewhere', element: <p>别处</p> }] })
  await act(async () => scroll.toEnd())
  expect(shown()).toEqual(['旧', '后来'])
  await act(() => router.navigate('/elsewhere'))
  said.words = '新'
  await act(() => router.navigate(-1))
  expect(shown()).toEqual(['新', '后来'])
})

test('the More button loads the next page and leaves when there is no more [CAT-074] [CAT-050]', async () => {
  const user = userEvent.setup()
  show(<List load={async (n) => page(n)} />)
  await user.click(screen.getByRole('link', { name: '再看2项' }))
  await user.click(screen.getByRole('link', { name: '再看2项' }))
  expect(shown()).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2'])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('已显示6 / 6项').getAttribute('role')).toBe('status')
})

test('the More button has the address of the next page for those without script [CAT-074]', () => {
  show(<List load={async (n) => page(n)} />)
  expect(screen.getByRole('link', { name: '再看2项' }).getAttribute('href')).toBe('/tutorials?page=1')
})

test('while a load is on its way neither scrolling nor pressing starts another [CAT-049]', async () => {
  const user = userEvent.setup()
  let finish: (loaded: LoadedPage<string>) => void = () => {}
  const load = vi.fn(
    () =>
      new Promise<LoadedPage<string>>((done) => {
        finish = done
      }),
  )
  show(<List load={load} />)
  await user.dblClick(screen.getByRole('link', { name: '再看2项' }))
  await act(async () => scroll.toEnd())
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.getByText('正在加载…').getAttribute('role')).toBe('status')
  await act(async () => finish(page(1)))
  expect(shown()).toHaveLength(4)
})

test('a failed load keeps what is there, says so, and can be tried again [CAT-074]', async () => {
  const user = userEvent.setup()
  const load = vi.fn(async (n: number) => page(n)).mockRejectedValueOnce(new Error('away'))
  show(<List load={load} />)
  await user.click(screen.getByRole('link', { name: '再看2项' }))
  expect(shown()).toEqual(['a0', 'b0'])
  expect(screen.getByText('没有加载成功，已显示的内容没有丢失。')).toBeTruthy()
  // scrolling does not hammer a server that is away
  await act(async () => scroll.toEnd())
  expect(load).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('link', { name: '再试一次' }))
  expect(shown()).toHaveLength(4)
})

test('an item that moved onto the next page is not shown twice', async () => {
  const user = userEvent.setup()
  show(<List load={async (n) => ({ ...page(n), items: ['b0', 'c1'] })} />)
  await user.click(screen.getByRole('link', { name: '再看2项' }))
  expect(shown()).toEqual(['a0', 'b0', 'c1'])
})
