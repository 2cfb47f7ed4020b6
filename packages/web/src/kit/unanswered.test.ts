// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { afterPresses, unanswered } from './unanswered.ts'

test('a page asks for its data once what was pressed before has been answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  unanswered(promise)
  const next = vi.fn(async () => ({}))
  const going = afterPresses({} as never, next as never)
  await Promise.resolve()
  expect(next).not.toHaveBeenCalled()
  resolve()
  await going
  expect(next).toHaveBeenCalledOnce()
})

test('what was refused, and what takes too long, does not keep the page', async () => {
  vi.useFakeTimers()
  unanswered(Promise.reject(new Error('refused')))
  unanswered(new Promise(() => undefined))
  const next = vi.fn(async () => ({}))
  const going = afterPresses({} as never, next as never)
  await vi.advanceTimersByTimeAsync(3000)
  await going
  expect(next).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
