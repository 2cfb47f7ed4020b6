// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { takeFlash } from '#kit/flash.ts'
import { goTo, reloadAt } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { held } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import { SignInForm, type SignInFormProps } from '../sign-in-form.tsx'
import type { WindowReport } from './login-window.ts'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

let asked: URL[] = []
const opened = vi.fn<(url: string, name: string) => object | null>(() => ({}))

function server(status: number, body: object): void {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://site.test')
    if (url.pathname === '/api/authUrl') asked.push(url)
    return Response.json(body, { status })
  })
}

function desktop(is: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: is, addEventListener: () => undefined }))
}

function form(props: Partial<SignInFormProps> = {}) {
  const guest = guestSession('zh_CN')
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider
        session={{ ...guest, features: { ...guest.features, popupLogin: true, outsideWays: ['weixin', 'unityId'] } }}
      >
        <SignInForm action="/auth/login" redirectTo={null} {...props} />
      </SessionProvider>
    </MessagesProvider>
  )
  return <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
}

const unityId = () => screen.getByRole<HTMLButtonElement>('button', { name: '开发者账号' })
const weixin = () => screen.getByRole<HTMLButtonElement>('button', { name: '微信扫码' })

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  window.history.replaceState(null, '', '/tutorials?page=2#second')
  vi.stubGlobal('open', opened)
  opened.mockReset().mockReturnValue({})
  vi.mocked(goTo).mockClear()
  vi.mocked(reloadAt).mockClear()
  sessionStorage.clear()
  desktop(true)
})
afterEach(cleanup)

test('the other sites can be used only after agreeing to the legal texts [IDENT-086]', async () => {
  server(200, { url: 'https://id.example.cn/auth?state=s' })
  render(form())
  expect([unityId().disabled, weixin().disabled]).toEqual([true, true])
  const user = userEvent.setup()
  await user.click(unityId())
  expect(asked).toEqual([])
  await user.click(screen.getByRole('checkbox'))
  expect([unityId().disabled, weixin().disabled]).toEqual([false, false])
  await user.click(screen.getByRole('checkbox'))
  expect(unityId().disabled).toBe(true)
})

test('without script the buttons post the form, which asks for consent itself [IDENT-086]', () => {
  const markup = renderToString(form())
  const buttons = [...markup.matchAll(/<button[^>]*name="intent"[^>]*>/g)].map(([button]) => button)
  for (const way of ['weixin', 'unityId']) {
    const button = buttons.find((one) => one.includes(`value="${way}"`)) ?? ''
    expect(button).toContain('type="submit"')
    expect(button).not.toContain('disabled')
  }
})

test('the address of the provider is asked for and opened in a login window [IDENT-107]', async () => {
  server(200, { url: 'https://id.example.cn/auth?state=s' })
  render(form())
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(unityId())
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(opened.mock.calls[0]?.[0]).toBe('https://id.example.cn/auth?state=s')
  const query = Object.fromEntries(asked[0]?.searchParams ?? [])
  expect(query).toEqual({ redirect_to: expect.any(String), locale: 'zh_CN' })
  const back = new URL(query.redirect_to ?? '', 'http://site.test')
  expect([back.pathname, back.searchParams.get('redirect_to')]).toEqual(['/auth/returned', '/tutorials?page=2#second'])
  expect(screen.getByText(/请在打开的窗口里继续/)).toBeDefined()
  expect(goTo).not.toHaveBeenCalled()
})

test('pressed twice before the address is here, one window opens', async () => {
  const { answer, give } = held<Response>()
  const fetch = vi.fn(() => answer)
  vi.stubGlobal('fetch', fetch)
  render(form())
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.dblClick(unityId())
  give(Response.json({ url: 'https://id.example.cn/auth?state=s' }))
  await screen.findByText(/请在打开的窗口里继续/)
  expect([fetch.mock.calls.length, opened.mock.calls.length]).toEqual([1, 1])
})

test('registering is said to the provider [IDENT-107]', async () => {
  server(200, { url: 'https://id.example.cn/auth' })
  render(form({ registering: true, redirectTo: '/faq' }))
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(unityId())
  await waitFor(() => expect(asked[0]?.searchParams.get('is_reg')).toBe('true'))
})

test('without an address no window opens and nothing is said [IDENT-108]', async () => {
  server(503, { code: 'provider_unavailable', message: '对方没有回应。' })
  const before = currentToasts().length
  render(form())
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(unityId())
  await waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((done) => setTimeout(done))
  expect(opened).not.toHaveBeenCalled()
  expect(goTo).not.toHaveBeenCalled()
  expect(currentToasts()).toHaveLength(before)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/请在打开的窗口里继续/)).toBeNull()
})

test('when the window is back, this page goes where it belongs and says how it went', async () => {
  server(200, { url: 'https://id.example.cn/auth' })
  render(form())
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(unityId())
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  report({ target: '/tutorials?page=2#second', flash: 'login_successfully' })
  await waitFor(() => expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/tutorials?page=2#second'))
  expect(takeFlash()).toBe('login_successfully')

  opened.mockClear()
  await user.click(unityId())
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  report({ target: '/tutorials?page=2&hasPhoneUser=true', flash: null })
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/tutorials?page=2&hasPhoneUser=true'))
})

function report(data: WindowReport): void {
  const back = new URL(asked.at(-1)?.searchParams.get('redirect_to') ?? '', 'http://site.test')
  const channel = new BroadcastChannel(`lantern_login_${back.searchParams.get('window')}`)
  channel.postMessage(data)
  channel.close()
}

test('a browser that opens no window goes there with the page itself', async () => {
  server(200, { url: 'https://id.example.cn/auth' })
  opened.mockReturnValue(null)
  render(form())
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(unityId())
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledWith('/u3d/oauth/unityId/login?redirect_to=%2Ftutorials%3Fpage%3D2%23second'),
  )
})

test('on a phone, and for the chat app everywhere, the page itself goes to the other site [IDENT-010] [IDENT-011]', async () => {
  server(200, { url: 'https://id.example.cn/auth' })
  render(form({ redirectTo: '/faq' }))
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox'))
  await user.click(weixin())
  expect(goTo).toHaveBeenLastCalledWith('/u3d/auth/weixin/login?redirect_to=%2Ffaq')
  desktop(false)
  await user.click(unityId())
  expect(goTo).toHaveBeenLastCalledWith('/u3d/oauth/unityId/login?redirect_to=%2Ffaq')
  expect(opened).not.toHaveBeenCalled()
  expect(asked).toEqual([])
})
