// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, tooltipPositions, tooltipTypes } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function hover() {
  fireEvent.pointerEnter(screen.getByRole('button').parentElement as HTMLElement, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(300))
}

const shown = () => screen.queryByRole('tooltip')

test('a tooltip comes up in the top layer while the pointer is on its control [SHELL-036]', () => {
  render(
    <div style={{ overflow: 'hidden' }}>
      <Tooltip text="完成第3章后解锁">
        <button type="button">第4章</button>
      </Tooltip>
    </div>,
  )
  expect(shown()).toBeNull()
  hover()
  // A popover leaves every box around it: nothing on the page lies above it.
  expect(shown()?.matches(':popover-open')).toBe(true)
  fireEvent.pointerLeave(screen.getByRole('button').parentElement as HTMLElement)
  expect(shown()).toBeNull()
})

test('the control is described by its tooltip, seen or not [SHELL-036]', () => {
  render(
    <Tooltip text="完成第3章后解锁">
      <button type="button">第4章</button>
    </Tooltip>,
  )
  const id = screen.getByRole('button').getAttribute('aria-describedby')
  expect(document.getElementById(id ?? '')?.textContent).toBe('完成第3章后解锁')
})

test('the keyboard brings a tooltip up and Escape takes it away [SHELL-036]', async () => {
  vi.useRealTimers()
  const user = userEvent.setup()
  render(
    <Tooltip text="按A">
      <button type="button">添加</button>
    </Tooltip>,
  )
  await user.tab()
  expect(shown()).not.toBeNull()
  await user.keyboard('{Escape}')
  expect(shown()).toBeNull()
})

test('the seven types look different [SHELL-072]', () => {
  const looks = tooltipTypes.map((type) => lookOf({ type }))
  expect(tooltipTypes).toEqual(['normal', 'success', 'warning', 'error', 'green', 'blue', 'dark'])
  expect(new Set(looks).size).toBe(7)
})

test('the seven positions are placed differently [SHELL-073]', () => {
  const looks = tooltipPositions.map((position) => lookOf({ position }))
  expect(tooltipPositions).toEqual(['top', 'top-width', 'left', 'bottom', 'right', 'top-left', 'bottom-left'])
  expect(new Set(looks).size).toBe(7)
})

test('on a device without a pointer that hovers no tooltip comes up [SHELL-074]', () => {
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === '(hover: none)' }))
  render(
    <Tooltip text="完成第3章后解锁">
      <button type="button">第4章</button>
    </Tooltip>,
  )
  hover()
  act(() => screen.getByRole('button').focus())
  expect(shown()).toBeNull()
})

test('a finger on a machine that also has a mouse brings none up [SHELL-074]', () => {
  render(
    <Tooltip text="完成第3章后解锁">
      <button type="button">第4章</button>
    </Tooltip>,
  )
  fireEvent.pointerEnter(screen.getByRole('button').parentElement as HTMLElement, { pointerType: 'touch' })
  act(() => void vi.advanceTimersByTime(1000))
  expect(shown()).toBeNull()
})

function lookOf(look: Partial<Parameters<typeof Tooltip>[0]>): string {
  const { unmount } = render(
    <Tooltip text="字" {...look}>
      <button type="button">钮</button>
    </Tooltip>,
  )
  const { className } = screen.getByRole('tooltip', { hidden: true })
  unmount()
  return className
}
