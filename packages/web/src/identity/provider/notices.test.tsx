// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { StartSignInProvider } from '#kit/require-login.tsx'
import { guestSession, type Session, SessionProvider, type SessionUser } from '#kit/session.tsx'
import { enterDialogStack } from '#ui/dialog-stack.ts'
import { SignInPage } from '../sign-in-page.tsx'
import { HeaderNotices } from './header-notices.tsx'
import { NoticeCard } from './notice-card.tsx'
import { useHeaderNotice } from './use-header-notice.ts'

const startSignIn = vi.fn()
const ada = { id: 'u_ada', phone: '13800000001', authId: null } as SessionUser
let posted: string[] = []

function Header() {
  const { notice, putAway } = useHeaderNotice()
  const card = notice?.kind === 'bind_prompt' || notice?.kind === 'login_tip' ? notice.kind : null
  return (
    <>
      <HeaderNotices notice={notice} onClose={putAway} />
      {card && <NoticeCard kind={card} onClose={putAway} />}
    </>
  )
}

function load(at: string, user: SessionUser | null, more: Partial<Session> = {}) {
  const guest = guestSession('zh_CN')
  const features = { ...guest.features, outsideWays: ['weixin' as const, 'unityId' as const] }
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guest, user, features, ...more }}>
        <StartSignInProvider start={startSignIn}>
          <Header />
        </StartSignInProvider>
      </SessionProvider>
    </MessagesProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return () => `${router.state.location.pathname}${router.state.location.search}${router.state.location.hash}`
}

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  startSignIn.mockClear()
  posted = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://site.test')
    if (init?.method === 'POST') posted.push(pathname)
    return Response.json(pathname === '/api/session' ? { csrfToken: 't' } : { success: true })
  })
})
afterEach(cleanup)

const user = userEvent.setup()
const dialog = () => screen.findByRole('alertdialog')

test('a success is told in a notice, and its confirmation takes bindSuccess out of the address [IDENT-017] [IDENT-047] [IDENT-056]', async () => {
  const address = load('/faq?a=1&bindSuccess=true#top', ada)
  expect((await dialog()).textContent).toContain('绑定成功')
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(address()).toBe('/faq?a=1#top'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  // one notice for each load: the prompt does not follow
  expect(screen.queryByRole('region')).toBeNull()
})

test('an error names what the other account has, and its confirmation cleans the address [IDENT-017] [IDENT-048] [IDENT-054] [IDENT-055]', async () => {
  const address = load('/faq?bindSuccess=false&hasLearnId=true&hasLearnPhone=true&b=2', ada)
  const told = await dialog()
  expect(told.textContent).toContain('已经绑定了另一个学习账号')
  expect(told.textContent).toContain('用它的手机号登录')
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(address()).toBe('/faq?b=2'))
})

test('an error without another account says what else it may be [IDENT-054]', async () => {
  load('/faq?bindSuccess=false&hasLearnId=false&hasLearnPhone=false&bindType=weixin', ada)
  const told = await dialog()
  expect(told.textContent).toContain('已经绑定了另一个微信')
  expect(told.textContent).not.toContain('另一个学习账号')
})

test('an existing account is named by phone, chat app or both, and the notice cleans the address [IDENT-051] [IDENT-052] [IDENT-053] [IDENT-057]', async () => {
  const cases = {
    'hasPhoneUser=true': '手机号已经注册过学习账号',
    'hasWechatUser=true': '微信已经登录过本站',
    'hasPhoneUser=true&hasWechatUser=true': '手机号和微信都已经有学习账号',
  }
  for (const [query, words] of Object.entries(cases)) {
    const address = load(`/tutorials?${query}&page=2`, null)
    expect((await dialog()).textContent).toContain(words)
    await user.click(screen.getByRole('button', { name: '知道了' }))
    await waitFor(() => expect(address()).toBe('/tutorials?page=2'))
    cleanup()
  }
})

test('from the existing account one goes on to sign in', async () => {
  load('/tutorials?hasPhoneUser=true', null)
  await dialog()
  await user.click(screen.getByRole('button', { name: '去登录' }))
  await waitFor(() => expect(startSignIn).toHaveBeenCalledOnce())
})

test('the prompt leads to binding and back to this page; "later" puts it away [IDENT-017] [IDENT-049]', async () => {
  load('/tutorials?page=2', ada)
  const card = await screen.findByRole('region', { name: '绑定开发者账号' })
  expect(card.querySelector('a')?.getAttribute('href')).toBe(
    '/auth/unityId/authorization?redirect_to=%2Ftutorials%3Fpage%3D2',
  )
  await user.click(screen.getByRole('button', { name: '以后再说' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('the tip about ways to sign in is logged when it was read [IDENT-050] [IDENT-118]', async () => {
  load('/', { ...ada, authId: 'dev-1' }, { loginTip: true })
  await screen.findByRole('region', { name: '登录不只一种方式' })
  expect(posted).toEqual([])
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(posted).toEqual(['/api/learn/cn/log-unityid-tip']))
  expect(screen.queryByRole('region')).toBeNull()
})

test('a notice waits until no other dialog is open [IDENT-133]', async () => {
  const leave = enterDialogStack(document.createElement('dialog'))
  load('/faq?bindSuccess=true', ada)
  await new Promise((done) => setTimeout(done))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  leave()
  await dialog()
})

test('why another site let nobody in is said on the sign-in page, in words that fit the answer [IDENT-036]', () => {
  const cases = {
    sign_in_cancelled: /取消了登录/,
    identity_not_proved: /没能核实你的身份/,
    provider_unavailable: /暂时没有回应/,
    constructor: /请换一种方式登录/,
  }
  for (const [problem, words] of Object.entries(cases)) {
    const element = (
      <MessagesProvider locale="zh_CN">
        <SessionProvider session={guestSession('zh_CN')}>
          <SignInPage redirectTo="/" registering={false} answer={undefined} outsideProblem={problem} />
        </SessionProvider>
      </MessagesProvider>
    )
    render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
    expect(screen.getByRole('alert').textContent).toMatch(words)
    cleanup()
  }
})
