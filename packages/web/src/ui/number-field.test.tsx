// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { NumberField } from './number-field.tsx'

function Price({ locale, decimals, start = null }: { locale: string; decimals?: 0 | 1 | 2; start?: number | null }) {
  const [value, setValue] = useState<number | null>(start)
  return (
    <>
      <NumberField label="价格" name="price" locale={locale} decimals={decimals} value={value} onValue={setValue} />
      <output>{String(value)}</output>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '价格' })
const value = () => screen.getByRole('status').textContent

test('a resting number is written as the locale writes it [I18N-005]', () => {
  for (const [locale, text] of [
    ['zh-CN', '1,234,567.5'],
    ['de-DE', '1.234.567,5'],
    ['es-ES', '1.234.567,5'],
    ['fr-FR', '1\u202f234\u202f567,5'],
    ['pt-PT', '1\u00a0234\u00a0567,5'],
    ['ru-RU', '1\u00a0234\u00a0567,5'],
    ['ja-JP', '1,234,567.5'],
    ['ko-KR', '1,234,567.5'],
  ] as const) {
    const { unmount } = render(<Price locale={locale} decimals={1} start={1234567.5} />)
    expect(field().value).toBe(text)
    unmount()
  }
})

test('a number is typed and read with the marks of the locale [I18N-005]', async () => {
  const user = userEvent.setup()
  render(<Price locale="de-DE" decimals={2} />)
  await user.type(field(), '1234,5')
  expect(value()).toBe('1234.5')
  await user.tab()
  expect(field().value).toBe('1.234,5')
})

test('a pasted number with group marks keeps its value [I18N-005]', async () => {
  const user = userEvent.setup()
  render(<Price locale="zh-CN" decimals={2} />)
  await user.click(field())
  await user.paste('12,345.67')
  expect(value()).toBe('12345.67')
})

test('a comma parts the decimals where the language says so, and spaces the thousands [I18N-005]', async () => {
  const user = userEvent.setup()
  for (const [locale, pasted, read] of [
    ['fr-FR', '12\u202f345,67', '12345.67'],
    ['fr-FR', '12 345.67', '12345.67'],
    ['ru-RU', '12\u00a0345,67', '12345.67'],
    ['pt-PT', '12 345,67', '12345.67'],
    ['de-DE', '12.345,67', '12345.67'],
    ['es-ES', '12.345,67', '12345.67'],
    ['en-US', '12,345.67', '12345.67'],
    ['ja-JP', '１２３４５．６７', '12345.67'],
    ['ko-KR', '\u22125', '-5'],
  ] as const) {
    const { unmount } = render(<Price locale={locale} decimals={2} />)
    await user.click(field())
    await user.paste(pasted)
    expect(value(), `${locale} ${pasted}`).toBe(read)
    unmount()
  }
})

test('decimals stop at one or at two, and without them there is no decimal mark [PLAT-013]', async () => {
  const user = userEvent.setup()
  for (const [decimals, text] of [
    [1, '3.1'],
    [2, '3.14'],
    [0, '3'],
  ] as const) {
    const { unmount } = render(<Price locale="en-US" decimals={decimals} />)
    await user.type(field(), '3.14159')
    expect(field().value).toBe(decimals === 0 ? '314159' : text)
    unmount()
  }
})

test('letters are not taken, an empty field is null and the form posts the plain number', async () => {
  const user = userEvent.setup()
  const { container } = render(<Price locale="zh-CN" decimals={2} />)
  await user.type(field(), '1a2b3')
  expect(field().value).toBe('123')
  await user.type(field(), '4')
  expect(container.querySelector<HTMLInputElement>('input[name=price]')?.value).toBe('1234')
  await user.clear(field())
  expect(value()).toBe('null')
})
