// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TextArea } from './text-area.tsx'

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
