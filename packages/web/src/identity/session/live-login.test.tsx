// @vitest-environment jsdom

import type { GatewayMessage } from '@lantern/contract/realtime/gateway.ts'
import type { SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, type Session, SessionProvider, type SessionUser, useSession } from '#kit/session.tsx'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import LiveLogin from './live-login.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket | undefined
  static opened = 0
  readonly url: URL
  readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void

  constructor(url: string) {
    this.url = new URL(url)
    FakeSocket.last = this
    FakeSocket.opened++
  }
  close() {
    this.readyState = 3
  }
}

const ada = { id: 'u_ada', name: '林知远' } as SessionUser
const signedIn: Session = {
  ...guestSession(),
  user: ada,
  region: '03',
  login: { key: 'ls_mine', deviceType: 'desktop', notice: null },
}
const iphone: SignInDevice = {
  sessionId: 'ls_other',
  deviceType: 'mobile',
  device: 'iPhone',
  browser: 'Safari 18',
  ip: '203.0.113.5',
  country: 'SG',
  at: '2026-03-02T02:00:00.000Z',
}

let sent: { path: string; body: unknown }[] = []
let answers: Record<string, { status?: number; body: object }> = {}

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.last = undefined
  FakeSocket.opened = 0
  sent = []
  answers = {}
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://site.test')
    sent.push({ path, body: init?.body ? JSON.parse(String(init.body)) : undefined })
    const { status = 200, body } = answers[path] ?? { body: { success: true, csrfToken: 'token' } }
    return Response.json(body, { status })
  })
  localStorage.clear()
  sessionStorage.clear()
  for (const toast of currentToasts()) dismissToast(toast.id)
})
afterEach(() => {
  window.history.replaceState(null, '', '/')
  vi.mocked(goTo).mockClear()
  vi.mocked(reloadPage).mockClear()
})

function SuspendState() {
  const { suspend, suspendReason } = useSession().accountStatus
  return <output>{suspend ? `停用：${suspendReason}` : '正常'}</output>
}

function open(session: Session = signedIn, loader?: () => unknown) {
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={session}>
        <LiveLogin />
        <SuspendState />
        <textarea aria-label="笔记" />
      </SessionProvider>
    </MessagesProvider>
  )
  const router = createMemoryRouter([{ id: 'page', path: '*', element, ...(loader && { loader }) }], {
    initialEntries: ['/'],
    hydrationData: { loaderData: { page: null } },
  })
  return render(<RouterProvider router={router} />)
}

async function say(message: GatewayMessage) {
  await act(async () => {
    FakeSocket.last?.onmessage?.({ data: JSON.stringify(message) })
  })
}

function loginMessage(type: 'DESKTOP' | 'MOBILE', key: string, more: { isKnown?: boolean } = {}): GatewayMessage {
  const deviceType = type === 'MOBILE' ? 'mobile' : 'desktop'
  const data = { device: { ...iphone, deviceType }, isKnown: more.isKnown ?? false }
  return { type, topic: 'account/u_ada', key, data } as GatewayMessage
}

const paths = () => sent.map(({ path }) => path)

test('the gateway is asked with login key, commit and region [RT-012]', () => {
  open()
  const { pathname, searchParams } = FakeSocket.last?.url ?? new URL('ws://none')
  expect(pathname).toBe('/api/socketgw')
  expect([...searchParams.keys()]).toEqual(['key', 'commit', 'region'])
  expect(searchParams.get('key')).toBe('ls_mine')
  expect(searchParams.get('region')).toBe('03')
})

test('READY has the device verified with key and user [RT-006] [RT-011]', async () => {
  open()
  await say({ type: 'READY', key: 'ls_mine' })
  await waitFor(() => expect(paths()).toContain('/api/campus/verifyingUserLogin'))
  expect(sent.at(-1)?.body).toEqual({ lskey: 'ls_mine', userId: 'u_ada' })
  expect(currentToasts()).toEqual([])
})

