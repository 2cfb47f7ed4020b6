// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { useSession } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { type Answer, answering, refused, show } from './testing/test-render.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

const verify = '/api/learn/cn/sms/verify'

beforeEach(async () => {
  await loadCatalogue('zh_CN')
  for (const { id } of currentToasts()) dismissToast(id)
})

function OwnPhone() {
  return <output>{useSession().user?.phone ?? '没有手机号'}</output>
}

function open(phone: string | null = null) {
  const onClose = vi.fn()
  show(
    <>
      <OwnPhone />
      <VerificationDialog onClose={onClose} />
    </>,
    samplePerson({ phone }),
  )
  return { user: userEvent.setup(), onClose }
}

const mobile = () => screen.getByRole<HTMLInputElement>('textbox', { name: /手机号/ })
const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: '验证码' })
const submit = () => screen.getByRole('button', { name: '验证' })

test('the verification form has phone and code, and both are required [IDENT-015] [IDENT-028] [IDENT-101] [IDENT-103] [PLAT-063]', async () => {
  const sent = answering({})
  const { user } = open()
  expect(screen.getByRole('dialog', { name: '验证手机号' })).toBeTruthy()
  await user.click(submit())
  expect(screen.getAllByText('请填写这一项。')).toHaveLength(2)
  expect(mobile().getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('what is no phone is said to be none [IDENT-102]', async () => {
  answering({})
  const { user } = open()
  await user.type(mobile(), '12345')
  await user.tab()
  expect(screen.getByText('请输入11位手机号，以1开头。')).toBeTruthy()
})

test('while it is on its way the form waits; afterwards it is closed, empty, and the phone is there [IDENT-044] [IDENT-045]', async () => {
  let answer: (value: Answer) => void = () => undefined
  const sent = answering({ [verify]: () => new Promise<Answer>((done) => (answer = done)) })
  const { user, onClose } = open()
  await user.type(mobile(), '13800000001')
  await user.type(code(), '123456')
  await user.click(submit())
  const form = submit().closest('form')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(form?.dataset.state).toBe('inProgress')
  answer({ body: { success: true, phone: '13800000001' } })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(form?.dataset.state).toBe('succeeded')
  expect([mobile().value, code().value]).toEqual(['', ''])
  expect(currentToasts()).toMatchObject([{ tone: 'good', text: '提交成功。' }])
  expect(screen.getByText('13800000001', { selector: 'output' })).toBeTruthy()
})

test('a failure says that the phone was not verified and why, and keeps what was typed [IDENT-044] [IDENT-125] [IDENT-134]', async () => {
  answering({ [verify]: refused('phone_taken', '这个手机号已经绑定了另一个账号。', 409) })
  const { user, onClose } = open()
  await user.type(mobile(), '13800000001')
  await user.type(code(), '123456')
  await user.click(submit())
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      { tone: 'bad', text: '手机号没有验证成功：这个手机号已经绑定了另一个账号。' },
    ]),
  )
  expect(submit().closest('form')?.dataset.state).toBe('failed')
  expect(mobile().getAttribute('aria-invalid')).toBe('true')
  expect([mobile().value, code().value]).toEqual(['13800000001', '123456'])
  expect(onClose).not.toHaveBeenCalled()
})

test('who has a phone proves that one first and then the new one', async () => {
  const sent = answering({ [verify]: () => ({ body: { success: true, phone: String(sent.at(-1)?.body.mobile) } }) })
  const { user, onClose } = open('13800000001')
  expect(mobile().readOnly).toBe(true)
  await user.type(code(), '111111')
  await user.click(submit())
  await screen.findByText(/第2步/)
  expect(mobile().value).toBe('')
  await user.type(mobile(), '13900000002')
  await user.type(code(), '222222')
  await user.click(submit())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body.mobile)).toEqual(['13800000001', '13900000002'])
  expect(screen.getByText('13900000002', { selector: 'output' })).toBeTruthy()
})
