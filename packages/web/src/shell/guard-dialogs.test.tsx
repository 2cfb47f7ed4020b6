// @vitest-environment jsdom
import type { Guard } from '@lantern/contract/guards.ts'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { useBlocked, useGuard } from '#kit/guards.tsx'
import { goTo } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { StartSignInProvider } from '#kit/require-login.tsx'
import { guestSession, type Session, SessionProvider } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { currentToasts } from '#ui/toast.ts'
import { DialogHost } from './dialogs.tsx'
import { GuardDialogs } from './guard-dialogs.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

const here = encodeURIComponent('/')
let sent: string[] = []

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  vi.mocked(goTo).mockClear()
  sent = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://site.test')
    if (pathname === '/api/session') return Response.json({ csrfToken: 'token' })
    // what is counted is sent in batches, by a clock of its own
    if (pathname === '/api/cdp') return Response.json({})
    sent.push(`${pathname} ${searchParams.get('_csrf')}`)
    return Response.json({ success: true, description: null })
  })
})

const ada = samplePerson({ phone: '13800000001', isRealName: true })

function Act({ guards, act }: { guards: Guard[]; act: () => unknown }) {
  const guard = useGuard()
  return (
    <button type="button" onClick={() => guard(guards, act)}>
      做
    </button>
  )
}

function Called({ act }: { act: () => Promise<void> }) {
  const isBlocked = useBlocked()
  const attempt = () => {
    act().catch((error: unknown) => isBlocked(error, attempt))
  }
  return (
    <button type="button" onClick={attempt}>
      做
    </button>
  )
}

function show(children: React.ReactNode, session: Partial<Session> = {}, signIn = vi.fn()) {
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession(), user: ada, ...session }}>
        <DialogHost>
          <StartSignInProvider start={signIn}>
            <GuardDialogs>{children}</GuardDialogs>
          </StartSignInProvider>
        </DialogHost>
      </SessionProvider>
    </MessagesProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return userEvent.setup()
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }))

test('an act goes ahead at once for who passes its guards', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['login', 'phone', 'email', 'tfa', 'review', 'realName']} act={act} />)
  await press(user, '做')
  expect(act).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a guest is asked to sign in, and nothing is done', async () => {
  const act = vi.fn()
  const signIn = vi.fn()
  const user = show(<Act guards={['email', 'tfa']} act={act} />, { user: null }, signIn)
  await press(user, '做')
  expect(signIn).toHaveBeenCalledOnce()
  expect(act).not.toHaveBeenCalled()
})

test('who is not signed in any more, as the server says, hears it and signs in beside the page', async () => {
  const signIn = vi.fn()
  const refused = new ApiError(401, { code: 'login_required', message: '请先登录。' })
  const user = show(<Called act={() => Promise.reject(refused)} />, {}, signIn)
  await press(user, '做')
  await waitFor(() =>
    expect(currentToasts().at(-1)).toMatchObject({
      text: expect.stringContaining('登录已经失效'),
      action: { label: '重新登录' },
    }),
  )
  expect(goTo).not.toHaveBeenCalled()
  // which would go nowhere for a person that the page takes for signed in
  expect(signIn).not.toHaveBeenCalled()
})

test('a missing address opens the email dialog, whose button leads to /auth/email and back', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['email']} act={act} />, { user: { ...ada, emailRequired: true } })
  await press(user, '做')
  await screen.findByRole('alertdialog', { name: '请先填写邮箱' })
  await press(user, '填写邮箱')
  expect(goTo).toHaveBeenCalledWith(`/auth/email?redirect_to=${here}`)
  expect(act).not.toHaveBeenCalled()
})

test('where the second factor is required the dialog cannot be skipped and leads to /auth/tfa and back [IDENT-075] [IDENT-078]', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['tfa']} act={act} />, { guards: { twoFactor: 'required', needsReview: false } })
  await press(user, '做')
  await screen.findByRole('alertdialog', { name: '需要两步验证' })
  expect(screen.queryByRole('button', { name: '先跳过' })).toBeNull()
  await press(user, '去验证')
  expect(goTo).toHaveBeenCalledWith(`/auth/tfa?redirect_to=${here}`)
  await press(user, '暂时不要')
  expect(act).not.toHaveBeenCalled()
})

test('where it is recommended the dialog can be skipped, which does what was wanted and closes [IDENT-076] [IDENT-077]', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['tfa']} act={act} />, { guards: { twoFactor: 'notified', needsReview: false } })
  await press(user, '做')
  await screen.findByRole('alertdialog', { name: '建议开启两步验证' })
  await press(user, '先跳过')
  expect(act).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(goTo).not.toHaveBeenCalled()
})

