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
