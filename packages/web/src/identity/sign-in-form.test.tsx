// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { takeFlash } from '#kit/flash.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { currentToasts } from '#ui/toast.ts'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'

const proveWork = vi.hoisted(() => vi.fn<() => Promise<string | null>>())
vi.mock('#kit/captcha-solver.ts', () => ({ proveWork }))
vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

interface Answer {
  status?: number
  body: object
}

let sent: { path: string; body: Record<string, unknown> }[] = []

/** A server that answers each call of the form as the test says. */
function server(answers: Record<string, Answer | (() => Promise<Answer>)>): void {
  sent = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://site.test')
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    sent.push({ path, body: JSON.parse(String(init?.body)) })
    const answer = answers[path]
    const { status = 200, body } = typeof answer === 'function' ? await answer() : (answer ?? { status: 500, body: {} })
    return Response.json(body, { status })
  })
}

const send = '/api/learn/cn/sms/signUp'
const login = '/api/learn/cn/sms/login'
const codeSent: Answer = { body: { success: true, resendSeconds: 60, expiresInSeconds: 600 } }

function signedIn(userStatus: 'new' | 'exist'): Answer {
  return { body: { userStatus, user: { id: 'u_1', phone: '13800000001' }, cookie: { Name: 'c', Value: 'v' } } }
}

function show(props: Partial<SignInFormProps> = {}) {
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={guestSession()}>
        <SignInForm action="/auth/login" redirectTo={null} {...props} />
      </SessionProvider>
    </MessagesProvider>
  )
  return render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const phone = () => screen.getByRole('textbox', { name: '手机号' })
const code = () => screen.getByRole('textbox', { name: '验证码' })
const legal = () => screen.getByRole('checkbox')
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /获取验证码|重发|发送/ })
const loginButton = () => screen.getByRole('button', { name: '登录' })

async function fill(values: { phone?: string; code?: string; legal?: boolean }) {
  const user = userEvent.setup()
  if (values.phone) await user.type(phone(), values.phone)
  if (values.code) await user.type(code(), values.code)
  if (values.legal) await user.click(legal())
  return user
}

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  vi.mocked(goTo).mockClear()
  vi.mocked(reloadPage).mockClear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('the form asks for phone, code and consent and says so to password managers [IDENT-022]', () => {
  show()
  expect(phone().getAttribute('autocomplete')).toBe('tel-national')
  expect(code().getAttribute('autocomplete')).toBe('one-time-code')
  expect(code().getAttribute('inputmode')).toBe('numeric')
  expect([phone(), code(), legal()].map((field) => field.getAttribute('name'))).toEqual(['phone', 'code', 'legal'])
})

test('a code can be asked for only while the phone is right [IDENT-042] [IDENT-087]', async () => {
  server({})
  show()
  expect(sendButton().disabled).toBe(true)
  const user = await fill({ phone: '  ' })
  expect(sendButton().disabled).toBe(true)
  await user.type(phone(), '1380000000')
  expect(sendButton().disabled).toBe(true)
  await user.type(phone(), '1')
  expect(sendButton().disabled).toBe(false)
  expect(sent).toEqual([])
})

test('the code goes to the trimmed phone as main_login, and that it went is said [IDENT-040] [IDENT-088] [IDENT-109] [IDENT-110] [PLAT-004]', async () => {
  let answer: (answer: Answer) => void = () => undefined
  server({ [send]: () => new Promise((done) => (answer = done)) })
  show()
  const user = await fill({ phone: ' 138 0000 0001 ' })
  await user.click(sendButton())
  expect(sendButton().textContent).toBe('正在发送…')
  // it keeps the focus while it waits, and another press sends nothing
  expect(sendButton().getAttribute('aria-disabled')).toBe('true')
  await user.click(sendButton())
  expect(document.activeElement).toBe(sendButton())
  await act(async () => answer(codeSent))
  await waitFor(() => expect(sendButton().textContent).toBe('60秒后重发'))
  expect(sent).toEqual([{ path: send, body: { smsType: 'main_login', mobile: '13800000001' } }])
  expect(currentToasts().at(-1)?.text).toBe('验证码已发送，请查看手机短信。')
  expect(screen.getByRole('status').textContent).toContain('138****0001')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')))
})

