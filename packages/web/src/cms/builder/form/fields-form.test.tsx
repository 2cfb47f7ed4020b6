// @vitest-environment jsdom
import {
  choice,
  colour,
  type Fields,
  group,
  ids,
  image,
  integer,
  link,
  list,
  onOff,
  ratio,
  required,
  rich,
  text,
  time,
} from '@lantern/contract/cms/fields.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { itemPicker } from '#authoring/index.ts'
import { sampleCard } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { FieldsForm } from './fields-form.tsx'
import { FormFieldsContext } from './form-context.ts'
import { ItemPickerContext } from './item-picker.ts'

vi.mock('./rich-rule-field.tsx', () => import('../testing/rich-rule-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

interface Now {
  values: Record<string, unknown>
  path: string
}

type Words = Record<string, string>

function open(rules: Fields, values: Record<string, unknown> = {}, faults: Words = {}, warnings: Words = {}) {
  const now: Now = { values, path: '' }
  show(<Stand {...{ rules, now, faults, warnings }} />)
  return { now, user: userEvent.setup() }
}

function Stand({ rules, now, faults, warnings }: { rules: Fields; now: Now; faults: Words; warnings: Words }) {
  const [shown, setShown] = useState(now.values)
  return (
    <FormFieldsContext
      value={{
        blockId: 'b',
        faultOf: (path) => faults[path],
        warningOf: (path) => warnings[path],
        language: 'zh',
        other: null,
      }}
    >
      <ItemPickerContext value={itemPicker}>
        <FieldsForm
          rules={rules}
          values={shown}
          onChange={(next, path) => {
            Object.assign(now, { values: next, path })
            setShown(next)
          }}
        />
      </ItemPickerContext>
    </FormFieldsContext>
  )
}

test('each rule of a field has its own control; what was kept and fits no more is shown as its default', async () => {
  const { now, user } = open(
    { title: required(text(5)), level: choice('h2', 'h3'), width: integer(1, 16, 4), showCart: onOff(true) },
    { level: 'h9', width: 'many' },
    { title: '还没有填写。' },
  )
  expect(screen.getByText('还没有填写。')).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '级别' }).value).toBe('h2')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: '显示购物车' }).checked).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /^标题/ }), '一二三四五六七')
  expect(now).toMatchObject({ values: { title: '一二三四五', level: 'h9' }, path: 'title' })
  await user.click(screen.getByRole('switch', { name: '显示购物车' }))
  await user.clear(screen.getByRole('textbox', { name: '宽度' }))
  await user.type(screen.getByRole('textbox', { name: '宽度' }), '12')
  expect(now.values).toMatchObject({ showCart: false, width: 12 })
})

test('entries are added with their fields, copied, moved by the keyboard and removed, and their number is limited', async () => {
  const { now, user } = open({ items: list({ title: text(135), columns: choice('4', '2') }, 3) }, {})
  const add = screen.getByRole('button', { name: '添加条目' })
  await user.click(add)
  expect(now.values.items).toEqual([{ title: '', columns: '4' }])
  await user.type(screen.getByRole('textbox', { name: '标题' }), '甲')
  expect(now.path).toBe('items.0.title')
  await user.click(screen.getByRole('button', { name: '复制一份' }))
  fireEvent.change(screen.getAllByRole('textbox', { name: '标题', hidden: true })[1] as Element, {
    target: { value: '乙' },
  })
  await user.click(add)
  expect((add as HTMLButtonElement).disabled).toBe(true)
  screen.getByRole('button', { name: '移动条目2' }).focus()
  await user.keyboard('{ArrowUp}')
  const titles = () => (now.values.items as { title: string }[]).map(({ title }) => title)
  expect(titles()).toEqual(['乙', '甲', ''])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '移动条目1' }))
  await user.click(screen.getAllByRole('button', { name: '下移', hidden: true })[0] as Element)
  expect(titles()).toEqual(['甲', '乙', ''])
  await user.click(screen.getAllByRole('button', { name: '上移', hidden: true })[1] as Element)
  await user.click(screen.getByRole('button', { name: '删除条目2' }))
  expect(titles()).toEqual(['乙', ''])
})

test('a ground says how well words stand out from it, words how well they stand out from light and dark pages', async () => {
  const { now, user } = open({ background: group({ color: colour }) }, {})
  fireEvent.change(screen.getByRole('textbox', { name: '颜色', hidden: true }), { target: { value: '#1a73e8' } })
  expect(screen.getByText('深色字 3.7:1，不够清楚')).toBeTruthy()
  expect(screen.getByText('浅色字 4.5:1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '清除颜色', hidden: true }))
  expect(now.values).toEqual({ background: { color: '' } })
  cleanup()
  open({ color: colour }, { color: '#00ff00' })
  expect(screen.getByText('浅色页面上 4.2:1，不够清楚')).toBeTruthy()
  expect(screen.getByText('深色页面上 12.9:1')).toBeTruthy()
})

test('text is plain until its type is formatted, and keeps its words when it is plain again', async () => {
  const rules = { description: group({ type: choice('regular', 'rich'), value: rich() }) }
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '排好的话' }] }] }
  const { now, user } = open(rules, { description: { type: 'rich', value: document } })
  await user.selectOptions(screen.getByRole('combobox', { name: '类型' }), 'regular')
  expect(now.values.description).toEqual({ type: 'regular', value: '排好的话' })
})