test('where the site has the second factor off, nobody is asked for it [IDENT-073]', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['tfa']} act={act} />, { guards: { twoFactor: 'off', needsReview: false } })
  await press(user, '做')
  expect(act).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a second factor that counts as proved until later is not asked for again, and from then on it is [IDENT-074]', async () => {
  const act = vi.fn()
  const minutes = (from: number) => new Date(Date.now() + from * 60_000).toISOString()
  for (const [tfaEndTime, times] of [
    [minutes(5), 1],
    [minutes(-5), 1],
  ] as const) {
    const guards = { twoFactor: 'required', needsReview: false } as const
    const user = show(<Act guards={['tfa']} act={act} />, { guards, user: { ...ada, tfaEndTime } })
    await press(user, '做')
    expect(act).toHaveBeenCalledTimes(times)
    if (tfaEndTime > new Date().toISOString()) cleanup()
  }
  await screen.findByRole('alertdialog', { name: '需要两步验证' })
})

test('skipping one guard asks the next one before anything is done', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['tfa', 'realName']} act={act} />, {
    guards: { twoFactor: 'notified', needsReview: false },
    user: { ...ada, isRealName: false },
  })
  await press(user, '做')
  await user.click(await screen.findByRole('button', { name: '先跳过' }))
  await screen.findByRole('dialog', { name: '实名认证' })
  expect(act).not.toHaveBeenCalled()
})

test('who has no phone binds one, and then what was wanted is done', async () => {
  const act = vi.fn()
  const user = show(<Act guards={['phone']} act={act} />, { user: { ...ada, phone: null } })
  await press(user, '做')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: '手机号' }), '13800000001')
  await user.type(within(dialog).getByRole('textbox', { name: '验证码' }), '123456')
  const buttons = within(dialog).getAllByRole('button')
  await user.click(
    buttons.find((button) => button.getAttribute('type') === 'submit' && !button.hasAttribute('value')) as HTMLElement,
  )
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toContain('/api/learn/cn/sms/bind')
})

test('closing the needs-review dialog leads to the own profile', async () => {
  const user = show(<Act guards={['review']} act={vi.fn()} />, { guards: { twoFactor: 'off', needsReview: true } })
  await press(user, '做')
  await screen.findByRole('dialog', { name: '资料正在审核' })
  await press(user, '关闭')
  expect(goTo).toHaveBeenCalledWith('/u/u_ada')
})

test('closing the needs-review dialog leads to the root where there is no user', async () => {
  const refused = new ApiError(422, { code: 'needs_review', message: '' })
  const user = show(<Called act={() => Promise.reject(refused)} />, { user: null })
  await press(user, '做')
  await screen.findByRole('dialog', { name: '资料正在审核' })
  await user.keyboard('{Escape}')
  expect(goTo).toHaveBeenCalledWith('/')
})

test('an act that needs a verified name opens the dialog and goes ahead once the name is verified', async () => {
  vi.stubGlobal('confirm', () => true)
  const act = vi.fn()
  const user = show(<Act guards={['realName']} act={act} />, { user: { ...ada, isRealName: false } })
  await press(user, '做')
  await screen.findByRole('dialog', { name: '实名认证' })
  await user.type(screen.getByRole('textbox', { name: '姓名' }), '张三')
  await user.type(screen.getByRole('textbox', { name: '身份证号' }), '11010119900307002X')
  expect(act).not.toHaveBeenCalled()
  await press(user, '开始认证')
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
  // known from now on, without the page being loaded anew
  await press(user, '做')
  expect(act).toHaveBeenCalledTimes(2)
})

test('what the page did not know and the server refuses is asked for too, and the act repeated after it', async () => {
  vi.stubGlobal('confirm', () => true)
  const act = vi.fn()
  act.mockRejectedValueOnce(new ApiError(422, { code: 'real_name_required', message: '' })).mockResolvedValue(undefined)
  const user = show(<Act guards={['login']} act={act} />)
  await press(user, '做')
  await screen.findByRole('dialog', { name: '实名认证' })
  await user.type(screen.getByRole('textbox', { name: '姓名' }), '张三')
  await user.type(screen.getByRole('textbox', { name: '身份证号' }), '11010119900307002X')
  await press(user, '开始认证')
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
})

test('a suspended person is told the reason and the day; taking note clears the cache and signs out [IDENT-019] [IDENT-081]', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push(`${this.method} ${this.getAttribute('action')}`)
  })
  const user = show(<p>首页</p>, {
    user: null,
    accountStatus: { suspend: true, suspendReason: '多次发布广告', suspendUtil: '2027-01-01T04:00:00.000Z' },
  })
  const dialog = await screen.findByRole('alertdialog', { name: '账号已停用' })
  expect(dialog.textContent).toContain('多次发布广告')
  expect(dialog.textContent).toContain('2027-01-01 12:00')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog')).toBe(dialog)
  await press(user, '我知道了')
  await waitFor(() => expect(submit).toHaveBeenCalled())
  expect(sent).toEqual(['/api/suspendUserCache/delete token', 'post /auth/logout?redirect_to=%2F'])
  submit.mockRestore()
})