test('the button counts down 60 seconds and then can be used again [IDENT-041] [IDENT-043]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server({ [send]: codeSent })
  show()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(phone(), '13800000001')
  await user.click(sendButton())
  await waitFor(() => expect(sendButton().textContent).toMatch(/(60|59)秒后重发/))
  expect(sendButton().disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(sendButton().textContent).toMatch(/(30|29)秒后重发/)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(sendButton().textContent).toBe('获取验证码')
  expect(sendButton().disabled).toBe(false)
})

test('a code that could not be sent is said, and can be asked for again [IDENT-040] [IDENT-111] [PLAT-004]', async () => {
  server({ [send]: { status: 422, body: { code: 'sms_failed', message: '短信没有发出去' } } })
  show()
  const user = await fill({ phone: '13800000001' })
  await user.click(sendButton())
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('验证码没有发出去，请稍后再试。'))
  expect(sendButton().disabled).toBe(false)
  expect((phone() as HTMLInputElement).value).toBe('13800000001')
})

test('nothing is sent while the form is not valid, and each field says why [IDENT-082] [IDENT-084] [IDENT-085] [IDENT-089]', async () => {
  server({})
  show()
  expect(screen.queryByText('请填写这一项。')).toBeNull()
  const user = userEvent.setup()
  await user.click(loginButton())
  expect(screen.getAllByText('请填写这一项。')).toHaveLength(2)
  expect(screen.getByText('请先阅读并同意服务条款和隐私政策。')).toBeDefined()
  expect(phone().getAttribute('aria-invalid')).toBe('true')
  await fill({ phone: '13800000001', code: '123456' })
  await user.click(loginButton())
  expect(sent).toEqual([])
  await user.click(legal())
  server({ [login]: signedIn('exist') })
  await user.click(loginButton())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a phone that is not one says so when it is left, not while it is typed [IDENT-083] [PLAT-007]', async () => {
  show()
  const user = await fill({ phone: '138' })
  expect(screen.queryByText(/11位手机号/)).toBeNull()
  await user.tab()
  expect(screen.getByText(/11位手机号/)).toBeDefined()
})

