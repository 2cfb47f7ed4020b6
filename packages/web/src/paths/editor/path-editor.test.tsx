// @vitest-environment jsdom
import type { EditedPath, NamedItem } from '@lantern/contract/paths/path-editing.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { EditedPaths } from './edited-paths.tsx'
import { PathEditor } from './path-editor.tsx'

beforeEach(async () => {
  await prepareBrowser()
  // what an earlier test typed
  localStorage.clear()
})
afterEach(cleanup)

const named = (id: string, title: string, type: NamedItem['type'] = 'tutorial'): NamedItem => ({
  id,
  type,
  title,
  language: 'zh',
})

const own: EditedPath = {
  id: 'pa_1',
  version: 3,
  organisationId: null,
  form: {
    slug: 'engine',
    title: '引擎',
    description: '',
    language: 'zh',
    givesCertificate: true,
    published: true,
    stages: [
      { id: 's1', rule: 'all', after: [], branches: [{ id: 'b1', title: '入门', items: ['i1', 'i2'], test: null }] },
      { id: 's2', rule: 'all', after: ['s1'], branches: [{ id: 'b2', title: '渲染', items: ['i3'], test: null }] },
    ],
  },
  items: { i1: named('i1', '平台'), i2: named('i2', '镜头'), i3: named('i3', '阴影') },
  begun: { i1: 12 },
}

const site = [{ id: null, name: null }]
const saving = '/api/learn/cn/path'
const open = (path: EditedPath | null = own, places: Parameters<typeof PathEditor>[0]['places'] = site) =>
  show(<PathEditor own={path} places={places} />, learnerSession())
const pressSave = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))
const key = (name: string, pressed: string) => fireEvent.keyDown(screen.getByRole('button', { name }), { key: pressed })
const sentForm = (calls: ReturnType<typeof fakeServer>) =>
  (calls.find(({ path }) => path === saving)?.body as { form: EditedPath['form'] } | undefined)?.form

test('stages and items are put in order by keyboard, and what follows what goes along', async () => {
  const calls = fakeServer({ [saving]: () => ({ id: 'pa_1', version: 4 }) })
  open()
  key('移动阶段2 · 渲染', 'Home')
  key('移动镜头', 'ArrowUp')
  pressSave()
  await screen.findByText('保存成功。')
  const stages = sentForm(calls)?.stages ?? []
  expect(stages.map(({ id, after }) => [id, ...after])).toEqual([['s2'], ['s1', 's2']])
  expect(stages[1]?.branches[0]?.items).toEqual(['i2', 'i1'])
  expect(calls[0]?.body).toMatchObject({ id: 'pa_1', version: 3 })
})

test('a choice of one with a test is made of what is found', async () => {
  const calls = fakeServer({
    [`${saving}/items`]: ({ query }) => ({
      results: query.has('quizzes') ? [named('q1', '测一测', 'quiz')] : [named('i9', '水面')],
    }),
    [saving]: () => ({ id: 'pa_1', version: 4 }),
  })
  open()
  const user = userEvent.setup()
  const stage = within(screen.getByRole('region', { name: '阶段2 · 渲染' }))
  await user.click(stage.getByRole('button', { name: '添加方向' }))
  await user.type(stage.getAllByRole('textbox', { name: '这一段叫什么' })[1] as HTMLElement, '玩法')
  const branch = () => within(screen.getByRole('group', { name: '玩法' }))
  await user.type(branch().getByRole('combobox', { name: '添加内容' }), '水')
  await user.click(await screen.findByRole('option', { name: /水面/ }))
  await user.type(branch().getByRole('combobox', { name: '考过就能跳过的测验' }), '测')
  await user.click(await screen.findByRole('option', { name: /测一测/ }))
  fireEvent.change(branch().getByRole('textbox', { name: '答对百分之几算通过' }), { target: { value: '60' } })
  await user.click(within(screen.getByRole('region', { name: /渲染/ })).getByRole('radio', { name: '选一个方向' }))
  pressSave()
  await waitFor(() => expect(sentForm(calls)).toBeTruthy())
  expect(sentForm(calls)?.stages[1]).toMatchObject({
    rule: 'one',
    branches: [{ id: 'b2' }, { title: '玩法', items: ['i9'], test: { quizId: 'q1', passPercent: 60, retryDays: 7 } }],
  })
})

