// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useLeftSeconds } from './use-left-seconds.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(performance, 'getEntriesByType')
})

function Clock({ given }: { given: number }) {
  return <span>{useLeftSeconds(given, nothing)}</span>
}
const nothing = () => undefined

test('what was in the page of the server has run on while its script was on its way', async () => {
  vi.useFakeTimers({ now: 0 })
  vi.setSystemTime(20_000)
  vi.spyOn(performance, 'now').mockReturnValue(12_000)
  Object.assign(performance, { getEntriesByType: () => [{ responseStart: 2_000 }] })
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Clock given={60} />)
  expect(container.textContent).toBe('60')
  const { rerender } = render(<Clock given={60} />, { container, hydrate: true })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(container.textContent).toBe('49')
  // asked anew by script, it counts from the answer
  rerender(<Clock given={45} />)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(container.textContent).toBe('44')
})
