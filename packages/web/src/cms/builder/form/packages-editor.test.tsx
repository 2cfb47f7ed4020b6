// @vitest-environment jsdom
import type { CmsPackage, PageContent } from '@lantern/contract/cms/blocks.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, openPage } from '../testing/open-page.tsx'

vi.mock('./rich-rule-field.tsx', () => import('../testing/rich-rule-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

const product = (id: string, name: string) => ({ id, name }) as CmsPackage

const content: Partial<PageContent> = {
  packages: [product('1', '树'), product('2', '石'), product('3', '水')],
  filters: [
    { key: '自然', packages: ['1', '2'] },
    { key: '新', packages: [] },
  ],
  sortings: [
    { key: '名字', sorting: 'titleasc' },
    { key: '价格', sorting: 'priceasc' },
  ],
}

/** The settings of the page, and what of them is kept after a save. */
function open() {
  const { server } = openPage({ content })
  const user = userEvent.setup()
  return {
    user,
    async kept() {
      const before = server.draft.version
      await user.keyboard('{Control>}s{/Control}')
      await waitFor(() => expect(server.draft.version).toBe(before + 1))
      const { packages, filters, sortings } = server.draft.content
      return [packages.map(({ name }) => name), filters.map(({ key }) => key), sortings.map(({ key }) => key)]
    },
  }
}

const grip = (name: string) => screen.getByRole('button', { name: `移动${name}` })
const press = (name: string, row: string) => {
  const entry = grip(row).closest<HTMLElement>('[data-row]')
  return within(entry as HTMLElement).getByRole('button', { name, hidden: true })
}

const settings = () => screen.getByRole('heading', { name: '资源商品', hidden: true }).closest('details')

test('products are folded on a page that shows none, with a word what they are for', () => {
  openPage()
  expect(settings()?.open).toBe(false)
  expect(within(settings() as HTMLElement).getByText(/会用到它们/)).toBeTruthy()
  cleanup()
  openPage({ blocks: [block('c', 'container', {}, [block('a', 'assets-list')])] })
  expect(settings()?.open).toBe(true)
})

test('a product without a name, an address that leads nowhere and a filter without a name are told at their fields', async () => {
  openPage({
    content: { packages: [{ ...product('1', ' '), url: 'javascript:x' }], filters: [{ key: '', packages: [] }] },
  })
  const name = (label: string) => screen.getAllByRole('textbox', { name: label, hidden: true })
  expect(screen.getByText('链接“javascript:x”不能用，请用本站路径或https地址。')).toBeTruthy()
  expect(name('链接')[0]?.getAttribute('aria-invalid')).toBe('true')
  // what is only not filled in yet is told when the page is checked
  expect(screen.queryByText('还没有填写。')).toBeNull()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^发布/ }))
  expect(await screen.findAllByText('还没有填写。')).toHaveLength(2)
})

test('before a product goes the filters that offer it are named, and it goes out of them too', async () => {
  const { server } = openPage({ content })
  const user = userEvent.setup()
  await user.click(press('删除石', '石'))
  const question = await screen.findByRole('alertdialog', { name: '删除“石”？' })
  expect(
    within(question)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['自然'])
  await user.click(within(question).getByRole('button', { name: '取消' }))
  expect(grip('石')).toBeTruthy()
  await user.click(press('删除石', '石'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  // what nothing offers goes at once
  await user.click(press('删除水', '水'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  // a new entry never takes a removed one's place, with any id
  await user.click(screen.getByRole('button', { name: '添加商品', hidden: true }))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(server.draft.content.packages.map(({ id }) => id)).toEqual(['1', '2']))
  expect(server.draft.content.filters[0]).toEqual({ key: '自然', packages: ['1'] })
})

test('products, their filters and their orders are put in order by the keyboard, and the focus goes with them', async () => {
  const { user, kept } = open()
  await user.click(grip('水'))
  await user.keyboard('{Home}')
  expect(await screen.findByText('资源商品：移到第1位，共3个')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(grip('水')))
  await user.click(grip('自然'))
  await user.keyboard('{ArrowDown}')
  await user.click(grip('价格'))
  await user.keyboard('{ArrowUp}')
  expect(await kept()).toEqual([
    ['水', '树', '石'],
    ['新', '自然'],
    ['价格', '名字'],
  ])
})

test('they are put in order by buttons, which end where the list ends', async () => {
  const { user, kept } = open()
  expect(press('上移', '树')).toHaveProperty('disabled', true)
  await user.click(press('下移', '树'))
  expect(document.activeElement).toBe(press('下移', '树'))
  await user.click(press('下移', '树'))
  // it can go no further: the focus stays with the row
  expect(document.activeElement).toBe(grip('树'))
  expect((await kept())[0]).toEqual(['石', '水', '树'])
})

test('they are put in order by dragging', async () => {
  Element.prototype.getBoundingClientRect = function () {
    return { top: Number((this as HTMLElement).dataset.row ?? 0) * 40, height: 40 } as DOMRect
  }
  const { kept } = open()
  fireEvent.pointerDown(grip('树'), { pointerId: 1, button: 0 })
  fireEvent.pointerMove(window, { pointerId: 1, clientY: 65 })
  fireEvent.pointerUp(window, { pointerId: 1, clientY: 65 })
  expect((await kept())[0]).toEqual(['石', '树', '水'])
})

test('what is open stays open where it is moved to', async () => {
  const { user } = open()
  const details = () => grip('树').closest('[data-row]')?.querySelector('details')
  details()?.toggleAttribute('open', true)
  await user.click(press('下移', '树'))
  expect(details()?.open).toBe(true)
  expect([...document.querySelectorAll('details[open]')].filter((one) => one.closest('[data-row]'))).toHaveLength(1)
})

test('a removed product is gone, and taking it back brings it to its place', async () => {
  const { user, kept } = open()
  await user.click(screen.getByRole('button', { name: '删除石' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  expect((await kept())[0]).toEqual(['树', '水'])
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect((await kept())[0]).toEqual(['树', '石', '水'])
})

test('errors of products mark the settings of the page in the tree, and lead to a product by its own words', async () => {
  const products = [
    { ...product('7', ''), url: 'https://lantern.example/package/snow-village/?from=home' },
    product('cabin-pack', ''),
    product('3', ''),
  ]
  const found = products.map((_, at) => ({
    kind: 'required' as const,
    blockId: '',
    field: `packages.${at}.name`,
    value: '',
  }))
  openPage({ found, content: { packages: products } })
  for (const name of ['snow-village', 'cabin-pack', '新商品']) expect(grip(name)).toBeTruthy()
  const tree = within(screen.getByRole('region', { name: '页面结构' }))
  expect(tree.getByRole('button', { name: '页面设置' })).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^发布/ }))
  await screen.findByRole('dialog')
  expect(tree.getByRole('button', { name: /^页面设置 ?3处要改$/, hidden: true })).toBeTruthy()
  const told = await screen.findAllByRole('button', { name: /还没有填写/ })
  expect(told.map(({ textContent }) => textContent?.replace('还没有填写。', ''))).toEqual([
    '页面设置 › 资源商品 · snow-village · 名称',
    '页面设置 › 资源商品 · cabin-pack · 名称',
    '页面设置 › 资源商品3 · 名称',
  ])
})