test('a picture may come from another site; its sizes are not known then, and its description is asked for', async () => {
  const { now, user } = open({ image }, {})
  await user.click(screen.getByText('用别处的图片地址', { selector: 'summary *' }))
  fireEvent.change(screen.getByRole('textbox', { name: '用别处的图片地址' }), {
    target: { value: 'https://pictures.example/a.webp' },
  })
  await user.type(screen.getByRole('textbox', { name: '图片说明' }), '一束光')
  expect(now.values.image).toEqual({ value: 'https://pictures.example/a.webp', alt: '一束光', width: 0, height: 0 })
})

test('times are typed by the clock of the editor and kept as moments; shares are chosen or written', async () => {
  const { now, user } = open({ endTime: time, columns: ratio('1:1') }, { endTime: '2026-05-01T01:00:00.000Z' })
  const field = screen.getByLabelText<HTMLInputElement>('结束时间')
  expect(new Date(field.value).toISOString()).toBe('2026-05-01T01:00:00.000Z')
  fireEvent.change(field, { target: { value: '2026-06-01T09:30' } })
  expect(now.values.endTime).toBe(new Date('2026-06-01T09:30').toISOString())
  await user.click(screen.getByRole('button', { name: '2:1' }))
  expect(now.values.columns).toBe('2:1')
})

test('a warning is said beside its field, which is not wrong by that; what keeps a page back makes its field invalid', () => {
  const fields = { countdown: group({ endTime: time, link }) }
  open(fields, {}, { 'countdown.link': '链接不能用。' }, { 'countdown.endTime': '倒计时已经结束。' })
  expect(screen.getByText('倒计时已经结束。')).toBeTruthy()
  expect(screen.getByLabelText('结束时间').getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.getByText('链接不能用。')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: '链接' }).getAttribute('aria-invalid')).toBe('true')
})

test('a link is written, or found among pages and items of the site', async () => {
  fakeServer({
    '/api/learn/creator/page/list': () => ({
      results: [{ id: 'pg_1', name: '春季活动', namespace: 'campus', slug: 'spring', locales: [], isOwn: false }],
      total: 1,
      page: 0,
      pageSize: 5,
    }),
    '/api/learn/search': () => ({ results: [] }),
  })
  const { now, user } = open({ url: link }, {})
  const field = screen.getByRole('combobox', { name: '链接' })
  await user.type(field, '春')
  await user.click(await screen.findByRole('option', { name: /春季活动/ }))
  expect(now.values.url).toBe('/campus/spring')
  await user.clear(field)
  await user.type(field, 'https://elsewhere.example/a')
  expect(now.values.url).toBe('https://elsewhere.example/a')
})

test('tutorials are shown by their names, put in order and removed; bundles are named by their ids', async () => {
  fakeServer({
    '/api/learn/cn/tutorialMap': () => ({
      tutorialMap: {
        ltu_1: sampleCard({ id: 'ltu_1', title: '实时阴影' }),
        ltu_2: sampleCard({ id: 'ltu_2', title: '粒子' }),
      },
      tutorialStats: {},
      pageNumber: 1,
      pageSize: 100,
    }),
  })
  const { now, user } = open({ ids: ids('tutorial', 5) }, { ids: ['ltu_1', 'ltu_2'] })
  ;(await screen.findByRole('button', { name: '移动粒子' })).focus()
  await user.keyboard('{ArrowUp}')
  expect(now.values.ids).toEqual(['ltu_2', 'ltu_1'])
  await user.click(screen.getByRole('button', { name: /^(移除|去掉|删除).*实时阴影/ }))
  expect(now.values.ids).toEqual(['ltu_2'])
  cleanup()
  const bundles = open({ ids: ids('bundle', 3) }, {})
  await bundles.user.type(screen.getByRole('textbox', { name: '套装编号' }), 'bu_1, bu_2 bu_1{Enter}')
  expect(bundles.now.values.ids).toEqual(['bu_1', 'bu_2'])
  await waitFor(() => expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2))
})

test('a film is one of the library, of YouTube by its id, or of an address; a background film is an address', async () => {
  const media = group({ type: choice('image', 'youtube', 'iframe', 'video'), cover: image, source: text(2000) })
  const background = group({ type: choice('picture', 'video'), value: image })
  const { now, user } = open(
    { media, background },
    { media: { type: 'youtube', source: 'x' }, background: { type: 'video' } },
  )
  const source = () => screen.getByRole('textbox', { name: '视频或页面地址' })
  fireEvent.change(source(), { target: { value: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3' } })
  expect(now.values.media).toEqual({ type: 'youtube', source: 'dQw4w9WgXcQ' })
  expect(screen.queryByRole('button', { name: '选择视频' })).toBeNull()
  await user.selectOptions(screen.getAllByRole('combobox', { name: '类型', hidden: true })[0] as Element, 'video')
  expect(screen.getByRole('button', { name: '选择视频' })).toBeTruthy()
  await user.selectOptions(screen.getAllByRole('combobox', { name: '类型', hidden: true })[0] as Element, 'image')
  // the earlier value stays in sight until it is taken out
  fireEvent.change(source(), { target: { value: '' } })
  expect(screen.queryByRole('textbox', { name: '视频或页面地址' })).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: '内容', hidden: true }), {
    target: { value: '/films/light.mp4' },
  })
  expect(now.values.background).toEqual({
    type: 'video',
    value: { value: '/films/light.mp4', alt: '', width: 0, height: 0 },
  })
})
