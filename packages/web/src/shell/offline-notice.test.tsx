// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  createMemoryRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  Form,
  RouterProvider,
  redirect,
} from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { sendOrSay } from '#kit/unsent.ts'
import { learnerSession } from '#testing/samples.ts'
import { PageLink } from '#ui/link.tsx'
import { currentToasts } from '#ui/toast.ts'
import { OfflineNotice } from './offline-notice.tsx'

beforeEach(() => loadCatalogue('zh_CN'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function network(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => {
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
  })
}

function open() {
  const page = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={guestSession()}>
        <OfflineNotice />
        <input aria-label="笔记" />
        <PageLink to="/tutorials">教程</PageLink>
      </SessionProvider>
    </MessagesProvider>
  )
  const routes = [
    { path: '/', element: page },
    { path: '/tutorials', element: <h1>教程</h1> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('while the network is away the page says so and stays, with what was typed; then it goes on', async () => {
  const user = userEvent.setup()
  open()
  expect(screen.getByRole('status').textContent).toBe('')
  await user.type(screen.getByRole('textbox'), '光照探针')

  network(false)
  expect(screen.getByRole('status').textContent).toContain('网络断开了')
  await user.click(screen.getByRole('link', { name: '教程' }))
  expect(screen.queryByRole('heading', { name: '教程' })).toBeNull()
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('光照探针')
  expect(currentToasts().map(({ text }) => text)).toContain('没有网络，先留在这一页。')

  network(true)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(currentToasts().map(({ text }) => text)).toContain('网络恢复了。')
  await user.click(screen.getByRole('link', { name: '教程' }))
  expect(await screen.findByRole('heading', { name: '教程' })).toBeTruthy()
})

function post(send: () => Promise<never>, session = learnerSession()) {
  const page = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={session}>
        <OfflineNotice />
        <Form method="post">
          <input name="answer" aria-label="回答" />
          <button type="submit">提交</button>
        </Form>
      </SessionProvider>
    </MessagesProvider>
  )
  const routes = [
    { path: '/', element: page, action: () => sendOrSay(send), errorElement: <h1>出错了</h1> },
    { path: '/auth/login', element: <h1>登录</h1> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

async function typeAndSend() {
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox'), '光从哪里来？')
  await user.click(screen.getByRole('button', { name: '提交' }))
}

const toSignIn = () => Promise.reject(redirect('/auth/login?redirect_to=%2F'))

test.each([
  ['does not reach the site', () => Promise.reject(new TypeError('Failed to fetch')), '网络断开了，稍后再试。'],
  ['comes after the session has ended', toSignIn, '登录已经失效。'],
  [
    'is for what is gone',
    () => Promise.reject(new ErrorResponseImpl(404, '', null)),
    '它已经不在了，或者你不再有权这样做。',
  ],
  [
    'is not for its person any more',
    () => Promise.reject(new ErrorResponseImpl(403, '', null)),
    '它已经不在了，或者你不再有权这样做。',
  ],
])('a form that %s leaves its page with what was typed, and that is said', async (_, send, words) => {
  post(send)
  await typeAndSend()
  await waitFor(() => expect(currentToasts().map(({ text }) => text.slice(0, words.length))).toContain(words))
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('光从哪里来？')
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a form of a guest that needs an account leads to sign in', async () => {
  post(toSignIn, guestSession())
  await typeAndSend()
  expect(await screen.findByRole('heading', { name: '登录' })).toBeTruthy()
})
