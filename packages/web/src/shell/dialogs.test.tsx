// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useGuard } from '#kit/guards.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { guestSession } from '#kit/session.tsx'
import { ada, header, hidden, menu, openShell, preloadShell, prepareShell, site } from './testing/open-shell.tsx'

beforeAll(preloadShell)
beforeEach(async () => {
  await prepareShell()
})
afterEach(cleanup)

function Act({ redirectTo }: { redirectTo?: string }) {
  const start = useStartSignIn()
  return (
    <button type="button" onClick={() => start({ redirectTo })}>
      收藏
    </button>
  )
}

function Guarded() {
  const guard = useGuard()
  return (
    <>
      <button type="button" onClick={() => guard(['email'], () => undefined)}>
        写信
      </button>
      <button type="button" onClick={() => guard(['tfa'], () => undefined)}>
        付款
      </button>
    </>
  )
}

function nameOf(dialog: HTMLElement): string | null | undefined {
  return document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent
}

test('signing in opens in a dialog on desktop and leaves the page where it is [IDENT-012] [IDENT-066]', async () => {
  const { router } = openShell()
  await userEvent.setup().click(within(header()).getByRole('link', { name: '登录' }))
  const dialog = await screen.findByRole('dialog', { name: '登录引擎课堂' })
  expect(within(dialog).getByRole('textbox', { name: '手机号' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/')
})

const withoutPopup = { ...guestSession().features, edition: 'global', popupLogin: false } as const
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: false }))

test.each([
  ['on a phone', () => onPhone(), site()],
  ['where the popup is off', () => undefined, site({ features: withoutPopup })],
])('%s, signing in is a page that knows the way back [IDENT-068]', async (_, prepare, session) => {
  prepare()
  const { router } = openShell(session, '/here?x=1#part', [{ path: '/here', element: <Act /> }])
  await userEvent.setup().click(screen.getByRole('button', { name: '收藏' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
  expect(router.state.location.search).toBe('?redirect_to=%2Fhere%3Fx%3D1%23part')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without the popup, registering leads to the page of signing up [IDENT-067]', async () => {
  const { router } = openShell(site({ features: withoutPopup }), '/faq')
  const items = within(menu('账号菜单')).getAllByRole('menuitem', hidden)
  await userEvent.setup().click(items.find((item) => item.textContent === '注册') as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/signup'))
  expect(router.state.location.search).toBe('?redirect_to=%2Ffaq')
})

test('who has signed in meanwhile goes straight to the target [IDENT-069]', async () => {
  const { router } = openShell(site({ user: ada }), '/here', [
    { path: '/here', element: <Act redirectTo="/courses?a=1" /> },
  ])
  await userEvent.setup().click(screen.getByRole('button', { name: '收藏' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/courses'))
  expect(router.state.location.search).toBe('?a=1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog that is opened again takes its own place, another one lies above it, and closing takes it away [SHELL-057] [SHELL-058] [SHELL-059]', async () => {
  const session = site({
    user: { ...ada, emailRequired: true },
    guards: { twoFactor: 'required', needsReview: false },
  })
  const user = userEvent.setup()
  openShell(session, '/here', [{ path: '/here', element: <Guarded /> }])
  const press = (name: string) => user.click(screen.getByRole('button', { name, ...hidden }))
  const stack = () => screen.queryAllByRole('alertdialog').map(nameOf)
  await press('写信')
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱']))
  await press('付款')
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱', '需要两步验证']))
  await press('写信')
  expect(stack()).toEqual(['请先填写邮箱', '需要两步验证'])
  const [, top] = screen.getAllByRole('alertdialog')
  await user.click(within(top as HTMLElement).getByRole('button', { name: '暂时不要' }))
  await waitFor(() => expect(stack()).toEqual(['请先填写邮箱']))
})

test('who has no phone is asked for one when the page is loaded, whatever else there is to say [IDENT-046]', async () => {
  openShell(site({ user: { ...ada, phone: null }, loginTip: true }), '/faq?bindSuccess=true')
  const dialog = await screen.findByRole('dialog', { name: '绑定手机号' })
  expect(within(dialog).getByRole('textbox', { name: '手机号' })).toBeDefined()
  expect(screen.queryByText('绑定成功')).toBeNull()
  cleanup()
  openShell(site({ user: ada }), '/faq')
  expect(screen.queryByRole('dialog')).toBeNull()
})
