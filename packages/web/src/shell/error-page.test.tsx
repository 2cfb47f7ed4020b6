// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/api.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ErrorPage } from './error-page.tsx'
import { openShell, preloadShell, site } from './testing/open-shell.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

beforeAll(preloadShell)
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
  const asked = mockThisPage(async () => {
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
  const asked = mockThisPage(async () => new Response(null, { status: 503 }))
  const { unmount } = show(<ErrorPage error={new ApiError(503, { code: 'unavailable', message: '' })} />)
  unmount()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).not.toHaveBeenCalled()
})

test('an address that is no page says so and leads home [SHELL-048]', () => {
  openShell(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={routeError(404)} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('没有找到这一页')
  expect(within(page).getByRole('link', { name: '回到首页' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('没有找到这一页 · 引擎课堂')
})

test('a page that is refused looks like one that does not exist', () => {
  openShell(site(), '/secret', [{ path: '/secret', element: <ErrorPage error={routeError(403)} /> }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有找到这一页')
})

test('when the database is away the page says what is safe and offers to try again', () => {
  openShell(site(), '/gone?page=2', [{ path: '/gone', element: <ErrorPage error={routeError(503)} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('网站暂时打不开')
  expect(within(page).getByRole('link', { name: '再试一次' }).getAttribute('href')).toBe('/gone?page=2')
})

test('a page that broke says that it is noted and what is safe, and offers to try again', () => {
  openShell(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={new Error('column does not exist')} /> }])
  const page = screen.getByRole('main')
  expect(within(page).getByRole('heading', { level: 1 }).textContent).toBe('页面出了问题')
  expect(page.textContent).not.toContain('column')
  expect(within(page).getByRole('link', { name: '再试一次' }).getAttribute('href')).toBe('/gone')
})

test('a page that could not be fetched opens again when the network is back', () => {
  vi.mocked(reloadPage).mockClear()
  openShell(site(), '/gone', [{ path: '/gone', element: <ErrorPage error={new TypeError('Failed to fetch')} /> }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('没有连上网站')
  expect(reloadPage).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  expect(reloadPage).toHaveBeenCalledTimes(1)
})

function routeError(status: number) {
  return { status, statusText: '', internal: false, data: null }
}

/** Answers requests for the page itself; any other request, such as a late one of another page, gets no answer and is not counted. */
function mockThisPage(answer: () => Promise<Response>) {
  const asked = vi.fn(answer)
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) =>
    address === window.location.href ? asked() : new Promise(() => {}),
  )
  return asked
}
