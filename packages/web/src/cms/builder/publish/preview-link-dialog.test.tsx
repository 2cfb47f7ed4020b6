// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser } from '#testing/show.tsx'
import { block, openPage } from '../testing/open-page.tsx'

vi.mock('../form/rich-rule-field.tsx', () => import('../testing/rich-rule-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

async function open(typed = '') {
  const page = openPage({ blocks: [block('b', 'heading', { value: '春天' })] })
  const user = userEvent.setup()
  if (typed) {
    await user.click(screen.getByRole('treeitem', { name: /春天/ }))
    await user.type(screen.getByRole('textbox', { name: /^内容/ }), typed)
  }
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '预览链接' }))
  const dialog = within(await screen.findByRole('dialog', { name: '预览链接' }))
  return { ...page, user, dialog }
}

test('a link holds for as long as was chosen, and shows what was typed until now', async () => {
  const { server, sent, user, dialog } = await open('！')
  await user.selectOptions(dialog.getByRole('combobox', { name: '有效期' }), '7天')
  await user.click(dialog.getByRole('button', { name: '生成链接' }))
  const link = await dialog.findByRole<HTMLInputElement>('textbox', { name: '链接' })
  expect(link.value).toBe(`${window.location.origin}/spring?preview=true&token=link1`)
  expect(dialog.getByText(/^有效到/).textContent).toBe('有效到2026-03-08 12:00')
  expect(sent('preview-link')).toEqual([{ hours: 168 }])
  expect(server.draft.content.blocks[0]?.fields.value).toBe('春天！')
})

test('the link is copied whole, and chosen as a whole where that fails', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: '生成链接' }))
  const link = await dialog.findByRole<HTMLInputElement>('textbox', { name: '链接' })
  await user.click(dialog.getByRole('button', { name: '复制' }))
  expect(await navigator.clipboard.readText()).toBe(link.value)
  expect(await screen.findByText('已复制。')).toBeTruthy()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(dialog.getByRole('button', { name: '复制' }))
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length])
})

test('all links are revoked at once, and the one that was shown is gone', async () => {
  const { server, user, dialog } = await open()
  for (const times of [1, 2]) {
    await user.click(dialog.getByRole('button', { name: '生成链接' }))
    await waitFor(() => expect(server.links).toBe(times))
  }
  await user.click(dialog.getByRole('button', { name: '作废所有链接' }))
  expect(await screen.findByText('已作废2个链接')).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: '链接' })).toBeNull()
})

test('while the server is away no link is promised', async () => {
  const { server, user, dialog } = await open()
  server.away = true
  await user.click(dialog.getByRole('button', { name: '生成链接' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(dialog.queryByRole('textbox', { name: '链接' })).toBeNull()
})

test('a link that is being made is not revoked beside it: it would be shown and lead nowhere', async () => {
  const { server, sent, user, dialog } = await open()
  const gate = held<void>()
  server.gate = gate.answer
  await user.click(dialog.getByRole('button', { name: '生成链接' }))
  await user.click(dialog.getByRole('button', { name: '作废所有链接' }))
  gate.give()
  expect(await dialog.findByRole('textbox', { name: '链接' })).toBeTruthy()
  expect(sent('preview-link/revoke')).toEqual([])
})
