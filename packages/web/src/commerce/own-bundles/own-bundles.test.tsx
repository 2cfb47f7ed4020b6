// @vitest-environment jsdom
import type { BundleItem, OwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { sampleBundle } from '../testing/samples.ts'
import { BundleEditor } from './bundle-editor.tsx'
import { OwnBundles } from './own-bundles.tsx'

beforeEach(async () => {
  await prepareBrowser()
  // what an earlier test typed
  localStorage.clear()
})
afterEach(cleanup)

vi.mock('#media/index.ts', async (load) => ({
  ...(await load<object>()),
  RichTextEditor: PlainEditor,
  pickMedia: async () => ({ imageId: 'img_chosen', thumbnailUrl: '/media/images/img_chosen/800.webp' }),
}))

/** A plain field in place of the rich-text editor, which has tests of its own. */
function PlainEditor(props: { label: string; value: RichDocument; onChange: (value: RichDocument) => void }) {
  return (
    <textarea
      aria-label={props.label}
      defaultValue={/"text":"([^"]*)"/.exec(JSON.stringify(props.value))?.[1] ?? ''}
      onChange={({ currentTarget }) => props.onChange(words(currentTarget.value))}
    />
  )
}

const words = (text: string): RichDocument => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const item = (id: string, title: string, change: Partial<BundleItem> = {}): BundleItem => ({
  id,
  title,
  type: 'tutorial',
  language: 'zh',
  thumbnailUrl: null,
  price: 12_000,
  problem: null,
  ...change,
})

const own: OwnBundle = {
  bundle: sampleBundle({ status: 'unPublished' }),
  description: words('先学光。'),
  translations: [{ language: 'en', title: 'Every frame', description: words('Light first.') }],
  coverImageId: null,
  items: [item('ltu_1', '阴影'), item('ltu_2', '粒子')],
  updatedTime: '2026-05-10T00:00:00.000Z',
}

const save = '/api/learn/creator/bundle'
const open = (bundle: OwnBundle | null = own) => show(<BundleEditor id="bu_1" own={bundle} />, learnerSession())
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const pressSave = () => fireEvent.click(screen.getByRole('button', { name: '保存' }))

test('own bundles say what they cost, whether they are sold now, and which need a look; without any the page invites to make one', () => {
  const row = (change: object, needsCare = false) => ({ bundle: sampleBundle(change), itemCount: 2, needsCare })
  const results = [
    row({ id: 'bu_1', status: 'unPublished' }, true),
    row({ id: 'bu_2' }),
    row({ id: 'bu_5', isWhole: false }, true),
    row({ id: 'bu_3', soldFrom: '2026-06-01T00:00:00Z' }),
    row({ id: 'bu_4', soldUntil: '2026-05-01T00:00:00Z' }),
  ]
  const asOf = '2026-05-10T00:00:00Z'
  show(<OwnBundles list={{ results, page: 0, pageSize: 20, total: 5, asOf }} />, learnerSession())
  const about = '稳住每一帧¥1992门'
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `${about}需要处理未发布`,
    `${about}出售中`,
    `${about}需要处理暂不出售`,
    `${about}2026-06-01 08:00开始销售`,
    `${about}已停止销售`,
  ])
  expect(screen.getAllByRole('link', { name: '稳住每一帧' })[0]?.getAttribute('href')).toBe('/creator/bundles/bu_1')
  cleanup()
  show(<OwnBundles list={{ results: [], page: 0, pageSize: 20, total: 0, asOf }} />, learnerSession())
  expect(screen.getByRole('heading', { name: '还没有套装' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '新建套装' }).getAttribute('href')).toBe('/creator/bundles/new')
})

test('what is changed is saved whole: text, translation, price, dates, cover, items in their order', async () => {
  const calls = fakeServer({ [save]: () => ({ ...own, updatedTime: '2026-05-11T00:00:00.000Z' }) })
  open()
  type('名称', '稳住')
  type('介绍', '先学影。')
  type('套装价（元）', '15,5')
  fireEvent.change(screen.getByLabelText('结束销售'), { target: { value: '2026-06-01T12:00' } })
  fireEvent.click(screen.getByRole('checkbox', { name: '公开出售' }))
  fireEvent.click(screen.getByRole('button', { name: '选择图片' }))
  await screen.findByRole('button', { name: '换一张' })
  fireEvent.keyDown(screen.getByRole('button', { name: '移动粒子' }), { key: 'Home' })
  fireEvent.change(screen.getByRole('combobox', { name: '文字语言' }), { target: { value: 'en' } })
  type('名称', 'Steady')
  pressSave()
  await screen.findByText('保存成功。')
  expect(calls.find(({ path }) => path === save)?.body).toEqual({
    id: 'bu_1',
    seen: own.updatedTime,
    language: 'zh',
    title: '稳住',
    description: words('先学影。'),
    translations: [{ language: 'en', title: 'Steady', description: words('Light first.') }],
    coverImageId: 'img_chosen',
    slug: 'steady-frames',
    price: 1550,
    itemIds: ['ltu_2', 'ltu_1'],
    soldFrom: null,
    soldUntil: '2026-06-01T12:00+08:00',
    published: true,
  })
})

