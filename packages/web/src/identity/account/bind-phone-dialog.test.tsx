// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { useSession } from '#kit/session.tsx'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { BindPhoneDialog } from './bind-phone-dialog.tsx'
import { answering, codeSent, refused, show } from './testing/test-render.tsx'

vi.mock('#kit/leave-page.ts', () => ({ goTo: vi.fn(), reloadPage: vi.fn(), reloadAt: vi.fn() }))

const bind = '/api/learn/cn/sms/bind'
const replace = '/api/learn/cn/sms/replacement/login'
const send = '/api/learn/cn/sms/signUp'
const existing = {
  exist: true,
  user: { id: 'u_other', name: '林知远', avatar: null },
  collectedCount: 12,
  completedCount: 3,
  purchasedCount: 1,
  loginType: 'unityId',
}

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  for (const { id } of currentToasts()) dismissToast(id)
  vi.mocked(reloadPage).mockClear()
})

function OwnPhone() {
  return <output>{useSession().user?.phone ?? '没有手机号'}</output>
}

async function fillAndBind() {
  const onClose = vi.fn()
  show(
    <>
      <OwnPhone />
      <BindPhoneDialog onClose={onClose} />
    </>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: '手机号' }), '138 0000 0001')
  await user.type(screen.getByRole('textbox', { name: '验证码' }), '123456')
  await user.click(screen.getByRole('button', { name: '绑定' }))
  return { user, onClose }
}

test('the bind dialog asks for a phone and its code, and sends the code [IDENT-016]', async () => {
  const sent = answering({ [send]: codeSent })
  show(<BindPhoneDialog onClose={vi.fn()} />)
  const user = userEvent.setup()
  expect(screen.getByRole('dialog', { name: '绑定手机号' })).toBeTruthy()
  const sendButton = screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' })
  expect(sendButton.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: '手机号' }), '13800000001')
  await user.click(sendButton)
  expect(sent).toEqual([{ path: send, body: { smsType: 'learn', mobile: '13800000001' } }])
  expect(await screen.findByText('60秒后重发')).toBeTruthy()
})

test('a phone that nobody has: said, closed, and the account has it [IDENT-039] [IDENT-126]', async () => {
  const sent = answering({ [bind]: { body: { exist: false, user: existing.user } } })
  const { onClose } = await fillAndBind()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent[0]).toEqual({ path: bind, body: { smsType: 'learn', code: '123456', mobile: '13800000001' } })
  expect(currentToasts()).toMatchObject([{ tone: 'good', text: '手机号绑定成功。' }])
  expect(screen.getByText('13800000001', { selector: 'output' })).toBeTruthy()
})

test('a binding that fails is said, the code says why, and what was typed stays [IDENT-127]', async () => {
  answering({ [bind]: refused('sms_code_invalid', '验证码不正确或已过期，请重新获取。') })
  const { onClose } = await fillAndBind()
  expect(await screen.findByText('验证码不正确或已过期，请重新获取。')).toBeTruthy()
  expect(currentToasts()).toMatchObject([{ tone: 'bad', text: '手机号没有绑定成功。' }])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '手机号' }).value).toBe('138 0000 0001')
  expect(onClose).not.toHaveBeenCalled()
})

test('the account that has the phone is shown with what is in it [IDENT-037] [IDENT-026]', async () => {
  answering({ [bind]: { body: existing } })
  const { user } = await fillAndBind()
  expect(await screen.findByRole('dialog', { name: '这个手机号已有账号' })).toBeTruthy()
  expect(screen.getByText('林知远')).toBeTruthy()
  for (const [label, count] of [
    ['收藏', '12'],
    ['学完', '3'],
    ['购买', '1'],
  ]) {
    expect(screen.getByText(label ?? '').nextElementSibling?.textContent).toBe(count)
  }
  expect(screen.getByText(/手机号和开发者账号/)).toBeTruthy()
  // back to another phone, with the typed number
  await user.click(screen.getByRole('button', { name: '换一个手机号' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '手机号' }).value).toBe('138 0000 0001')
})

test('an account that has a second factor asks for a code of it before one goes over', async () => {
  const asking = refused('other_account_tfa_required', '那个账号开启了两步验证。')
  let answer: unknown = asking
  const sent = answering({ [bind]: { body: existing }, [replace]: () => answer as typeof asking })
  const { user } = await fillAndBind()
  await user.click(await screen.findByRole('button', { name: '合并并登录那个账号' }))
  const field = await screen.findByRole('textbox', { name: '6位验证码' })
  expect(document.activeElement).toBe(field)
  await user.type(field, '123 456')
  answer = refused('tfa_code_invalid', '验证码不正确。')
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('验证码不正确。')
  expect(reloadPage).not.toHaveBeenCalled()
  answer = { body: { cookie: { Name: 'c', Value: 'v' }, user: { id: 'u_other', phone: '13800000001' } } }
  await user.click(screen.getByRole('button', { name: '合并并登录那个账号' }))
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(sent.at(-1)?.body).toMatchObject({ replaceUserId: 'u_other', tfaCode: '123 456' })
})

test('from there one goes over to that account, and a refusal leaves the view open [IDENT-038]', async () => {
  let answer = refused('phone_proof_required', '请先用短信验证码验证手机号。')
  const sent = answering({ [bind]: { body: existing }, [replace]: () => answer })
  const { user } = await fillAndBind()
  const button = await screen.findByRole('button', { name: '合并并登录那个账号' })
  await user.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('请先用短信验证码验证手机号。')
  expect(reloadPage).not.toHaveBeenCalled()
  answer = { body: { cookie: { Name: 'c', Value: 'v' }, user: { id: 'u_other', phone: '13800000001' } } }
  await user.click(button)
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(sent.at(-1)).toEqual({
    path: replace,
    body: { replaceUserId: 'u_other', currentUserId: 'u_ada', mobile: '13800000001', smsType: 'learn' },
  })
})
