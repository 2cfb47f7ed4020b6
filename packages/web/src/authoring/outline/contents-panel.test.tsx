// @vitest-environment jsdom
import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCard } from '#testing/samples.ts'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { sampleOutlineForms } from '../testing/outline-forms.ts'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { ContentsPanel } from './contents-panel.tsx'
import { renameChapter, rowsOf } from './outline-edits.ts'
import { courseKind, projectKind } from './outline-kind.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

type Contents = OutlineForms['contents']

function open(change: Partial<Contents> = {}, kind = courseKind) {
  const named = (id: string, title: string, published = true) => {
    return { id, type: 'tutorial', title, slug: id, language: 'zh', published, thumbnailUrl: null }
  }
  const draftEditor = showInEditor(<ContentsPanel />, {
    kind,
    forms: sampleOutlineForms({ contents: change }),
    references: {
      items: { ltu_1: named('ltu_1', '甲'), ltu_2: named('ltu_2', '乙'), ltu_3: named('ltu_3', '丙', false) },
    },
  })
  const written = () =>
    rowsOf(draftEditor.state().forms.contents)
      .map((row) => (row.kind === 'chapter' ? `|${row.title}` : row.id))
      .join(' ')
  return { draftEditor, written, user: userEvent.setup() }
}

const twoChapters: Partial<Contents> = {
  chapters: [
    { id: 'ch_1', title: '开始' },
    { id: 'ch_2', title: '进阶' },
  ],
  contentIds: ['ltu_1', 'ltu_2', 'ltu_3'],
  contents: [
    { id: 'ltu_1', required: true, chapterId: 'ch_1' },
    { id: 'ltu_2', required: true, chapterId: 'ch_1' },
    { id: 'ltu_3', required: false, chapterId: 'ch_2' },
  ],
}

/** Search finds one tutorial and one quiz; of the author's own there is one draft. */
function catalogue() {
  const tutorial = sampleCard({ id: 'ltu_9', title: '级联阴影' })
  const quiz = sampleCard({ id: 'lqz_9', type: 'quiz', title: '阴影小测' })
  const other = sampleCard({ id: 'ltu_8', title: '影子（正文里写到阴影）' })
  const row = { id: 'lpr_9', title: '阴影项目', slug: 'p', language: 'zh', published: false, thumbnailUrl: null }
  return fakeServer({
    '/api/learn/search': () => ({
      results: [
        { id: 'ltu_9', type: 'tutorial', tutorial, title: { text: '级联阴影', marks: [[2, 4]] }, hits: [] },
        { id: 'lqz_9', type: 'quiz', quiz, title: { text: '阴影小测', marks: [[0, 2]] }, hits: [] },
        // found by its text, not by its title
        { id: 'ltu_8', type: 'tutorial', tutorial: other, title: { text: '影子', marks: [] }, hits: [] },
      ],
    }),
    '/api/learn/creator/tutorial/list': () => ({ results: [] }),
    '/api/learn/creator/project/list': () => ({ results: [row] }),
    '/api/learn/creator/quiz/list': () => ({ results: [] }),
  })
}

const button = (name: string) => screen.getByRole('button', { name })

test('what learners find and what is still a draft is found and added to the chosen chapter', async () => {
  const sent = catalogue()
  const { written, user } = open(twoChapters)
  const find = screen.getByRole('combobox', { name: /搜索教程、项目或测验/ })
  await user.type(find, '阴影')
  const options = await screen.findAllByRole('option', { name: /阴影/ })
  expect(options.map((option) => option.textContent)).toEqual(['级联阴影教程', '阴影小测测验', '阴影项目项目草稿'])
  expect(sent.find(({ path }) => path === '/api/learn/search')?.query.getAll('t')).toEqual([
    'tutorial',
    'project',
    'quiz',
  ])
  await user.click(options[2] as HTMLElement)
  expect(written()).toBe('|开始 ltu_1 ltu_2 |进阶 ltu_3 lpr_9')
  await user.selectOptions(screen.getByRole('combobox', { name: '加到' }), '第1章 开始')
  await user.type(find, '阴影')
  await user.click(await screen.findByRole('option', { name: /级联阴影/ }))
  expect(written()).toBe('|开始 ltu_1 ltu_2 ltu_9 |进阶 ltu_3 lpr_9')
  await user.type(find, '阴影')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /阴影/ })).toHaveLength(1))
})

test('a project takes tutorials and quizzes alone', async () => {
  const sent = catalogue()
  const { user } = open({}, projectKind)
  await user.type(screen.getByRole('combobox', { name: /搜索教程或测验/ }), '阴影')
  await screen.findByRole('option', { name: /级联阴影/ })
  expect(screen.queryByRole('option', { name: /项目/ })).toBeNull()
  expect(sent.find(({ path }) => path === '/api/learn/search')?.query.getAll('t')).toEqual(['tutorial', 'quiz'])
})

