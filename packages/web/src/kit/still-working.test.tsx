// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStillWorking, whileWaiting } from './still-working.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Hint() {
  return <p>{useStillWorking() ? 'slow' : 'quiet'}</p>
}

test('a request that takes 5 seconds is spoken of until it ends, a quick one never [PLAT-041]', async () => {
  render(<Hint />)
  const slow = Promise.withResolvers<string>()
  const answer = whileWaiting(slow.promise)
  await act(() => whileWaiting(Promise.resolve()))
  await act(() => vi.advanceTimersByTimeAsync(4_999))
  expect(screen.getByText('quiet')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByText('slow')).toBeDefined()
  await act(async () => {
    slow.resolve('done')
    expect(await answer).toBe('done')
  })
  expect(screen.getByText('quiet')).toBeDefined()
})

test('a request that fails ends the hint and stays a failure', async () => {
  render(<Hint />)
  const slow = Promise.withResolvers<never>()
  const answer = whileWaiting(slow.promise)
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await act(async () => {
    slow.reject(new Error('away'))
    await expect(answer).rejects.toThrow('away')
  })
  expect(screen.getByText('quiet')).toBeDefined()
})
