// @vitest-environment jsdom
import { type BlockKindName, blockKinds, pageFields } from '@lantern/contract/cms/block-kinds.ts'
import type { KeptBlock } from '@lantern/contract/cms/blocks.ts'
import { errorKinds, type PageFault, warningKinds } from '@lantern/contract/cms/faults.ts'
import type { FieldRule, Fields } from '@lantern/contract/cms/fields.ts'
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import { newBlock } from '@lantern/contract/cms/reading.ts'
import messages from '@lantern/contract/messages/zh_CN/cms.json' with { type: 'json' }
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser } from '#testing/show.tsx'
import { block, openPage } from './testing/open-page.tsx'

vi.mock('../form/rich-rule-field.tsx', () => import('./testing/rich-rule-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

const items = () => screen.getAllByRole('treeitem').map((item) => `${item.ariaLevel}${item.getAttribute('aria-label')}`)
const item = (name: string | RegExp) => screen.getByRole('treeitem', { name })
const form = () => within(screen.getByRole('region', { name: '设置' }))
const banner = () => within(screen.getByRole('banner'))
const words = (id: string, value: string) => block(id, 'heading', { value })
const sample = [block('frame', 'container', {}, [words('in', '里面')]), words('b', '第二'), block('c', 'rule')]

test('every kind of block can be put on the page, and each of its fields has a control with a name', async () => {
  const known: Record<string, string> = messages
  const named = (rules: Fields): string[] =>
    Object.entries(rules).flatMap(([name, rule]: [string, FieldRule]) => [
      `cms.field_${name}`,
      ...(rule.is === 'choice' ? rule.choices.map((choice) => `cms.choice_${choice}`) : []),
      ...(rule.is === 'group' ? named(rule.fields) : rule.is === 'list' ? named(rule.of) : []),
    ])
  const kinds = Object.keys(blockKinds) as BlockKindName[]
  const keys = [
    ...kinds.flatMap((kind) => [`cms.kind_${kind}`, `cms.kind_hint_${kind}`, ...named(blockKinds[kind].fields)]),
    ...named(pageFields),
    ...[...errorKinds, ...warningKinds].map((kind) => `cms.fault_${kind}`),
  ]
  expect(keys.filter((key) => !known[key])).toEqual([])

  const blocks = kinds.map((kind) => newBlock(kind, kind) as unknown as KeptBlock)
  openPage({ blocks })
  const region = screen.getByRole('region', { name: '设置' })
  for (const kind of kinds) {
    fireEvent.click(document.querySelector(`[data-id="${kind}"]`) as Element)
    expect(region.querySelector('h2')?.textContent).toBe(known[`cms.kind_${kind}`])
    for (const name of Object.keys(blockKinds[kind].fields)) {
      const field = region.querySelector(`#field-${CSS.escape(`${kind}-${name}`)}`)
      // beside a picture, which a new block has, no address is asked for
      if (name === 'source') expect(field).toBeNull()
      else
        expect([kind, field?.textContent]).toEqual([kind, expect.stringContaining(known[`cms.field_${name}`] ?? '?')])
    }
  }
}, 30_000)

test('the palette finds kinds by their words and puts the chosen one behind what is selected, or inside of a frame', async () => {
  openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(item(/第二/))
  await user.click(screen.getByRole('button', { name: '添加内容块' }))
  const palette = within(await screen.findByRole('dialog', { name: '添加内容块' }))
  await user.type(palette.getByRole('searchbox'), '提示框')
  expect(palette.getAllByRole('listitem')).toHaveLength(1)
  // with this Enter an input method takes its word
  fireEvent.keyDown(palette.getByRole('searchbox'), { key: 'Enter', keyCode: 229 })
  expect(items()).toHaveLength(4)
  await user.keyboard('{Enter}')
  expect(items()).toEqual(['1容器', '2标题, 里面', '1标题, 第二', '1提示框', '1分隔线'])
  expect(item('提示框').ariaSelected).toBe('true')

  await user.click(item(/容器/))
  await user.click(screen.getByRole('button', { name: '添加内容块' }))
  const again = within(await screen.findByRole('dialog', { name: '添加内容块' }))
  await user.click(again.getByRole('radio', { name: '放进“容器”' }))
  await user.click(again.getByRole('button', { name: /^段落/ }))
  expect(items().slice(0, 3)).toEqual(['1容器', '2标题, 里面', '2段落'])
})

test('the tree is walked, folded, sorted and emptied by the keyboard; everything can be taken back', async () => {
  openPage({ blocks: sample })
  const user = userEvent.setup()
  item(/容器/).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(item(/第二/))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(items()).toEqual(['1标题, 第二', '1容器', '2标题, 里面', '1分隔线'])
  expect(document.activeElement).toBe(item(/第二/))
  await user.keyboard('{Alt>}{ArrowDown}{ArrowRight}{/Alt}')
  expect(items()).toEqual(['1容器', '2标题, 里面', '2标题, 第二', '1分隔线'])
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(items()).toEqual(['1容器', '1分隔线'])
  expect(item(/容器/).ariaExpanded).toBe('false')
  await user.keyboard('分')
  expect(document.activeElement).toBe(item(/分隔线/))
  await user.keyboard('{Delete}')
  expect(items()).toEqual(['1容器'])
  await user.click(banner().getByRole('button', { name: '撤销' }))
  await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}')
  await user.click(screen.queryByRole('button', { name: '展开' }) ?? item(/容器/))
  expect(items()).toEqual(['1容器', '2标题, 里面', '1标题, 第二', '1分隔线'])
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  expect(items()[0]).toBe('1标题, 第二')
})

test('shortcuts are named by the keys of the person’s keyboard', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  openPage({ blocks: sample })
  expect(document.getElementById('builder-tree-keys')?.textContent).toContain('⌘加C')
  fireEvent.click(item(/分隔线/))
  const [menu] = screen.getAllByRole('button', { name: '这个内容块可以…', hidden: true })
  await userEvent.setup().click(menu as HTMLElement)
  const texts = screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent ?? '')
  expect(texts.flatMap((text) => /(⌘|Ctrl) .$/.exec(text)?.[0] ?? [])).toEqual(['⌘ C', '⌘ X', '⌘ V', '⌘ D'])
})

