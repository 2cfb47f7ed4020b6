// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Form, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { sendOrSay } from '#kit/unsent.ts'
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
      <OfflineNotice />
      <input aria-label="笔记" />
      <PageLink to="/tutorials">教程</PageLink>
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

test('a form that does not reach the site leaves its page with what was typed, and that is said', async () => {
  const user = userEvent.setup()
  const page = (
    <MessagesProvider locale="zh_CN">
      <OfflineNotice />
      <Form method="post">
        <input name="answer" aria-label="回答" />
        <button type="submit">提交</button>
      </Form>
    </MessagesProvider>
  )
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const routes = [{ path: '/', element: page, action: () => sendOrSay(lost), errorElement: <h1>没有连上网站</h1> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  await user.type(screen.getByRole('textbox'), '光从哪里来？')
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toContain('网络断开了，稍后再试。你填的内容没有丢失。'),
  )
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('光从哪里来？')
  expect(screen.queryByRole('heading', { name: '没有连上网站' })).toBeNull()
})
