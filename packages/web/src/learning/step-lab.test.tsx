// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessagesProvider } from '#kit/messages.tsx'
import { SessionProvider } from '#kit/session.tsx'
import { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { StepLab } from './step-lab.tsx'
import { learnerSession } from './testing/page.ts'

beforeEach(prepareBrowser)
afterEach(() => vi.useRealTimers())

const step = { id: 'se_3', title: '调校' }
const launchPath = '/api/learn/cn/lab/launch'

function lab(isWholeItem = false) {
  return <StepLab itemId="ltu_shadow" step={step} labUrl="https://labs.example.com/x" isWholeItem={isWholeItem} />
}

/** A provider that has the lab ready at the second question. */
function provider(): FakeCall[] {
  let asked = 0
  return fakeServer({
    [launchPath]: () => ({ lab: { id: 'lab1', state: 'starting', url: null } }),
    '/api/learn/cn/lab/lab1': () => ({
      lab:
        ++asked < 2 ? { id: 'lab1', state: 'starting', url: null } : { id: 'lab1', state: 'ready', url: '/demo-lab/x' },
    }),
  })
}

const dialog = () => screen.queryByRole('dialog', { name: '云实验：调校' })
const launch = () => document.querySelector<HTMLElement>('[data-launch]')?.dataset.launch

test('the lab of a step is started in a dialog and entered when it is ready [LEARN-020] [LEARN-054]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const calls = provider()
  show(lab(), learnerSession())
  expect(dialog()).toBeNull()
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  await screen.findByRole('dialog', { name: '云实验：调校' })
  expect(launch()).toBe('initial')
  await user.click(screen.getByRole('button', { name: '启动实验' }))
  await vi.waitFor(() => expect(launch()).toBe('inProgress'), { timeout: 15_000 })
  expect(calls.find(({ path }) => path === launchPath)?.body).toEqual({ itemId: 'ltu_shadow', stepId: 'se_3' })
  expect(screen.queryByRole('link', { name: /进入实验/ })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(4_100))
  expect(screen.getByRole('link', { name: /进入实验/ }).getAttribute('href')).toBe('/demo-lab/x')
})

test('an opened lab is launched after 240000 ms, also when the dialog was closed meanwhile [LEARN-055]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  provider()
  show(lab(), learnerSession())
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  await user.click(await screen.findByRole('button', { name: '启动实验' }))
  await vi.waitFor(() => expect(launch()).toBe('inProgress'), { timeout: 15_000 })
  await act(() => vi.advanceTimersByTimeAsync(200_000))
  expect(launch()).toBe('inProgress')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(dialog()).toBeNull(), { timeout: 15_000 })
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  expect(launch()).toBe('inProgress')
  expect(screen.getByRole('link', { name: /进入实验/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(41_000))
  expect(launch()).toBe('succeeded')
  expect(screen.getByText(/实验已成功启动/)).toBeTruthy()
})

test('an answer that comes after the one that said "ready" does not take the lab away again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const slow = held<object>()
  let asked = 0
  fakeServer({
    [launchPath]: () => ({ lab: { id: 'lab1', state: 'starting', url: null } }),
    '/api/learn/cn/lab/lab1': () =>
      ++asked === 1 ? slow.answer : { lab: { id: 'lab1', state: 'ready', url: '/demo-lab/x' } },
  })
  show(lab(), learnerSession())
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  await user.click(await screen.findByRole('button', { name: '启动实验' }))
  await act(() => vi.advanceTimersByTimeAsync(4_100))
  expect(screen.getByRole('link', { name: /进入实验/ })).toBeTruthy()
  slow.give({ lab: { id: 'lab1', state: 'starting', url: null } })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByRole('link', { name: /进入实验/ })).toBeTruthy()
})

test('a lab that is on its way is not started a second time after the dialog was closed in between', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ [launchPath]: () => held<object>().answer })
  show(lab(), learnerSession())
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  await user.click(await screen.findByRole('button', { name: '启动实验' }))
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await user.click(screen.getByRole('link', { name: /打开云实验/ }))
  await user.click(await screen.findByRole('button', { name: '启动实验' }))
  expect(calls.filter(({ path }) => path === launchPath)).toHaveLength(1)
})

test('a lab that cannot be had says so and can be tried again; a guest is asked to sign in', async () => {
  const wants = vi.fn()
  fakeServer({})
  const shown = show(lab(), learnerSession())
  await userEvent.click(screen.getByRole('link', { name: /打开云实验/ }))
  await userEvent.click(await screen.findByRole('button', { name: '启动实验' }))
  expect(await screen.findByText(/网络/)).toBeTruthy()
  expect(launch()).toBe('initial')
  expect(screen.getByRole('button', { name: '启动实验' })).toBeTruthy()
  shown.unmount()
  show(lab(), 'guest', { signIn: wants })
  await userEvent.click(screen.getByRole('link', { name: /打开云实验/ }))
  expect([wants.mock.calls.length, dialog()]).toEqual([1, null])
})

test('of a hidden item the dialog is there on load, and closing it goes home [LEARN-052] [LEARN-053]', async () => {
  const page = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={learnerSession()}>{lab(true)}</SessionProvider>
    </MessagesProvider>
  )
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>首页</p> },
      { path: '/tutorial/x', element: page },
    ],
    { initialEntries: ['/tutorial/x'] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('dialog', { name: '云实验：调校' })
  await userEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(await screen.findByText('首页')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/')
})
