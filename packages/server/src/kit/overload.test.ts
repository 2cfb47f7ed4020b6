import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLateness } from './overload.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a process is late when what was due came late again and again, not after one pause', () => {
  let nowMs = 0
  const lateness = watchLateness(() => nowMs)
  const lookAfter = (ms: number) => {
    nowMs += ms
    vi.advanceTimersByTime(500)
  }
  lookAfter(500)
  expect(lateness.ms()).toBe(0)
  lookAfter(4_500)
  expect(lateness.ms()).toBe(0)
  lookAfter(3_700)
  expect(lateness.ms()).toBe(3_200)
  lookAfter(500)
  expect(lateness.ms()).toBe(0)
  lateness.stop()
})