test('blocks are copied, cut, pasted and duplicated, with ids of their own', async () => {
  const { server } = openPage({ blocks: sample })
  const user = userEvent.setup()
  const kept = new Map<string, string>()
  const clipboardData = {
    setData: (type: string, text: string) => kept.set(type, text),
    getData: (type: string) => kept.get(type),
  }
  fireEvent.copy(item(/容器/), { clipboardData })
  expect(JSON.parse(kept.get('text/plain') ?? '')).toMatchObject({
    blocks: [{ id: 'frame', children: [{ id: 'in' }] }],
  })
  fireEvent.paste(item(/分隔线/), { clipboardData })
  await waitFor(() => expect(items()).toHaveLength(6))
  fireEvent.cut(item(/第二/), { clipboardData })
  expect(items()).toHaveLength(5)
  screen.getAllByRole('treeitem').at(-1)?.focus()
  await user.keyboard('{Control>}d{/Control}')
  // the same keys on a Russian keyboard, and with Y what was undone comes back
  fireEvent.keyDown(window, { key: 'я', code: 'KeyZ', ctrlKey: true })
  expect(items()).toHaveLength(5)
  fireEvent.keyDown(window, { key: 'y', code: 'KeyY', ctrlKey: true })
  expect(items()).toHaveLength(6)
  fireEvent.keyDown(window, { key: 'ы', code: 'KeyS', ctrlKey: true })
  await waitFor(() => expect(server.draft.version).toBe(4))
  const ids = JSON.stringify(server.draft.content.blocks).match(/"id":"[^"]+"/g) ?? []
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
})

test('what is typed stands in the tree at once, is saved by itself, and the head says when', async () => {
  const { server, sent } = openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(item(/第二/))
  const field = form().getByRole('textbox', { name: /^内容/ })
  await user.clear(field)
  await user.type(field, '春天')
  expect(item('标题, 春天')).toBeTruthy()
  expect(banner().getByText('有修改还没保存')).toBeTruthy()
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(banner().getByRole('status').textContent).toBe('已保存12:03'))
  expect(sent('save')).toEqual([expect.objectContaining({ baseVersion: 3, kind: 'save' })])
  expect(server.draft.content.blocks[1]?.fields.value).toBe('春天')
})

test('the page says nothing of empty fields before it is checked; a fault leads to its field; warnings let it be published', async () => {
  const { server, sent } = openPage({ blocks: [words('b', ''), block('d', 'tiles', { items: [{ title: '' }] })] })
  const user = userEvent.setup()
  expect(items()).toEqual(['1标题', '1图块'])
  server.found = [
    { kind: 'required', blockId: 'b', field: 'value', value: '' },
    { kind: 'required', blockId: 'd', field: 'items.0.title', value: '' },
  ]
  await user.click(banner().getByRole('button', { name: /^发布/ }))
  const dialog = await screen.findByRole('dialog', { name: '发布（简体中文）' })
  expect(await within(dialog).findByText('发布前要改2处')).toBeTruthy()
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: /图块 › 条目1 · 标题/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(items()).toEqual(['1标题, 1处要改', '1图块, 1处要改'])
  const title = form().getByRole('textbox', { name: /^标题/ })
  await waitFor(() => expect(document.activeElement).toBe(title))
  expect(form().getByText('还没有填写。')).toBeTruthy()
  await user.type(title, '引擎')
  expect(form().queryByText('还没有填写。')).toBeNull()

  server.found = [{ kind: 'low_contrast', blockId: 'b', field: 'color', value: '2.1:1' }]
  await user.click(banner().getByRole('button', { name: /^发布/ }))
  const second = await screen.findByRole('dialog', { name: '发布（简体中文）' })
  expect(await within(second).findByText(/对比只有2.1:1/)).toBeTruthy()
  await user.click(within(second).getByRole('button', { name: '仍然发布' }))
  expect(await screen.findByRole('dialog', { name: '已发布' })).toBeTruthy()
  // the typed text was saved before, and that version was published
  expect(sent('publish')).toEqual([{ version: 4 }])
  expect(server.draft.publishedVersion).toBe(4)
})

