// @vitest-environment jsdom
import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { Revision } from '@lantern/contract/documents.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { courseKind } from '../outline/outline-kind.ts'
import { sampleOutlineForms } from '../testing/outline-forms.ts'
import { sampleData, sampleDraft, sampleForms } from '../testing/sample-draft.ts'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { tutorialKind } from '../tutorial/tutorial-kind.ts'
import { DraftRevisionsDialog } from './revisions-dialog.tsx'

beforeEach(prepareBrowser)

const bob = { id: 'u_bob', fullName: '许青禾', avatar: null }

function revision(version: number, change: Partial<Revision> = {}): Revision {
  const at = `2026-03-01T0${version}:00:00.000Z`
  return { version, kind: 'autosave', by: bob, at, changeCount: 1, published: false, ...change }
}

const ada = { ...bob, id: 'u_ada' }
const threeRevisions = [revision(3), revision(2, { kind: 'publish', published: true, by: ada }), revision(1)]

/** What the forms referred to before, with its name. */
const older = { tags: { wind: { id: 'wind', type: 'tag', name: '风' } } }

const newTitle = { field: 'general.title', name: '', kind: 'changed', before: '旧标题', after: '新标题' }

function open(list = threeRevisions, changes = [newTitle], isAway = false) {
  const unityVersionRange = { minVersionId: '3.2', maxVersionId: null, withAll: false }
  const { general, steps } = sampleForms()
  const restored = sampleForms({ general: { ...general, title: '旧标题' }, steps: { ...steps, unityVersionRange } })
  const path = '/api/learn/creator/draft/lxx_1'
  const calls = fakeServer({
    [`${path}/revisions`]: () => ({ results: list, page: 0, pageSize: 20, total: list.length }),
    [`${path}/revisions/3`]: () => ({ revision: list[0], forms: sampleForms(), changes, references: older }),
    [`${path}/revisions/2`]: () => ({ revision: list[1], forms: restored, changes: [], references: {} }),
    [`${path}/revisions/1`]: () => ({ revision: list.at(-1), forms: restored, changes: [], references: {} }),
    [`${path}/restore`]: () => ({ draft: sampleDraft({ id: 'lxx_1', version: 4, forms: restored }) }),
  })
  const onClose = vi.fn()
  const draftEditor = showInEditor(<DraftRevisionsDialog onClose={onClose} />, {
    kind: tutorialKind,
    forms: sampleForms(),
    references: sampleData().references,
    isAway,
  })
  return {
    draftEditor,
    onClose,
    against: (version = 2) =>
      calls.filter((one) => one.path === `${path}/revisions/${version}`).map(({ query }) => query.get('against')),
    restores: () => calls.filter((one) => one.path === `${path}/restore`),
    user: userEvent.setup(),
  }
}

test('every save says who and when, and what it changed in words', async () => {
  open()
  const dialog = await screen.findByRole('dialog', { name: '版本' })
  expect(await within(dialog).findByRole('button', { name: /许青禾 · 第3版.*自动保存 · 1处修改/ })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: /你 · 第2版.*发布/ })).toBeTruthy()
  expect(within(dialog).getByText('已发布')).toBeTruthy()
  expect((await within(dialog).findByRole('region', { name: '之前' })).textContent).toContain('旧标题')
  expect(within(dialog).getByRole('region', { name: '之后' }).textContent).toContain('新标题')
})

test('what a revision keeps as codes and ids is read in words, alone and beside another', async () => {
  const changes = [
    { field: 'steps.skillLevel', name: '', kind: 'changed', before: 'beginner', after: 'intermediate' },
    { field: 'steps.sections.se_1.optionType', name: '1', kind: 'changed', before: 'required', after: 'optional' },
    { field: 'details.hidden', name: '', kind: 'changed', before: 'false', after: 'true' },
    { field: 'details.topicIds', name: '', kind: 'added', before: '', after: 'lighting' },
  ]
  const { user } = open(threeRevisions, changes)
  await user.click(await screen.findByRole('button', { name: /第3版/ }))
  const after = await screen.findAllByRole('region', { name: '之后' })
  expect(after.map(({ textContent }) => textContent?.replace('之后', ''))).toEqual(['中级', '选学', '是', '光照'])
  cleanup()
  open([revision(1)])
  const read = async (name: string) => (await screen.findByRole('region', { name })).querySelector('p')?.textContent
  expect(await read('语言')).toBe('中文')
  expect(await read('难度')).toBe('中级')
  expect(await read('封面')).toBe('图片')
  expect(await read('引擎版本')).toBe('最低版本: 3.2\n所有版本都适用: 否')
})

test('what the draft no longer refers to is read by its name, and what has none any more is no id either', async () => {
  const { user } = open(threeRevisions, [
    { field: 'details.tagIds', name: '', kind: 'removed', before: 'wind\ngone', after: '' },
    { field: 'details.prerequisites', name: '', kind: 'removed', before: 'ltu_deleted', after: '' },
  ])
  await user.click(await screen.findByRole('button', { name: /第3版/ }))
  const before = await screen.findAllByRole('region', { name: '之前' })
  expect(before.map(({ textContent }) => textContent?.replace('之前', ''))).toEqual(['风未知条目', '未知条目'])
})

