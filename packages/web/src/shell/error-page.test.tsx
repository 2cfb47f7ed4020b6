// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/api.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ErrorPage } from './error-page.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

beforeEach(async () => {
  vi.useFakeTimers()
  await prepareBrowser()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page that is away asks for itself ever less often, and is loaded anew once it is there', async () => {
  // a proxy whose site starts anew answers 502, and 504 while the site is slow
  const statuses = [503, 0, 502, 504]
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const status = statuses.shift() ?? 200
    if (status === 0) throw new TypeError('fetch failed')
    return new Response(null, { status })
  })
  show(<ErrorPage error={new ApiError(503, { code: 'unavailable', message: '' })} />)
  expect(screen.getByRole('main').textContent).toContain('本页会自动恢复')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveBeenCalledTimes(5)
  expect(reloadPage).toHaveBeenCalledTimes(1)
})

test('a page that was left meanwhile asks no more', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 503 }))
  const { unmount } = show(<ErrorPage error={new ApiError(503, { code: 'unavailable', message: '' })} />)
  unmount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toHaveBeenCalled()
})