test('contents move by the keyboard within a chapter and into the next, chapters with all that is in them', async () => {
  const { written, user } = open(twoChapters)
  button('移动《甲》').focus()
  await user.keyboard('{ArrowDown}')
  expect(written()).toBe('|开始 ltu_2 ltu_1 |进阶 ltu_3')
  await user.keyboard('{ArrowDown}')
  expect(written()).toBe('|开始 ltu_2 |进阶 ltu_1 ltu_3')
  expect(document.activeElement).toBe(button('移动《甲》'))
  button('移动第1章').focus()
  await user.keyboard('{ArrowDown}')
  expect(written()).toBe('|进阶 ltu_1 ltu_3 |开始 ltu_2')
  expect(document.activeElement).toBe(button('移动第2章'))
})

test('a chapter is added with the focus in its title, named, and deleted after it was confirmed; contents stay', async () => {
  const { written, user } = open(twoChapters)
  await user.click(button('添加一章'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '第3章的标题' }))
  await user.keyboard('收尾')
  expect(written()).toBe('|开始 ltu_1 ltu_2 |进阶 ltu_3 |收尾')
  await user.click(button('删除第2章'))
  const ask = await screen.findByRole('alertdialog', { name: '删除第2章？' })
  await user.click(within(ask).getByRole('button', { name: '删除' }))
  expect(written()).toBe('|开始 ltu_1 ltu_2 ltu_3 |收尾')
})

test('whether a content is required can be chosen, and is counted', async () => {
  const { draftEditor, user } = open(twoChapters)
  expect(screen.getByText(/必学2项/)).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: '《丙》必学' }))
  expect(draftEditor.state().forms.contents.contents.map(({ required }) => required)).toEqual([true, true, true])
  expect(screen.getByText(/必学3项/)).toBeTruthy()
})

test('taking something out can be undone', async () => {
  const { written, user } = open(twoChapters)
  await user.click(button('移出《乙》'))
  expect(written()).toBe('|开始 ltu_1 |进阶 ltu_3')
  await user.click(await screen.findByRole('button', { name: '撤销' }))
  expect(written()).toBe('|开始 ltu_1 ltu_2 |进阶 ltu_3')
})

test('taking something out is undone however late, and what was done since stays', async () => {
  const { written, user } = open(twoChapters)
  await user.click(button('移出《乙》'))
  await user.type(screen.getByRole('textbox', { name: '第2章的标题' }), '（下）')
  await user.click(button('添加一章'))
  await user.keyboard('收尾')
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(written()).toBe('|开始 ltu_1 ltu_2 |进阶（下） ltu_3 |收尾')
})

test('a content that is gone by now is marked where it stands', async () => {
  const message = '所指的内容不存在，可能已被删除。'
  fakeServer({
    '/api/learn/course/lxx_1/contents': () =>
      Response.json(
        { code: 'bad_request', message: '看标出的地方。', details: [{ field: 'contents.ltu_2', message }] },
        { status: 400 },
      ),
  })
  const { draftEditor } = open(twoChapters)
  draftEditor.change('contents', renameChapter(draftEditor.state().forms.contents, 'ch_1', '起步'))
  expect(await draftEditor.save('contents')).toBe('failed')
  const row = screen.getByRole('button', { name: '移出《乙》' }).closest('li') as HTMLElement
  expect(await within(row).findByText(message)).toBeTruthy()
  expect(screen.getAllByText(message)).toHaveLength(1)
})

test('a save without contents is not sent and says what is missing [CREA-116]', async () => {
  const sent = fakeServer({})
  const { draftEditor } = open(twoChapters)
  draftEditor.change('contents', { ...draftEditor.state().forms.contents, chapters: [], contentIds: [], contents: [] })
  expect(await draftEditor.save('contents')).toBe('invalid')
  expect(await screen.findByText('课程里还没有内容，请至少添加一项。')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '还没有内容' })).toBeTruthy()
  expect(sent.filter(({ path }) => path !== '/api/learn/search/filters')).toEqual([])
})

test('three hundred contents stand in one list', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `ltu_x${at}`)
  open({ chapters: [], contentIds: ids, contents: ids.map((id) => ({ id, required: true, chapterId: null })) })
  expect(screen.getAllByRole('button', { name: /^移动《/ })).toHaveLength(300)
})

test('contents are looked for by the topics of the site in their groups, with words or without [SRCH-022]', async () => {
  const sent = fakeServer({
    '/api/learn/search/filters': () => ({
      topics: [{ id: 'lighting', type: 'topic', name: '光照' }],
      industries: [{ id: 'games', type: 'industry', name: '游戏' }],
      versions: [],
    }),
    '/api/learn/search': () => ({
      results: [
        {
          id: 'ltu_9',
          type: 'tutorial',
          tutorial: sampleCard({ id: 'ltu_9', title: '探针' }),
          title: { text: '探针', marks: [] },
          hits: [],
        },
      ],
    }),
  })
  const { written, user } = open({})
  await user.selectOptions(await screen.findByRole('combobox', { name: '主题' }), 'lighting')
  await user.selectOptions(screen.getByRole('combobox', { name: '领域' }), 'games')
  await user.click(screen.getByPlaceholderText('按标题搜索'))
  await user.click(await screen.findByRole('option', { name: /探针/ }))
  expect(written()).toContain('ltu_9')
  const asked = sent.filter(({ path }) => path === '/api/learn/search').at(-1)
  expect(asked?.query.get('k')).toBe('["tag:lighting","ind:games"]')
})