test('what the preview and the check before publishing both find is said and counted once', async () => {
  const found: PageFault[] = [
    { kind: 'bad_video', blockId: 'm', field: 'source', value: 'short' },
    { kind: 'nothing_shown', blockId: 'm', field: '', value: '' },
  ]
  openPage({ blocks: [block('m', 'media', { type: 'youtube', source: 'short' })], found })
  const user = userEvent.setup()
  await user.click(item(/图片或视频/))
  await user.click(banner().getByRole('button', { name: /^发布/ }))
  const dialog = await screen.findByRole('dialog', { name: '发布（简体中文）' })
  expect(await within(dialog).findByText('发布前要改1处')).toBeTruthy()
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '发布' }).disabled).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(items()).toEqual(['1图片或视频, 1处要改'])
  expect(form().getAllByText('访客什么也看不到。')).toHaveLength(1)
})

test('two editors: both texts are compared block by block and nothing is lost', async () => {
  const { server, write } = openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(item(/第二/))
  await user.type(form().getByRole('textbox', { name: /^内容/ }), '（我）')
  write(
    { ...server.draft.content, blocks: [words('b', '第二（他）'), words('new', '他加的'), block('c', 'rule')] },
    '许青禾',
  )
  await user.keyboard('{Control>}s{/Control}')
  await user.click(await screen.findByRole('button', { name: '对比并合并' }))
  const dialog = await screen.findByRole('dialog', { name: /处不同/ })
  await user.click(within(dialog).getByRole('button', { name: '尽量都保留' }))
  for (const group of within(dialog).getAllByRole('radiogroup')) {
    const chosen = within(group)
      .getAllByRole<HTMLInputElement>('radio')
      .some((radio) => radio.checked)
    if (!chosen) await user.click(within(group).getAllByRole('radio')[0] as Element)
  }
  await user.click(within(dialog).getByRole('button', { name: '保存合并结果' }))
  await waitFor(() => expect(server.draft.version).toBe(5))
  const text = JSON.stringify(server.draft.content.blocks)
  for (const kept of ['（我）', '（他）', '他加的']) expect(text).toContain(kept)
})

test('while the server is away the page goes on, and says where the text is', async () => {
  const { server } = openPage({ blocks: sample })
  const user = userEvent.setup()
  server.away = true
  await user.click(item(/第二/))
  await user.type(form().getByRole('textbox', { name: /^内容/ }), '！')
  await user.keyboard('{Control>}s{/Control}')
  expect(await banner().findByText('有修改还没保存')).toBeTruthy()
  expect(item('标题, 第二！')).toBeTruthy()
  // another language would begin without it
  await user.selectOptions(screen.getByRole('combobox', { name: '正在编辑的语言' }), 'en_US')
  const start = within(await screen.findByRole('dialog', { name: /^开始写/ }))
  await user.click(start.getByRole('button', { name: '开始' }))
  expect(await screen.findByText('还有修改没有保存到网站，先解决页面上方提示的问题。')).toBeTruthy()
  await user.click(start.getByRole('button', { name: '取消' }))
  server.away = false
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.draft.content.blocks[1]?.fields.value).toBe('第二！'))
})

test('who may not edit any more is told by the preview and the page, keeps what was typed and can take it along', async () => {
  const { server } = openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(item(/第二/))
  server.forbidden = true
  await user.type(form().getByRole('textbox', { name: /^内容/ }), '！')
  const preview = within(screen.getByRole('region', { name: '预览' }))
  expect(await preview.findByText(/你不再有权这样做/)).toBeTruthy()
  expect(await screen.findByText('你已经不能编辑这个页面了。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '下载草稿' })).toBeTruthy()
  expect(item('标题, 第二！')).toBeTruthy()
})

test('beside each field stands the other language, to be taken over', async () => {
  const english = { ...emptyContent('Spring'), blocks: [words('b', 'The second')] }
  openPage({ blocks: sample, english })
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: '对照的语言' }), '对照English')
  await user.click(item(/第二/))
  expect(await form().findByText('The second')).toBeTruthy()
  await user.click(form().getByRole('button', { name: '用这个' }))
  expect(item('标题, The second')).toBeTruthy()
  expect(form().queryByRole('button', { name: '用这个' })).toBeNull()
})