test('a device that could not be verified is said so, a network that is away is not [RT-013]', async () => {
  const path = '/api/campus/verifyingUserLogin'
  answers[path] = { status: 503, body: { code: 'unavailable', message: '' } }
  open()
  await say({ type: 'READY', key: 'ls_mine' })
  await waitFor(() => expect(paths()).toContain(path))
  expect(currentToasts()).toEqual([])
  answers[path] = { status: 422, body: { code: 'login_key_invalid', message: '…' } }
  await say({ type: 'READY', key: 'ls_mine' })
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(currentToasts()[0]).toMatchObject({ tone: 'bad', text: '没能确认这台设备的登录状态，请重新登录。' })
})

test('another login on the same kind of device stores its key, logs out here and says on which device [RT-001] [RT-008]', async () => {
  answers['/api/session'] = { body: { csrfToken: 'token', login: null } }
  open()
  await say(loginMessage('DESKTOP', 'ls_other'))
  const popup = await screen.findByRole('alertdialog', { name: '账号已在另一台设备登录' })
  expect(popup.textContent).toContain('iPhone（电脑）')
  for (const word of ['Safari 18', '203.0.113.5', '新加坡']) expect(popup.textContent).toContain(word)
  expect(localStorage.getItem('lantern_login_desktop')).toBe('ls_other')
  await waitFor(() => expect(paths()).toContain('/api/auth/logout'))

  window.history.replaceState(null, '', '/#part')
  await userEvent.setup().click(screen.getByRole('button', { name: '重新登录' }))
  expect(goTo).toHaveBeenCalledWith('/auth/login?redirect_to=%2F%23part')
})

test('that the session is over is heard in two ways; why it is stays on the screen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answers['/api/session'] = { body: { csrfToken: 'token', login: null, ended: null } }
  open()
  await say(loginMessage('DESKTOP', 'ls_other'))
  await say({ type: 'INVALID_LS' })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  vi.useRealTimers()
  expect(screen.getByRole('alertdialog', { name: '账号已在另一台设备登录' })).toBeTruthy()
  expect(goTo).not.toHaveBeenCalled()
})

test('a login on the other kind of device, or with the same key, is remembered and logs nobody out [RT-007] [RT-009]', async () => {
  open()
  await say(loginMessage('MOBILE', 'ls_phone', { isKnown: true }))
  await say(loginMessage('DESKTOP', 'ls_mine'))
  expect(localStorage.getItem('lantern_login_mobile')).toBe('ls_phone')
  expect(localStorage.getItem('lantern_login_desktop')).toBe('ls_mine')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(paths()).not.toContain('/api/auth/logout')
})