test('taking out what learners have begun is asked first, by whatever act; the rest goes at once', async () => {
  fakeServer({})
  open()
  fireEvent.click(screen.getByRole('button', { name: '移除《镜头》' }))
  expect(screen.queryByRole('button', { name: '移除《镜头》' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '移除《平台》' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('《平台》：路径上12人学过')
  fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(screen.getByRole('button', { name: '移除《平台》' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '移除《阶段1 · 入门》' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '移出路径' }))
  expect(screen.queryByRole('button', { name: '移除《平台》' })).toBeNull()
})

test('a path that somebody else saved meanwhile is compared and merged, never written over', async () => {
  const calls = fakeServer({ [saving]: () => ({ id: 'pa_1', version: 5 }) })
  const first = open()
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '我的引擎' } })
  first.unmount()
  open({ ...own, version: 4, form: { ...own.form, description: '别人写的介绍' } })
  expect(await screen.findByText(/在别处保存过/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '对比并合并' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(within(dialog.getByRole('radiogroup', { name: /名称/ })).getAllByRole('radio')[0] as HTMLElement)
  fireEvent.click(within(dialog.getByRole('radiogroup', { name: /介绍/ })).getAllByRole('radio')[1] as HTMLElement)
  fireEvent.click(dialog.getByRole('button', { name: /按选择|保存/ }))
  pressSave()
  await waitFor(() => expect(sentForm(calls)).toBeTruthy())
  expect(sentForm(calls)).toMatchObject({ title: '我的引擎', description: '别人写的介绍' })
  expect(calls.find(({ path }) => path === saving)?.body).toMatchObject({ version: 4 })
})

test('what is typed while a save is on its way stays and is saved by the next one', async () => {
  const late = held<object>()
  const calls = fakeServer({ [saving]: () => late.answer })
  open()
  const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: '名称' })
  const type = (value: string) => fireEvent.change(title(), { target: { value } })
  type('引擎一')
  pressSave()
  await waitFor(() => expect(calls.filter(({ path }) => path === saving)).toHaveLength(1))
  type('引擎二')
  late.give({ id: 'pa_1', version: 4 })
  await screen.findByText('保存成功。')
  expect(title().value).toBe('引擎二')
  pressSave()
  await waitFor(() => expect(calls.filter(({ path }) => path === saving)).toHaveLength(2))
  expect(calls.findLast(({ path }) => path === saving)?.body).toMatchObject({ version: 4, form: { title: '引擎二' } })
})

test('a refusal stands at its field, and what was typed stays', async () => {
  const details = [
    { field: 'slug', message: '另一条路径已经用了这个地址。' },
    { field: 'form.title', message: '至少要有 1 个字符。' },
  ]
  fakeServer({ [saving]: () => Response.json({ code: 'bad_request', message: '', details }, { status: 400 }) })
  open()
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '' } })
  pressSave()
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: '网址的最后一段' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.getByRole('textbox', { name: '名称' }).getAttribute('aria-invalid')).toBe('true')
})

test('a new path is for one of the places of its editor; who has none is told so', async () => {
  const calls = fakeServer({ [saving]: () => ({ id: 'pa_2', version: 1 }) })
  open(null, [...site, { id: 'og_1', name: '江南学院' }])
  fireEvent.change(screen.getByRole('combobox', { name: '谁能看到' }), { target: { value: 'og_1' } })
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '新的' } })
  pressSave()
  await waitFor(() => expect(calls.length).toBe(1))
  expect(calls[0]?.body).toMatchObject({ id: null, version: 0, organisationId: 'og_1', form: { title: '新的' } })
  cleanup()
  show(<EditedPaths results={[]} places={[]} />, learnerSession())
  expect(screen.getByRole('heading', { name: '你没有可以编辑的路径' })).toBeTruthy()
  cleanup()
  show(<EditedPaths results={[]} places={site} />, learnerSession())
  expect(screen.getByRole('link', { name: '新建学习路径' }).getAttribute('href')).toBe('/creator/paths/new')
})
