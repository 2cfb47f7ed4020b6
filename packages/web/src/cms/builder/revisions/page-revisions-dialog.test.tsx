// @vitest-environment jsdom
import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import type { PageChange } from '@lantern/contract/cms/pages.ts'
import type { Revision } from '@lantern/contract/documents.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser } from '#testing/show.tsx'
import { block, type OldPage, openPage } from '../testing/open-page.tsx'

vi.mock('../form/rich-rule-field.tsx', () => import('../testing/rich-rule-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

const bob = { id: 'u_bob', fullName: '许青禾', avatar: null }
const words = (value: string) => block('b', 'heading', { value })

function old(version: number, value: string, change: Partial<Revision> = {}, changes: PageChange[] = []): OldPage {
  const at = `2026-03-01T03:${String(version).padStart(2, '0')}:00.000Z`
  return {
    revision: { version, kind: 'autosave', by: bob, at, changeCount: changes.length, published: false, ...change },
    content: { ...emptyContent('春季活动'), blocks: [words(value)] },
    changes,
  }
}

const changed: PageChange = {
  blockId: 'b',
  blockKind: 'heading',
  field: 'value',
  kind: 'changed',
  before: '冬天',
  after: '春天',
}

test('what was chosen in a field is called as the form calls it, also deep inside of a block', async () => {
  const chosen = { blockKind: 'callout', field: 'tone', before: 'info', after: 'warn' }
  const inside = { blockKind: 'hero', field: 'items.0.background.type', before: 'picture', after: 'video' }
  const { dialog } = await open([
    old(3, '春天', {}, [
      { ...changed, ...chosen },
      { ...changed, ...inside },
    ]),
    old(2, '冬天'),
  ])
  const [first, second] = await dialog.findAllByRole('region', { name: '之后' })
  expect(first?.textContent).toContain('注意')
  expect(second?.textContent).toContain('视频')
})

async function open(revisions: OldPage[], away = false, forbidden = false) {
  const page = openPage({ blocks: [words('春天')], revisions })
  const user = userEvent.setup()
  page.server.away = away
  page.server.forbidden = forbidden
  await user.click(screen.getAllByRole('button', { name: '版本' })[0] as Element)
  const dialog = within(await screen.findByRole('dialog', { name: '版本' }))
  return { ...page, user, dialog }
}

test('every save of a page says who and when, and what it changed, in the words of the builder', async () => {
  const { dialog, user } = await open([
    old(3, '春天', {}, [changed]),
    old(2, '冬天', { kind: 'publish', published: true, by: null }),
  ])
  expect(await dialog.findByRole('button', { name: /许青禾 · 第3版.*自动保存 · 1处修改/ })).toBeTruthy()
  expect(dialog.getByText('已发布')).toBeTruthy()
  expect(await dialog.findByRole('heading', { name: '修改：标题“春天” · 内容' })).toBeTruthy()
  expect(dialog.getByRole('region', { name: '之前' }).textContent).toContain('冬天')
  expect(dialog.getByRole('region', { name: '之后' }).textContent).toContain('春天')
  // the newest is what stands there already
  expect(dialog.queryByRole('button', { name: '恢复这一版' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: /第2版/ }))
  expect(await dialog.findByRole('button', { name: '恢复这一版' })).toBeTruthy()
})

test('a revision is restored only after a confirmation; what was just typed is saved before and is not lost', async () => {
  const { server, sent, user, dialog } = await open([old(3, '春天'), old(2, '冬天')])
  await user.click(await dialog.findByRole('button', { name: '关闭' }))
  await user.click(screen.getByRole('treeitem', { name: /春天/ }))
  await user.type(screen.getByRole('textbox', { name: /^内容/ }), '！')
  await user.click(screen.getAllByRole('button', { name: '版本' })[0] as Element)
  const again = within(await screen.findByRole('dialog', { name: '版本' }))
  await user.click(await again.findByRole('button', { name: /第2版/ }))
  await user.click(await again.findByRole('button', { name: '恢复这一版' }))
  const confirm = await screen.findByRole('alertdialog', { name: '恢复到第2版？' })
  expect(sent('restore')).toEqual([])
  await user.click(within(confirm).getByRole('button', { name: '恢复这一版' }))
  await waitFor(() => expect(screen.getByRole('treeitem', { name: '标题, 冬天' })).toBeTruthy())
  expect(sent('save')).toMatchObject([{ content: { blocks: [{ fields: { value: '春天！' } }] } }])
  expect(sent('restore')).toEqual([{ version: 2 }])
  expect(server.draft.version).toBe(5)
  expect(screen.queryByRole('dialog', { name: '版本' })).toBeNull()
})

test('a revision of a page can be read whole, and put beside what stands there now', async () => {
  const { dialog, user } = await open([old(3, '春天', {}, [changed]), old(2, '冬天', {}, [changed])])
  await user.click(await dialog.findByRole('button', { name: /第2版/ }))
  await user.selectOptions(await dialog.findByRole('combobox', { name: '比较对象' }), '现在的内容')
  expect(await dialog.findByRole('region', { name: '现在' })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: '全文' }))
  expect((await dialog.findByRole('region', { name: /标题“冬天”/ })).textContent).toContain('冬天')
})

test('older revisions come when they are asked for', async () => {
  const { dialog, user } = await open(Array.from({ length: 21 }, (_, at) => old(21 - at, '春天')))
  expect(await dialog.findAllByRole('button', { name: /· 第\d+版/ })).toHaveLength(20)
  await user.click(dialog.getByRole('button', { name: '更早的版本' }))
  expect(await dialog.findByRole('button', { name: /· 第1版/ })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: '更早的版本' })).toBeNull()
})

test('where they cannot be read it says so, and that nothing is lost', async () => {
  const { dialog } = await open([old(3, '春天')], true)
  expect(await dialog.findByText('版本没有读出来，请稍后再试。')).toBeTruthy()
})

test('older revisions that are asked for impatiently come once and without gaps, and again when they did not come', async () => {
  const { dialog, user, server } = await open(Array.from({ length: 45 }, (_, at) => old(45 - at, '春天')))
  const rows = () => dialog.getAllByRole('button', { name: /· 第\d+版/ })
  const versions = () => rows().map(({ textContent }) => Number(/第(\d+)版/.exec(textContent ?? '')?.[1]))
  expect(await dialog.findAllByRole('button', { name: /· 第\d+版/ })).toHaveLength(20)
  const gate = held<void>()
  server.gate = gate.answer
  const more = dialog.getByRole('button', { name: '更早的版本' })
  for (const _ of [1, 2, 3]) await user.click(more)
  server.gate = null
  gate.give()
  await waitFor(() => expect(rows()).toHaveLength(40))
  server.away = true
  await user.click(more)
  expect(await dialog.findByText('版本没有读出来，请稍后再试。')).toBeTruthy()
  server.away = false
  await user.click(more)
  await waitFor(() => expect(versions()).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at)))
})

test('who may not edit any more is not told to try again later, and the page below says what can be done', async () => {
  const { dialog } = await open([old(3, '春天')], false, true)
  expect(await dialog.findByText(/你不再有权这样做/)).toBeTruthy()
  expect(dialog.queryByText(/请稍后再试/)).toBeNull()
  expect(await screen.findByText('你已经不能编辑这个页面了。')).toBeTruthy()
})
