// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { TwoFactorPage, type TwoFactorPageProps } from './two-factor-page.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

beforeEach(() => loadCatalogue('zh_CN'))

function show(children: React.ReactNode) {
  const element = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={guestSession()}>{children}</SessionProvider>
    </MessagesProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

function page(more: Partial<TwoFactorPageProps> = {}) {
  const props: TwoFactorPageProps = {
    redirectTo: '/u/u_1',
    enabled: true,
    act: 'verify',
    byRecoveryCode: false,
    here: '/auth/tfa?redirect_to=%2Fu%2Fu_1',
    answer: undefined,
    ...more,
  }
  show(<TwoFactorPage {...props} />)
}

const code = () => screen.getByRole('textbox')

test('the code is asked for by a form that a phone fills in by itself', () => {
  page()
  expect(code().getAttribute('autocomplete')).toBe('one-time-code')
  expect(code().getAttribute('inputmode')).toBe('numeric')
  const form = code().closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/auth/tfa?redirect_to=%2Fu%2Fu_1'])
  expect(screen.getByRole('button', { name: '继续' }).getAttribute('value')).toBe('verify')
})

test('a recovery code can be given instead, with letters', () => {
  page({ byRecoveryCode: true })
  expect(screen.getByRole('textbox', { name: '恢复码' }).getAttribute('inputmode')).toBe('text')
  expect(screen.getByRole('link', { name: '改用验证器应用' }).getAttribute('href')).toBe(
    '/auth/tfa?redirect_to=%2Fu%2Fu_1',
  )
})

test('a wrong code is said at the field', () => {
  page({ answer: { step: 'again', problem: '验证码不正确' } })
  expect(code().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('验证码不正确')).toBeTruthy()
})

test('the secret is there to be scanned and to be typed', () => {
  const setup = {
    secret: 'ABCDEFGH234567',
    uri: 'otpauth://totp/x?secret=ABCDEFGH234567',
    qr: { size: 25, path: 'M0 0h1v1h-1z' },
  }
  page({ enabled: false, answer: { step: 'setup', setup, problem: null } })
  const picture = screen.getByRole('img', { name: '验证器应用的二维码' })
  expect(picture.getAttribute('viewBox')).toBe('-4 -4 33 33')
  expect(screen.getByText('ABCD EFGH 2345 67')).toBeTruthy()
  expect(screen.getByRole('link', { name: /在这台设备的验证器里打开/ }).getAttribute('href')).toBe(setup.uri)
})

test('the recovery codes can be saved as a file that holds them all', () => {
  page({ answer: { step: 'codes', recoveryCodes: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] } })
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['AAAAA-BBBBB', 'CCCCC-DDDDD'])
  const file = screen.getByRole('link', { name: '下载为文件' })
  expect(decodeURIComponent(file.getAttribute('href') ?? '')).toMatch(
    /^data:text\/plain.+AAAAA-BBBBB\r\nCCCCC-DDDDD\r\n$/s,
  )
  expect(screen.getByRole('link', { name: '已保存，继续' }).getAttribute('href')).toBe('/u/u_1')
})

test('the account safety page offers what fits: switching on, or new codes and switching off', () => {
  const off = { mode: 'notified', enabled: false, enabledAt: null, tfaEndTime: null, recoveryCodesLeft: 0 } as const
  show(<TwoFactorSection twoFactor={off} here="/accountSafety/u_1" />)
  expect(screen.getByRole('link', { name: '开启两步验证' }).getAttribute('href')).toBe(
    '/auth/tfa?redirect_to=%2FaccountSafety%2Fu_1',
  )
})

test('few recovery codes are warned about, and where the site has it off there is nothing', () => {
  const on = {
    mode: 'required',
    enabled: true,
    enabledAt: '2026-11-21T00:00:00.000Z',
    tfaEndTime: null,
    recoveryCodesLeft: 2,
  } as const
  show(
    <>
      <TwoFactorSection twoFactor={on} here="/" />
      <TwoFactorSection twoFactor={{ ...on, mode: 'off' }} here="/" />
    </>,
  )
  expect(screen.getAllByRole('region')).toHaveLength(1)
  expect(screen.getByText('恢复码只剩2个，建议换一批新的。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '关闭' }).getAttribute('href')).toBe('/auth/tfa?act=disable&redirect_to=%2F')
})
