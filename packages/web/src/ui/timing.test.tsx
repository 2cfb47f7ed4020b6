// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a countdown follows the given clock to the second and ends once', () => {
  const ahead = 5000
  const now = () => Date.now() + ahead
  const onEnd = vi.fn()
  render(<Countdown until={now() + 2500} now={now} text={(ms) => `${ms / 1000}秒`} onEnd={onEnd} />)
  const text = () => screen.getByRole('timer').textContent
  expect(text()).toBe('3秒')
  pass(500)
  expect(text()).toBe('2秒')
  pass(1999)
  expect(text()).toBe('1秒')
  expect(onEnd).not.toHaveBeenCalled()
  pass(1)
  expect(text()).toBe('0秒')
  pass(10_000)
  expect(onEnd).toHaveBeenCalledOnce()
})

test('a countdown that is over when it appears shows nothing left and calls nobody', () => {
  const onEnd = vi.fn()
  render(<Countdown until={Date.now() - 1} now={() => Date.now()} text={(ms) => `${ms}`} onEnd={onEnd} />)
  pass(5000)
  expect(screen.getByRole('timer').textContent).toBe('0')
  expect(onEnd).not.toHaveBeenCalled()
})
