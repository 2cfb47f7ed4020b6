// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { MarkdownDialog } from './markdown-dialog.tsx'

beforeEach(prepareBrowser)

test('while the text is read nothing is typed that would go nowhere, and nothing closes', async () => {
  const reading = held<boolean>()
  const insert = vi.fn(() => reading.answer)
  const onClose = vi.fn()
  show(<MarkdownDialog open onClose={onClose} insert={insert} />)
  const user = userEvent.setup()
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Markdown/ })
  await user.type(text, '# 光')
  const press = screen.getByRole('button', { name: '插入' })
  await user.dblClick(press)
  await user.type(text, '和影')
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect([insert.mock.calls, onClose.mock.calls, text.value]).toEqual([[['# 光']], [], '# 光'])
  reading.give(true)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
