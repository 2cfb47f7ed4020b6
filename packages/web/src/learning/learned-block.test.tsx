// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { isRecentsClosed, LearnedBlock, type PersonRecords, recentsCookie } from './learned-block.tsx'
import { learnerSession, testCard, testRecord } from './testing/page.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const homeShow = '/api/learn/cn/record/tutorial/home-show'

function records(...ids: string[]): PersonRecords {
  return {
    tutorialList: {
      inProgressIds: ids,
      tutorialMap: Object.fromEntries(
        ids.map((id) => [
          id,
          {
            item: testCard(id, { title: `教程${id}` }),
            chapterId: 'ch_2',
            chapterTitle: '第二章',
            sectionId: 'se_2',
            sectionTitle: '对齐',
          },
        ]),
      ),
    },
    recordMap: Object.fromEntries(ids.map((id) => [id, testRecord(['se_1'], { itemId: id })])),
    weekSeconds: [600, 0, 0, 0, 0, 0, 0],
  }
}

const entries = () => screen.queryAllByRole('article')

test('each entry has picture, title, percent, last chapter and section; up to three are listed [LEARN-005 LEARN-007]', () => {
  const shown = records('a', 'b', 'c', 'd')
  for (const [id, { item }] of Object.entries(shown.tutorialList.tutorialMap)) item.thumbnail.url = `/art/${id}.svg`
  show(<LearnedBlock records={shown} />, learnerSession())
  expect(entries()).toHaveLength(3)
  expect(entries().map((entry) => entry.querySelector('img')?.getAttribute('src'))).toEqual([
    '/art/a.svg',
    '/art/b.svg',
    '/art/c.svg',
  ])
  for (const entry of entries()) {
    expect(within(entry).getByRole('heading').textContent).toContain('教程')
    expect(within(entry).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
    expect(entry.textContent).toContain('第二章 · 对齐')
  }
})

test('the first says last studied, the others their date [LEARN-008 LEARN-009]', () => {
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  const [first, second] = entries()
  expect(first?.textContent).toContain('上次学到')
  expect(second?.textContent).toContain('2026-03-02学过')
})

test('continuing leads to the last chapter and section of the tutorial [LEARN-011]', () => {
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  const link = screen.getByRole('link', { name: '继续学习' })
  expect(link.getAttribute('href')).toBe('/tutorial/a?chapterId=ch_2&sectionId=se_2')
})

test('under a finger every entry is a link as a whole [LEARN-013]', () => {
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  for (const [at, entry] of entries().entries()) {
    const title = within(within(entry).getByRole('heading')).getByRole('link')
    expect(title.getAttribute('href')).toBe(`/tutorial/${'ab'[at]}?chapterId=ch_2&sectionId=se_2`)
  }
  const css = readFileSync(`${import.meta.dirname}/learned-block.module.css`, 'utf8')
  const touch = css.slice(css.indexOf('@media (pointer: coarse)'))
  expect(touch).toMatch(/\.first \.title::after \{[^}]*inset: 0/)
})

test('the fold hides all but the first and counts what it hides [LEARN-012]', async () => {
  const user = userEvent.setup()
  show(<LearnedBlock records={records('a', 'b', 'c')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '收起2项' }))
  expect(entries()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '展开其他2项', expanded: false }))
  expect(entries()).toHaveLength(3)
})

test('cancelling tracking takes the entry away at once, and undo brings it back [LEARN-010 LEARN-051]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    [homeShow]: ({ query }) => ({ inProgressIds: query.get('show') === 'true' ? ['a', 'b'] : ['b'] }),
  })
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程a》' }))
  expect(entries()).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(entries()).toHaveLength(2))
  expect(calls.map(({ query }) => [query.get('tutorialId'), query.get('show')])).toEqual([
    ['a', 'false'],
    ['a', 'true'],
  ])
})

test('an entry that is cancelled leaves the focus at the block', async () => {
  fakeServer({ [homeShow]: () => ({ inProgressIds: ['a'] }) })
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  await userEvent.setup().click(screen.getByRole('button', { name: '不再跟踪《教程b》' }))
  expect(entries()).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
})