test('a sign-in of this very browser in another tab goes on with the new key', async () => {
  const { csrfToken: _, ...fresh } = { csrfToken: '', ...signedIn, login: { ...signedIn.login, key: 'ls_new' } }
  answers['/api/session'] = { body: { csrfToken: 'token', ...fresh } }
  open()
  await say(loginMessage('DESKTOP', 'ls_new'))
  await waitFor(() => expect(FakeSocket.last?.url.searchParams.get('key')).toBe('ls_new'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(paths()).not.toContain('/api/auth/logout')
})

test('INVALID_LS sends the person home, and not round in a circle [RT-005]', async () => {
  open()
  await say({ type: 'INVALID_LS' })
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/'))
  const asked = paths().length
  await say({ type: 'INVALID_LS' })
  await waitFor(() => expect(paths().length).toBeGreaterThan(asked))
  expect(goTo).toHaveBeenCalledOnce()
})

test('a session that ends under what was typed leaves it there: its person signs in beside the page and goes on', async () => {
  const opened = vi.fn()
  vi.stubGlobal('open', opened)
  open()
  act(() => void document.body.dispatchEvent(new Event('input', { bubbles: true })))
  await say({ type: 'INVALID_LS' })
  const dialog = await screen.findByRole('alertdialog', { name: '登录已经失效' })
  expect(dialog.textContent).toContain('你填的内容还在这一页')
  // what closes other dialogs gives nothing up
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('button', { name: '关闭' })).toBeNull()
  expect(reloadPage).not.toHaveBeenCalled()
  await userEvent.setup().click(screen.getByRole('button', { name: '重新登录' }))
  await waitFor(() =>
    expect(opened).toHaveBeenCalledExactlyOnceWith('/auth/login?redirect_to=%2F', '_blank', 'noopener'),
  )
  expect(goTo).not.toHaveBeenCalled()
  // back from the other tab, not signed in yet
  answers['/api/session'] = { body: { ...guestSession(), csrfToken: 'token' } }
  await act(async () => window.dispatchEvent(new Event('focus')))
  expect(screen.getByRole('alertdialog', { name: '登录已经失效' })).toBeTruthy()
  answers['/api/session'] = { body: { ...signedIn, csrfToken: 'token', login: { ...signedIn.login, key: 'ls_new' } } }
  await act(async () => window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(reloadPage).not.toHaveBeenCalled()
})

test('who comes back as another person finds the page anew', async () => {
  open({ ...guestSession(), ended: { reason: 'revoked', at: iphone.at, by: null } })
  await screen.findByRole('alertdialog', { name: '这台设备已退出登录' })
  answers['/api/session'] = { body: { ...signedIn, csrfToken: 'token' } }
  await act(async () => window.dispatchEvent(new Event('focus')))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
})

test('INVALID_LS does not cut off the page that this one is leading to, as after signing out here', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  window.dispatchEvent(new Event('beforeunload'))
  await say({ type: 'INVALID_LS' })
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(goTo).not.toHaveBeenCalled()
  // it never came
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  vi.useRealTimers()
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/'))
  window.dispatchEvent(new Event('pageshow'))
})

test('INVALID_LS for a session that this browser has just replaced keeps the page', async () => {
  const fresh = { ...signedIn, login: { ...signedIn.login, key: 'ls_new' } }
  answers['/api/session'] = { body: { csrfToken: 'token', ...fresh } }
  open()
  await say({ type: 'INVALID_LS' })
  await waitFor(() => expect(FakeSocket.last?.url.searchParams.get('key')).toBe('ls_new'))
  expect(goTo).not.toHaveBeenCalled()
})

test('a suspension is taken over into the page [RT-010]', async () => {
  open()
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('正常')
  await say({
    type: 'USER_ACCOUNT_SUSPEND',
    data: { suspend: true, suspendReason: '刷屏', suspendUtil: '2027-01-01T00:00:00.000Z' },
  })
  expect(screen.getByText('停用：刷屏')).toBeDefined()
})

test('a new device is shown with name, browser, address and country, and can be sent away [IDENT-018]', async () => {
  open()
  await say(loginMessage('MOBILE', 'ls_other'))
  const notice = await screen.findByRole('alertdialog', { name: '你的账号在新设备登录' })
  for (const word of ['iPhone（手机或平板）', 'Safari 18', '203.0.113.5', '新加坡']) {
    expect(notice.textContent).toContain(word)
  }
  await userEvent.setup().click(screen.getByRole('button', { name: '不是我，让它退出' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.find(({ path }) => path.endsWith('/revoke'))?.body).toEqual({ sessionId: 'ls_other' })
  await waitFor(() => expect(paths()).toContain('/api/learn/cn/session/notice/read'))
})

test('what was not seen yet is told on the next page: a new device, or why nobody is signed in', async () => {
  const first = open({
    ...signedIn,
    login: { key: 'ls_mine', deviceType: 'desktop', notice: { ...iphone, country: null } },
  })
  const notice = await screen.findByRole('alertdialog', { name: '你的账号在新设备登录' })
  expect(notice.textContent).toContain('国家或地区未知')
  await userEvent.setup().click(screen.getByRole('button', { name: '是我本人' }))
  await waitFor(() => expect(paths()).toContain('/api/learn/cn/session/notice/read'))
  first.unmount()

  open({ ...guestSession(), ended: { reason: 'revoked', at: iphone.at, by: null } })
  await screen.findByRole('alertdialog', { name: '这台设备已退出登录' })
  await userEvent.setup().click(screen.getByRole('button', { name: '以访客浏览' }))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
})

test('a connection that ended without a word is looked into', async () => {
  const by = { ...iphone, deviceType: 'desktop' as const }
  answers['/api/session'] = {
    body: { ...guestSession(), csrfToken: 'token', ended: { reason: 'other_device', at: iphone.at, by } },
  }
  open()
  await act(async () => FakeSocket.last?.onclose?.({ code: 4409 }))
  await screen.findByRole('alertdialog', { name: '账号已在另一台设备登录' })
})

const note = () => screen.queryByText(/与服务器的连接断开了/)?.textContent ?? null
const countdown = (seconds: number) => `与服务器的连接断开了，不影响阅读。${seconds}秒后重试`
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The network between page and server breaks off. */
const lose = () => act(async () => FakeSocket.last?.onclose?.({ code: 1006 }))

/** `random` is the share of the pause that differs from browser to browser. */
function openWithClock(random: number) {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(random)
  open()
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a try to reconnect waits 1000 ms at least [RT-004]', async () => {
  openWithClock(0)
  await lose()
  await later(999)
  expect(FakeSocket.opened).toBe(1)
  await later(1)
  expect(FakeSocket.opened).toBe(2)
})

test('while it is reconnecting the page counts down to the next try, twice a second [RT-003]', async () => {
  openWithClock(0.875)
  for (const pause of [1_000, 2_000, 4_000]) {
    await lose()
    // a short gap is nobody's business
    expect(note()).toBeNull()
    await later(pause)
  }
  expect(FakeSocket.opened).toBe(4)
  await lose()
  // 7500, 7000, 6500, 6000 and 5500 ms, in seconds that have begun
  for (const seconds of [8, 7, 7, 6, 6]) {
    expect(note()).toBe(countdown(seconds))
    await later(500)
  }
  await later(5_000)
  expect(FakeSocket.opened).toBe(5)
})

test('the page is connected, reconnecting after a loss, and disconnected while the browser is offline [RT-002]', async () => {
  openWithClock(1)
  for (let losses = 0; losses < 3; losses++) {
    await lose()
    await later(4_000)
  }
  await lose()
  expect(note()).toBe(countdown(8))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await act(async () => window.dispatchEvent(new Event('offline')))
  expect(note()).toBeNull()
  const { opened } = FakeSocket
  await later(120_000)
  expect(FakeSocket.opened).toBe(opened)
  online.mockReturnValue(true)
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(FakeSocket.opened).toBe(opened + 1)
  await lose()
  expect(note()).not.toBeNull()
  await later(30_000)
  await act(async () => FakeSocket.last?.onopen?.())
  expect(note()).toBeNull()
})

test('a membership that ends is said, and leads to what one belongs to; the page goes on without it', async () => {
  const memberships = [{ organisationId: 'og_1', role: 'learner' as const }]
  answers['/api/session'] = { body: { ...signedIn, csrfToken: 'token', memberships } }
  open({ ...signedIn, memberships })
  const ended = { type: 'TOPIC_ENDED', topic: 'organisation/og_1' } as GatewayMessage
  // while the membership stands, an end of the topic is no news
  await say(ended)
  await waitFor(() => expect(paths()).toContain('/api/session'))
  expect(currentToasts()).toEqual([])
  cleanup()

  answers['/api/session'] = { body: { ...signedIn, csrfToken: 'token', memberships: [] } }
  open({ ...signedIn, memberships })
  await say(ended)
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(currentToasts()[0]).toMatchObject({
    text: '你已不是一个机构的成员，它的内容看不到了。',
    action: { label: '看我的机构' },
  })
})

test('a person taken out of a class is told, and the page is read again', async () => {
  open({ ...signedIn, memberships: [{ organisationId: 'og_1', role: 'learner' }] })
  await say({ type: 'CLASS_LEFT', topic: 'classes/u_ada' } as GatewayMessage)
  await waitFor(() => expect(currentToasts()).toHaveLength(1))
  expect(currentToasts()[0]).toMatchObject({
    text: '你已被移出一个班级，只给那个班的内容看不到了。',
    action: { label: '看我的机构' },
  })
})

test('what is typed stays where it is when its person is taken out of a class or an organisation', async () => {
  const memberships = [{ organisationId: 'og_1', role: 'learner' as const }]
  answers['/api/session'] = { body: { ...signedIn, csrfToken: 'token', memberships: [] } }
  const reads = vi.fn(() => null)
  open({ ...signedIn, memberships }, reads)
  fireEvent.input(await screen.findByRole('textbox', { name: '笔记' }), { target: { value: '阴影' } })
  const before = reads.mock.calls.length
  await say({ type: 'CLASS_LEFT', topic: 'classes/u_ada' } as GatewayMessage)
  await say({ type: 'TOPIC_ENDED', topic: 'organisation/og_1' } as GatewayMessage)
  await waitFor(() => expect(currentToasts()).toHaveLength(2))
  expect(reads.mock.calls.length).toBe(before)
})
