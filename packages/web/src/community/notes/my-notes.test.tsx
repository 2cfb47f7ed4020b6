// @vitest-environment jsdom
import type { Note, NoteList } from '@lantern/contract/community/notes.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { MyNotes } from './my-notes.tsx'
import { sampleNote } from './testing/sample-note.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function listOf(notes: Note[], total = notes.length): NoteList {
  return {
    noteMap: Object.fromEntries(notes.map((one) => [one.id, one])),
    results: notes.map(({ id }) => id),
    itemMap: { ltu_1: sampleCard({ id: 'ltu_1', type: 'tutorial', slug: 'shadows', title: '级联阴影' }) },
    publicCounts: {},
    page: 0,
    pageSize: 30,
    total,
  }
}

test('notes stand by item with a way to their step; of a step or an item that is gone there is none', () => {
  const gone = sampleNote('no_2', { sectionId: null, anchor: null, stepTitle: '旧的一步' })
  const hidden = sampleNote('no_3', { itemId: 'ltu_hidden', stepTitle: '看不到的一步' })
  show(<MyNotes list={listOf([sampleNote('no_1'), gone, hidden])} personId="u_1" k="" />, learnerSession())
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '级联阴影',
    '现在看不到的内容',
  ])
  expect(screen.getByRole('link', { name: 'Snap to texels' }).getAttribute('href')).toMatch(
    /^\/tutorial\/shadows.*#snap$/,
  )
  expect(screen.getByText('这一步已不在课程里')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /旧的一步|看不到的一步/ })).toBeNull()
  expect(screen.getByRole('link', { name: '导出为Markdown' }).getAttribute('href')).toBe('/api/learn/cn/note/export')
})

test('without notes the page says how they come about, and a search without results leads back to all', () => {
  const first = show(<MyNotes list={listOf([])} personId="u_1" k="" />, learnerSession())
  expect(screen.getByText('还没有笔记')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去看教程' }).getAttribute('href')).toBe('/tutorials')
  expect(screen.queryByRole('search')).toBeNull()
  first.unmount()
  show(<MyNotes list={listOf([])} personId="u_1" k="塔楼" />, learnerSession())
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '在笔记里找' }).value).toBe('塔楼')
  expect(screen.getByRole('link', { name: '全部笔记' }).getAttribute('href')).toBe('/u/u_1?tab=notes')
})

test('a note is deleted after one question [CMTY-027]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/learn/cn/note/delete': () => ({ deleted: true }) })
  show(<MyNotes list={listOf([sampleNote('no_1')])} personId="u_1" k="" />, learnerSession())
  await user.click(screen.getByRole('button', { name: '删除“Snap to texels”的笔记' }))
  expect(calls).toEqual([])
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText('笔记已删除')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ id: 'no_1' }])
})