test('who takes the last entry away, or the whole block, goes on at the rest of the page', async () => {
  fakeServer({ [homeShow]: () => ({ inProgressIds: [] }) })
  const open = (...ids: string[]) =>
    show(
      <main>
        <LearnedBlock records={records(...ids)} />
        <a href="/tutorials">全部教程</a>
      </main>,
      learnerSession(),
    )
  const user = userEvent.setup()
  const rest = () => screen.getByRole('link', { name: '全部教程' })
  open('a')
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程a》' }))
  expect(entries()).toHaveLength(0)
  expect(document.activeElement).toBe(rest())
  cleanup()
  open('a', 'b')
  await user.click(screen.getByRole('button', { name: '两天内不再显示' }))
  expect(entries()).toHaveLength(0)
  expect(document.activeElement).toBe(rest())
})

test('a cancel that fails puts the entry back and says so', async () => {
  const user = userEvent.setup()
  fakeServer({})
  show(<LearnedBlock records={records('a', 'b')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程b》' }))
  await waitFor(() => expect(entries()).toHaveLength(2))
  expect(screen.getByText(/没有保存成功/)).toBeTruthy()
})

test('two entries cancelled one after the other stay away in whatever order the answers come', async () => {
  const user = userEvent.setup()
  const [a, b] = [held<object>(), held<object>()]
  fakeServer({ [homeShow]: ({ query }) => (query.get('tutorialId') === 'a' ? a.answer : b.answer) })
  show(<LearnedBlock records={records('a', 'b', 'c')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程a》' }))
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程b》' }))
  b.give({ inProgressIds: ['c'] })
  await screen.findByText(/教程b/)
  a.give({ inProgressIds: ['b', 'c'] })
  await screen.findByText(/教程a/)
  expect(entries().map((entry) => within(entry).getByRole('heading').textContent)).toEqual(['教程c'])
})

test('one cancel that fails brings back its own entry alone', async () => {
  const user = userEvent.setup()
  const a = held<object>()
  fakeServer({
    [homeShow]: ({ query }) => (query.get('tutorialId') === 'a' ? a.answer : { inProgressIds: ['a', 'c'] }),
  })
  show(<LearnedBlock records={records('a', 'b', 'c')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程a》' }))
  await user.click(screen.getByRole('button', { name: '不再跟踪《教程b》' }))
  await screen.findByText(/教程b/)
  a.give(new Response('{}', { status: 500 }))
  await screen.findByText(/没有保存成功/)
  expect(entries().map((entry) => within(entry).getByRole('heading').textContent)).toEqual(['教程a', '教程c'])
})

test('a double press cancels one entry, not the one that moves into its place', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ [homeShow]: () => ({ inProgressIds: [] }) })
  show(<LearnedBlock records={records('a', 'b', 'c')} />, learnerSession())
  await user.dblClick(screen.getByRole('button', { name: '不再跟踪《教程a》' }))
  expect(calls.map(({ query }) => query.get('tutorialId'))).toEqual(['a'])
  expect(entries()).toHaveLength(2)
})

test('a guest sees no such block, and neither does somebody with nothing in progress [LEARN-014]', () => {
  show(<LearnedBlock records={records('a')} />, 'guest')
  expect(screen.queryByRole('region')?.textContent ?? '').not.toContain('继续学习')
  cleanup()
  show(<LearnedBlock records={records()} />, learnerSession())
  expect(entries()).toEqual([])
})

test('closing the block keeps it away for two days [SHELL-066]', async () => {
  const user = userEvent.setup()
  show(<LearnedBlock records={records('a')} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '两天内不再显示' }))
  expect(entries()).toEqual([])
  expect(isRecentsClosed(document.cookie)).toBe(true)
  expect(isRecentsClosed('other=1; lantern_recents_closed=0')).toBe(false)
  expect(recentsCookie()).toContain(`max-age=${2 * 24 * 60 * 60};`)
})
