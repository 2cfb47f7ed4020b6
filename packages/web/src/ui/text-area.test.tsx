// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { InlineTextArea, TextArea } from './text-area.tsx'

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')

test('what is typed or pasted beyond the limit is cut [PLAT-008]', async () => {
  const user = userEvent.setup()
  render(<TextArea label="简介" limit={5} />)
  await user.type(field(), 'abcdefg')
  expect(field().value).toBe('abcde')
  await user.clear(field())
  await user.click(field())
  await user.paste('一二三四五六七')
  expect(field().value).toBe('一二三四五')
})

test('the limit counts an emoji as one and never cuts it in half [PLAT-008]', async () => {
  const user = userEvent.setup()
  render(<TextArea label="简介" limit={2} />)
  await user.click(field())
  await user.paste('好😀😀')
  expect(field().value).toBe('好😀')
})

test('letters of an input method are cut only when the word is chosen [PLAT-008]', () => {
  render(<TextArea label="简介" limit={2} />)
  fireEvent.compositionStart(field())
  fireEvent.input(field(), { target: { value: 'zhongguo' }, isComposing: true })
  expect(field().value).toBe('zhongguo')
  fireEvent.input(field(), { target: { value: '中国人' }, isComposing: true })
  fireEvent.compositionEnd(field())
  expect(field().value).toBe('中国')
})

test('a limited text area counts, one without a limit does not [PLAT-009]', async () => {
  const user = userEvent.setup()
  const { unmount } = render(<TextArea label="简介" limit={225} defaultValue="你好" />)
  expect(screen.getByText('2 / 225')).toBeTruthy()
  await user.type(field(), '！')
  expect(screen.getByText('3 / 225')).toBeTruthy()
  unmount()
  render(<TextArea label="简介" defaultValue="你好" />)
  expect(screen.queryByText(/\//)).toBeNull()
})

test('Enter saves an inline text, with Shift it breaks the line [PLAT-010]', async () => {
  const user = userEvent.setup()
  const onSave = vi.fn()
  render(<InlineTextArea label="标题" value="" onSave={onSave} />)
  await user.type(field(), '第一行{Shift>}{Enter}{/Shift}第二行')
  expect(onSave).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith('第一行\n第二行')
})

test('Enter that chooses a word of an input method does not save [PLAT-010]', () => {
  const onSave = vi.fn()
  render(<InlineTextArea label="标题" value="" onSave={onSave} />)
  fireEvent.input(field(), { target: { value: '光照' } })
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(onSave).not.toHaveBeenCalled()
})

test('leaving an inline text saves what changed, once [PLAT-011]', async () => {
  const user = userEvent.setup()
  const onSave = vi.fn()
  render(<InlineTextArea label="标题" value="旧" onSave={onSave} />)
  await user.click(field())
  await user.tab()
  expect(onSave).not.toHaveBeenCalled()
  await user.type(field(), '名')
  await user.tab()
  expect(onSave).toHaveBeenCalledExactlyOnceWith('旧名')
})

test('Enter and then leaving save once', async () => {
  const user = userEvent.setup()
  const onSave = vi.fn()
  render(<InlineTextArea label="标题" value="" onSave={onSave} />)
  await user.type(field(), '新{Enter}')
  await user.tab()
  expect(onSave).toHaveBeenCalledOnce()
})

test('Escape clears an inline text and leaves the dialog around it open [PLAT-012]', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <Dialog open title="编辑" closeLabel="关闭" onClose={onClose}>
      <InlineTextArea label="标题" value="旧标题" onSave={() => undefined} />
    </Dialog>,
  )
  await user.click(field())
  await user.keyboard('{Escape}')
  expect(field().value).toBe('')
  expect(onClose).not.toHaveBeenCalled()
})

test('a text that came from outside replaces the draft', async () => {
  const user = userEvent.setup()
  render(<RestoredTitle />)
  await user.click(screen.getByRole('button', { name: '恢复' }))
  expect(field().value).toBe('恢复的版本')
})

function RestoredTitle() {
  const [title, setTitle] = useState('一')
  return (
    <>
      <InlineTextArea label="标题" value={title} onSave={setTitle} />
      <button type="button" onClick={() => setTitle('恢复的版本')}>
        恢复
      </button>
    </>
  )
}
