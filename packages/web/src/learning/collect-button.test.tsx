// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { CollectButton } from './collect-button.tsx'
import { learnerSession, testCard } from './testing/page.ts'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

beforeEach(prepareBrowser)
afterEach(cleanup)

const item = testCard()
const name = '收藏《级联阴影》'
const collected = (on: boolean, collectCount: number) => ({
  collectMap: { [item.id]: on },
  statsMap: { [item.id]: { collectCount } },
})

test('the detail page shows whether an item is collected [LEARN-015]', () => {
  show(<CollectButton item={item} collected count={3} look="button" />, learnerSession())
  expect(screen.getByRole('button', { name: /收藏/ }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: /收藏/ }).textContent).toContain('已收藏')
})

test('a card has its collect button, apart from the link [LEARN-019]', () => {
  show(<CollectButton item={item} collected={false} look="card" />, learnerSession())
  expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('false')
})

test('a press flips the flag and moves the counter by one before the answer is here [LEARN-046]', async () => {
  const user = userEvent.setup()
  const { answer, give } = held<object>()
  fakeServer({ '/api/learn/cn/collect': () => answer })
  show(<CollectButton item={item} collected={false} count={4} look="button" />, learnerSession())
  const button = screen.getByRole('button', { name: /收藏/ })
  await user.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(button.textContent).toContain('5')
  give(collected(true, 9))
  await waitFor(() => expect(button.textContent).toContain('9'))
})

test('a refused press is put back and says so', async () => {
  const user = userEvent.setup()
  fakeServer({ '/api/learn/cn/collect': () => new Response('{}', { status: 500 }) })
  show(<CollectButton item={item} collected={false} count={4} look="button" />, learnerSession())
  const button = screen.getByRole('button', { name: /收藏/ })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  expect(button.textContent).toContain('4')
  expect(screen.getByRole('status').textContent).toContain('收藏没有保存')
})

test('a press after the session has ended is put back, says so and leads to sign in', async () => {
  const user = userEvent.setup()
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  const refused = { code: 'login_required', message: '请先登录。' }
  fakeServer({ '/api/learn/cn/collect': () => Response.json(refused, { status: 401 }) })
  show(<CollectButton item={item} collected={false} count={4} look="button" />, learnerSession())
  const button = screen.getByRole('button', { name: /收藏/ })
  await user.click(button)
  const signIn = await screen.findByRole('button', { name: '重新登录' })
  expect(screen.getByRole('status').textContent).toContain('登录已经失效')
  await user.click(signIn)
  expect(opened).toHaveBeenCalledWith('/auth/login?redirect_to=%2F', '_blank', 'noopener')
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

test('on calls add, off calls remove, and fast presses are sent in their order [LEARN-048]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    '/api/learn/cn/collect': () => collected(true, 1),
    '/api/learn/cn/collect/delete': () => collected(false, 0),
  })
  show(
    <CollectButton item={item} collected={false} count={0} look="button" context={{ courseId: 'lco_1' }} />,
    learnerSession(),
  )
  const button = screen.getByRole('button', { name: /收藏/ })
  await user.dblClick(button)
  await waitFor(() => expect(calls).toHaveLength(2))
  await user.click(button)
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/learn/cn/collect',
    '/api/learn/cn/collect/delete',
    '/api/learn/cn/collect',
  ])
  expect(calls[0]?.body).toEqual({ id: item.id, type: 'tutorial', userPremium: false, courseId: 'lco_1' })
  expect(button.getAttribute('aria-pressed')).toBe('true')
})

test('what a newer press made void is not sent, and what still waits goes out when the page is left', async () => {
  const user = userEvent.setup()
  const left: string[] = []
  Object.assign(navigator, { sendBeacon: (address: string) => left.push(address) > 0 })
  const { answer, give } = held<object>()
  const calls = fakeServer({
    '/api/learn/cn/collect': () => answer,
    '/api/learn/cn/collect/delete': () => collected(false, 0),
  })
  show(<CollectButton item={item} collected={false} look="button" />, learnerSession())
  const button = screen.getByRole('button', { name: /收藏/ })
  for (let press = 0; press < 4; press++) await user.click(button)
  window.dispatchEvent(new Event('pagehide'))
  expect(left).toEqual(['/api/learn/cn/collect/delete?_csrf=token'])
  give(collected(true, 1))
  await waitFor(() => expect(calls.map(({ path }) => path)).toHaveLength(2))
  await waitFor(() => expect(button.textContent).toBe('收藏'))
  expect(calls[1]?.path).toBe('/api/learn/cn/collect/delete')
})

test('the counter never shows less than 0 [LEARN-047]', async () => {
  const user = userEvent.setup()
  fakeServer({ '/api/learn/cn/collect/delete': () => collected(false, 0) })
  show(<CollectButton item={item} collected count={0} look="button" />, learnerSession())
  await user.click(screen.getByRole('button', { name: /收藏/ }))
  expect(screen.getByRole('button', { name: /收藏/ }).textContent).toBe('收藏')
})

test('other editions call the plain family', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/learn/collect': () => collected(true, 1) })
  const session = learnerSession()
  show(<CollectButton item={item} collected={false} />, {
    ...session,
    features: { ...session.features, edition: 'global' },
  })
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/api/learn/collect']))
})

test('a guest who collects is asked to sign in and nothing is sent [LEARN-049]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({})
  const signIn = vi.fn()
  show(<CollectButton item={item} collected={false} />, 'guest', { signIn })
  await user.click(screen.getByRole('button', { name }))
  expect(signIn).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('false')
  expect(calls).toEqual([])
})
