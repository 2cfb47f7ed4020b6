// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button, buttonSizes, buttonThemes } from './button.tsx'
import { pagesInSight } from './pagination.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { StarChoice } from './stars.tsx'
import { TextField } from './text-field.tsx'

test('a segmented choice is a group of radios that posts with its form', async () => {
  const user = userEvent.setup()
  const onValue = vi.fn()
  const { container } = render(
    <form>
      <SegmentedControl
        label="熟悉程度"
        name="familiarity"
        defaultValue="new"
        onValue={onValue}
        options={[
          { value: 'new', label: '刚接触引擎' },
          { value: 'used', label: '已经熟悉' },
        ]}
      />
    </form>,
  )
  await user.click(screen.getByRole('radio', { name: '已经熟悉' }))
  expect(onValue).toHaveBeenCalledExactlyOnceWith('used')
  const form = container.querySelector('form')
  expect(form && new FormData(form).get('familiarity')).toBe('used')
})

test('a rating is given by radios named one to five stars', async () => {
  const user = userEvent.setup()
  const onValue = vi.fn()
  render(<StarChoice label="评分" value={0} names={['1星', '2星', '3星', '4星', '5星']} onValue={onValue} />)
  await user.click(screen.getByRole('radio', { name: '4星' }))
  expect(onValue).toHaveBeenCalledExactlyOnceWith(4)
})

test('buttons have named sizes and themes, each drawn in its own way [SHELL-075]', () => {
  const { container } = render(
    <>
      {buttonSizes.map((size) => (
        <Button key={size} size={size} theme="primary" />
      ))}
      {buttonThemes.map((theme) => (
        <Button key={theme} theme={theme} />
      ))}
    </>,
  )
  expect([buttonSizes, buttonThemes]).toEqual([
    ['s', 'm', 'l'],
    ['primary', 'secondary', 'quiet', 'danger', 'premium', 'media'],
  ])
  const looks = [...container.querySelectorAll('button')].map((button) => button.className)
  // medium and primary is drawn twice, once as a size and once as a theme
  expect(new Set(looks).size).toBe(looks.length - 1)
})

test('a busy button keeps its name and does nothing, not even send its form', async () => {
  const user = userEvent.setup()
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        提交答卷
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the error and the help of a field are read out with it', () => {
  render(<TextField label="手机号" help="仅用于登录" error="还差4位" />)
  const field = screen.getByRole('textbox', { name: '手机号' })
  const read = field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(read).toEqual(['还差4位', '仅用于登录'])
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('page numbers keep the ends and the neighbours, and a gap never hides a single page', () => {
  expect(pagesInSight(1, 1)).toEqual([1])
  expect(pagesInSight(2, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pagesInSight(4, 16)).toEqual([1, 2, 3, 4, 5, null, 16])
  expect(pagesInSight(8, 16)).toEqual([1, null, 7, 8, 9, null, 16])
  expect(pagesInSight(13, 16)).toEqual([1, null, 12, 13, 14, 15, 16])
})