test('a new account says so and goes where the person came from [IDENT-031]', async () => {
  server({ [login]: signedIn('new') })
  show({ redirectTo: '/tutorial/ltu_1' })
  const user = await fill({ phone: '13800000001', code: ' 123456 ', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/tutorial/ltu_1'))
  expect(takeFlash()).toBe('signup_successfully')
  expect(sent[0]?.body).toEqual({ smsType: 'main_login', code: '123456', mobile: '13800000001' })
})

test('an account that exists says so, closes the popup and reloads when there is nowhere to go [IDENT-033] [IDENT-034]', async () => {
  server({ [login]: signedIn('exist') })
  const onClose = vi.fn()
  show({ onClose })
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(goTo).not.toHaveBeenCalled()
  expect(takeFlash()).toBe('login_successfully')
})

test('while the next page is on its way a second press signs nobody in again; back on this one it can be pressed', async () => {
  server({ [login]: signedIn('exist') })
  show({ redirectTo: '/tutorial/ltu_1' })
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  await user.click(loginButton())
  expect(sent).toHaveLength(1)
  expect(loginButton().getAttribute('aria-busy')).toBe('true')
  await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(loginButton().getAttribute('aria-busy')).toBeNull()
})

test('Enter after the code signs in, and does not ask for another code', async () => {
  server({ [send]: codeSent, [login]: signedIn('exist') })
  show({ redirectTo: '/tutorial/ltu_1' })
  const user = await fill({ phone: '13800000001', legal: true })
  await user.type(code(), '123456{Enter}')
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  expect(sent.map(({ path }) => path)).toEqual([login])
})

test('a suspended account closes the popup and reloads, without a welcome [IDENT-035]', async () => {
  server({ [login]: { status: 422, body: { code: 'account_suspended', message: '账号已被停用。' } } })
  const onClose = vi.fn()
  show({ onClose })
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(takeFlash()).toBeNull()
})

test('any other failure is said in the words of the answer and keeps what was typed [IDENT-036]', async () => {
  server({ [login]: { status: 429, body: { code: 'rate_limited', message: '操作太频繁，请稍后再试。' } } })
  show()
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('操作太频繁，请稍后再试。'))
  expect((code() as HTMLInputElement).value).toBe('123456')
  expect(reloadPage).not.toHaveBeenCalled()
})

test('a wrong code is said at the code', async () => {
  server({ [login]: { status: 422, body: { code: 'sms_code_invalid', message: '验证码不正确或已过期。' } } })
  show()
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(code().getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('验证码不正确或已过期。')).toBeDefined()
})

test('what the server says of the phone stands beside the phone [PLAT-032]', async () => {
  server({
    [send]: {
      status: 400,
      body: { code: 'bad_request', message: '有误', details: [{ field: 'mobile', message: '这个号段不能用。' }] },
    },
  })
  show()
  const user = await fill({ phone: '13800000001' })
  await user.click(sendButton())
  await waitFor(() => expect(screen.getByText('这个号段不能用。')).toBeDefined())
  expect(phone().getAttribute('aria-invalid')).toBe('true')
})

test('the form is sent exactly when each field is right and none that is needed is empty [PLAT-006] [PLAT-062]', async () => {
  const right = { phone: '13800000001', code: '123456', legal: true }
  for (const [given, isSent] of [
    [{ ...right, phone: '' }, false],
    [{ ...right, phone: '1380000000' }, false],
    [{ ...right, code: '' }, false],
    [{ ...right, code: '12345' }, false],
    [{ ...right, legal: false }, false],
    [right, true],
  ] as const) {
    server({ [login]: signedIn('exist') })
    show({ redirectTo: '/' })
    const user = await fill(given)
    await user.click(loginButton())
    if (isSent) await waitFor(() => expect(goTo).toHaveBeenCalled())
    expect([given, sent.length]).toEqual([given, isSent ? 1 : 0])
    cleanup()
  }
})

test('a request without an answer is given up after 30000 ms, and what was typed stays [PLAT-033]', async () => {
  const limits: number[] = []
  let giveUp = () => {}
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    limits.push(ms)
    giveUp = () => controller.abort()
    return controller.signal
  })
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    if (address.startsWith('/api/session')) return Response.json({ csrfToken: 'token' })
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
  })
  show()
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(loginButton().getAttribute('aria-busy')).toBe('true'))
  await act(async () => giveUp())
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('网络断开了，稍后再试。你填的内容没有丢失。'))
  expect(new Set(limits)).toEqual(new Set([30_000]))
  expect((code() as HTMLInputElement).value).toBe('123456')
  expect(loginButton().getAttribute('aria-busy')).toBeNull()
  vi.restoreAllMocks()
})

test('a request that fails without a word of the server is said in a toast of the catalogue [PLAT-034]', async () => {
  server({ [login]: { status: 500, body: { code: 'internal', message: '' } } })
  show()
  const user = await fill({ phone: '13800000001', code: '123456', legal: true })
  await user.click(loginButton())
  await waitFor(() => expect(currentToasts().at(-1)).toMatchObject({ tone: 'bad', text: '请求没有成功，请稍后再试。' }))
})

test('a captcha that is not taken, or cannot be made, is said in its own words [PLAT-036]', async () => {
  const words = '安全验证没有通过，请再试一次。'
  const refusals = (...codes: string[]) => ({
    [send]: async () => {
      const refusal = codes.shift()
      return refusal ? { status: 422, body: { code: refusal, message: '请等一会儿再试' } } : codeSent
    },
  })
  const said = () => currentToasts().find(({ text }) => text === words)?.id ?? 0
  const before = said()
  proveWork.mockResolvedValue('proof')
  server(refusals('captcha_required', 'captcha_invalid'))
  show()
  const user = await fill({ phone: '13800000001' })
  await user.click(sendButton())
  await waitFor(() => expect(said()).toBeGreaterThan(before))
  expect(sent).toHaveLength(2)
  const first = said()
  proveWork.mockRejectedValue(new Error('no worker'))
  server(refusals('captcha_required'))
  await user.click(sendButton())
  await waitFor(() => expect(said()).toBeGreaterThan(first))
  expect(sent).toHaveLength(1)
})