test('the contents of a course are read by their titles and chapters, never by ids', async () => {
  const path = '/api/learn/creator/draft/lxx_1'
  const change = { field: 'contents.contents.ltu_1.chapterId', name: '1', kind: 'added', before: '', after: 'ch_1' }
  const list = [revision(2), revision(1)]
  const forms = sampleOutlineForms()
  fakeServer({
    [`${path}/revisions`]: () => ({ results: list, page: 0, pageSize: 20, total: 2 }),
    [`${path}/revisions/2`]: () => ({ revision: list[0], forms, changes: [change], references: {} }),
  })
  const lesson = { id: 'ltu_1', type: 'tutorial', title: '级联阴影' } as DraftReferences['items'][string]
  showInEditor(<DraftRevisionsDialog onClose={() => undefined} />, {
    kind: courseKind,
    forms,
    references: { ...sampleData().references, items: { ltu_1: lesson } },
  })
  expect((await screen.findByRole('region', { name: '之后' })).textContent).toMatch(/第1章\s开始/)
  await userEvent.setup().click(screen.getByRole('radio', { name: '全文' }))
  const content = await screen.findByRole('region', { name: /^第1项\s级联阴影$/ })
  expect(content.querySelector('p')?.textContent).toMatch(/^必学: 是\n所在章节: 第1章\s开始$/)
})

test('a revision is put beside what stands there now, what was just typed included, and beside any other', async () => {
  const { draftEditor, against, user } = open()
  await user.click(await screen.findByRole('button', { name: /第2版/ }))
  await waitFor(() => expect(against()).toEqual([null]))
  draftEditor.change('general', { ...draftEditor.state().forms.general, title: '刚写的' })
  const choice = screen.getByRole('combobox', { name: '比较对象' })
  await user.selectOptions(choice, '现在的内容')
  // the autosave before it made version 2 of the draft
  await waitFor(() => expect(against()).toEqual([null, '2']))
  expect(draftEditor.state().unsaved).toEqual([])
  await user.selectOptions(choice, '第3版')
  await waitFor(() => expect(against()).toEqual([null, '2', '3']))
})

test('the first revision is not put beside one before it, and the only one is read whole', async () => {
  const { against, user } = open()
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await user.click(await screen.findByRole('button', { name: /第1版/ }))
  expect(options()).toEqual(['现在的内容', '第3版', '第2版', '第1版'])
  // what stands there now is version 2 of the draft
  await waitFor(() => expect(against(1)).toEqual([expect.stringMatching(/^\d+$/)]))
  await user.click(screen.getByRole('button', { name: /第3版/ }))
  expect(options()).toContain('前一版')
  cleanup()
  open([revision(1)])
  expect((await screen.findByRole('region', { name: '标题' })).textContent).toContain('旧标题')
  expect(screen.queryByRole('combobox', { name: '比较对象' })).toBeNull()
})

test('a revision can be read whole before it is restored', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /第2版/ }))
  await user.click(await screen.findByRole('radio', { name: '全文' }))
  expect((await screen.findByRole('region', { name: '标题' })).textContent).toContain('旧标题')
  expect(screen.getByRole('region', { name: /第1步.*划分视锥体/ }).textContent).toContain('划分视锥体的正文')
  expect(screen.getByRole('button', { name: '恢复这一版' })).toBeTruthy()
})

test('a revision is restored only after a confirmation, and then stands on the screen', async () => {
  const { draftEditor, onClose, restores, user } = open()
  await user.click(await screen.findByRole('button', { name: /第2版/ }))
  await user.click(await screen.findByRole('button', { name: '恢复这一版' }))
  const confirm = await screen.findByRole('alertdialog', { name: '恢复到第2版？' })
  expect(restores()).toEqual([])
  await user.click(within(confirm).getByRole('button', { name: '恢复这一版' }))
  await waitFor(() => expect(draftEditor.state().forms.general.title).toBe('旧标题'))
  expect(restores().map(({ body }) => body)).toEqual([{ version: 2 }])
  expect(onClose).toHaveBeenCalled()
})

test('nothing is restored over what cannot be saved, and that is said', async () => {
  const { draftEditor, restores, user } = open(threeRevisions, [newTitle], true)
  draftEditor.change('general', { ...draftEditor.state().forms.general, title: '刚写的' })
  await user.click(await screen.findByRole('button', { name: /第2版/ }))
  await user.click(await screen.findByRole('button', { name: '恢复这一版' }))
  const confirm = await screen.findByRole('alertdialog', { name: '恢复到第2版？' })
  await user.click(within(confirm).getByRole('button', { name: '恢复这一版' }))
  expect(await screen.findByText('还有修改没有保存到网站，先解决页面上方提示的问题。')).toBeTruthy()
  expect(restores()).toEqual([])
  expect(draftEditor.state().forms.general.title).toBe('刚写的')
})