test('publishing is scheduled by the clock of a time zone, listed and cancelled', async () => {
  const { sent } = openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(banner().getByRole('button', { name: '更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: /定时发布/, hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: '定时发布' }))
  fireEvent.change(dialog.getByLabelText('时间'), { target: { value: '2027-05-01T09:00' } })
  const berlin = await dialog.findByRole('option', { name: '中欧时间 · Berlin (GMT+2)' })
  await user.selectOptions(dialog.getByRole('combobox', { name: '时区' }), berlin)
  await user.click(dialog.getByRole('button', { name: '安排' }))
  expect(await dialog.findByText('发布第3版')).toBeTruthy()
  expect(dialog.getByText(/^2027-05-01 11:00 · 中欧时间 \(GMT\+2\)$/)).toBeTruthy()
  expect(sent('schedule')).toEqual([
    { action: 'publish', at: '2027-05-01T09:00', timeZone: 'Europe/Berlin', version: 3 },
  ])
  await user.click(dialog.getByRole('button', { name: '取消安排' }))
  await waitFor(() => expect(dialog.queryByText('发布第3版')).toBeNull())
})

test('a block of a kind that the site does not know is kept, named and can be taken away', async () => {
  const { sent } = openPage({ blocks: [block('x', 'hologram', { depth: 3 }), words('b', '第二')] })
  const user = userEvent.setup()
  await user.click(item(/未知内容块（hologram）/))
  expect(form().getByText(/可能来自更新的版本/)).toBeTruthy()
  await user.click(item(/第二/))
  await user.type(form().getByRole('textbox', { name: /^内容/ }), '！')
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(sent('save')).toHaveLength(1))
  expect(JSON.stringify(sent('save'))).toContain('"kind":"hologram","fields":{"depth":3}')
})

test('a frame that was ready before the builder heard it is told what the page is', async () => {
  const told = vi.fn()
  const original = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    configurable: true,
    get: () => ({ postMessage: told }),
  })
  try {
    openPage({ blocks: sample })
    await waitFor(() => {
      const [message] = told.mock.lastCall ?? []
      expect(message).toMatchObject({ lantern: 'preview', content: expect.anything() })
    })
  } finally {
    if (original) Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', original)
  }
})

test('a press in the preview selects the block; words from elsewhere are not heard', async () => {
  openPage({ blocks: sample })
  const frame = screen.getByTitle<HTMLIFrameElement>('预览')
  const say = (data: unknown, from: { origin?: string; source?: Window | null } = {}) => {
    const { origin = window.location.origin, source = frame.contentWindow } = from
    fireEvent(window, new MessageEvent('message', { data, origin, source }))
  }
  const post = vi.spyOn(frame.contentWindow as Window, 'postMessage')
  say({ lantern: 'preview', says: 'ready' })
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith(expect.objectContaining({ lantern: 'preview' }), window.location.origin),
  )
  say({ lantern: 'preview', says: 'select', blockId: 'c' }, { origin: 'https://elsewhere.example' })
  say({ lantern: 'preview', says: 'select', blockId: 'c' }, { source: window })
  say({ says: 'select', blockId: 'c' })
  expect(item(/分隔线/).ariaSelected).toBe('false')
  say({ lantern: 'preview', says: 'select', blockId: 'c' })
  expect(item(/分隔线/).ariaSelected).toBe('true')
})

test('planned acts are cancelled one at a time, once however often one presses, and the list is what the last answer says', async () => {
  const { server, sent } = openPage({ blocks: sample })
  const user = userEvent.setup()
  await user.click(banner().getByRole('button', { name: '更多操作' }))
  await user.click(screen.getByRole('menuitem', { name: /定时发布/, hidden: true }))
  const dialog = within(await screen.findByRole('dialog', { name: '定时发布' }))
  for (const count of [1, 2]) {
    await user.click(dialog.getByRole('button', { name: '安排' }))
    await waitFor(() => expect(dialog.getAllByRole('button', { name: '取消安排' })).toHaveLength(count))
  }
  const gate = held<void>()
  server.gate = gate.answer
  const [first, second] = dialog.getAllByRole('button', { name: '取消安排' })
  for (const button of [first, first, second]) await user.click(button as Element)
  server.gate = null
  gate.give()
  await waitFor(() => expect(dialog.getAllByRole('button', { name: '取消安排' })).toHaveLength(1))
  expect(sent('schedule/cancel')).toEqual([{ scheduleId: 'sd_0' }])
})