test('a translation begins with the original and is taken away again; items are found by their titles and removed', async () => {
  const calls = fakeServer({
    [`${save}/items`]: () => ({ results: [item('ltu_2', '粒子'), item('ltu_3', '光照')] }),
    [save]: () => own,
  })
  open()
  fireEvent.change(screen.getByRole('combobox', { name: '文字语言' }), { target: { value: 'ja' } })
  fireEvent.click(screen.getByRole('button', { name: '从原文开始翻译' }))
  expect(box('名称').value).toBe('稳住每一帧')
  fireEvent.change(screen.getByRole('combobox', { name: '文字语言' }), { target: { value: 'en' } })
  fireEvent.click(screen.getByRole('button', { name: '删除English文字' }))
  const user = userEvent.setup()
  await user.type(screen.getByRole('combobox', { name: '添加内容' }), '光')
  const option = await screen.findByRole('option', { name: /光照/ })
  // what is in the bundle is not offered again
  expect(screen.queryByRole('option', { name: /粒子/ })).toBeNull()
  await user.click(option)
  fireEvent.click(screen.getByRole('button', { name: '移除《阴影》' }))
  pressSave()
  await waitFor(() => expect(calls.some(({ path }) => path === save)).toBe(true))
  expect(calls.find(({ path }) => path === save)?.body).toMatchObject({
    translations: [{ language: 'ja', title: '稳住每一帧' }],
    itemIds: ['ltu_2', 'ltu_3'],
  })
})

test('a refusal stands at its field, in the language that it is about, and what was typed stays', async () => {
  const details = [{ field: 'translations.0.title', message: '不能为空。' }]
  fakeServer({ [save]: () => Response.json({ code: 'bad_request', message: '', details }, { status: 400 }) })
  open()
  type('网址的最后一段', 'a b')
  pressSave()
  await waitFor(() => expect(box('名称').getAttribute('aria-invalid')).toBe('true'))
  expect(box('名称').value).toBe('Every frame')
  expect(box('网址的最后一段').value).toBe('a b')
  expect(screen.getByText('没有保存。需要修改的地方都写了原因。')).toBeTruthy()
})

test('what is not saved stays on the device and comes back with the page, until it is saved or given up', async () => {
  fakeServer({})
  open(null)
  type('名称', '写到一半')
  cleanup()
  open(null)
  await waitFor(() => expect(box('名称').value).toBe('写到一半'))
  expect(screen.getByText('你之前输入的内容保留在这台设备上，还没有保存。')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '放弃' }))
  expect(box('名称').value).toBe('')
  cleanup()
  open(null)
  expect(box('名称').value).toBe('')
})

test('what is typed while a save is on its way stays, and the own save is not one from elsewhere', async () => {
  const late = held<OwnBundle>()
  const calls = fakeServer({ [save]: () => late.answer })
  open()
  type('名称', '稳住')
  pressSave()
  await waitFor(() => expect(calls.some(({ path }) => path === save)).toBe(true))
  type('名称', '稳住画面')
  const updatedTime = '2026-05-11T00:00:00.000Z'
  late.give({ ...own, bundle: { ...own.bundle, title: '稳住' }, updatedTime })
  await screen.findByText('保存成功。')
  expect(box('名称').value).toBe('稳住画面')
  expect(screen.queryByRole('button', { name: '用已保存的' })).toBeNull()
  cleanup()
  open({ ...own, updatedTime })
  await waitFor(() => expect(box('名称').value).toBe('稳住画面'))
  pressSave()
  await waitFor(() => expect(calls.filter(({ path }) => path === save)).toHaveLength(2))
  expect(calls.findLast(({ path }) => path === save)?.body).toMatchObject({ title: '稳住画面', seen: updatedTime })
})

test('a new bundle is made once, and what is typed meanwhile waits where it is edited', async () => {
  const late = held<OwnBundle>()
  fakeServer({ [save]: () => late.answer })
  open(null)
  type('名称', '稳住')
  pressSave()
  type('名称', '稳住画面')
  late.give(own)
  await screen.findByText('保存成功。')
  cleanup()
  open(null)
  expect(box('名称').value).toBe('')
  cleanup()
  open()
  await waitFor(() => expect(box('名称').value).toBe('稳住画面'))
})

test('a bundle that was saved elsewhere meanwhile is not written over unless its owner says so', async () => {
  const calls = fakeServer({ [save]: () => own })
  const { unmount } = open()
  type('名称', '我的名字')
  unmount()
  const newer = { ...own, bundle: sampleBundle({ title: '别处的名字' }), updatedTime: '2026-05-12T00:00:00.000Z' }
  open(newer)
  await screen.findByText('你开始编辑后，这个套装在别处保存过。你输入的内容还在这里。')
  expect(box('名称').value).toBe('我的名字')
  fireEvent.click(screen.getByRole('button', { name: '继续用我的' }))
  pressSave()
  await waitFor(() => expect(calls.some(({ path }) => path === save)).toBe(true))
  expect(calls.find(({ path }) => path === save)?.body).toMatchObject({ title: '我的名字', seen: newer.updatedTime })
})

test('the editor warns of items that are not sold and of a price that saves nothing', () => {
  open({ ...own, items: [item('ltu_1', '阴影', { problem: 'unpublished' }), item('ltu_2', '粒子')] })
  expect(screen.getByText('含有这些内容时，套装不能购买：阴影')).toBeTruthy()
  expect(screen.queryByText(/不省钱/)).toBeNull()
  type('套装价（元）', '240')
  expect(screen.getByText('分开买一共¥240，这个套装价不省钱。')).toBeTruthy()
})
