// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { SandboxPage } from './sandbox-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/payment/sandbox/pm_1'

function open(state: 'waiting' | 'paid' | 'closed', played: 'fail' | null = null) {
  const payment = {
    paymentId: 'pm_1',
    title: '实时阴影',
    amountFen: 6800,
    currency: 'CNY',
    state,
    expiresAt: '2026-05-10T00:30:00.000Z',
    returnUrl: '/pay/od_1?gateway=sandbox',
  }
  show(<SandboxPage payment={payment} path={path} played={played} />, 'guest', { at: path })
}

test('the demo gateway says that no money moves and offers each outcome, with and without script', () => {
  open('waiting')
  expect(screen.getByText(/不会真的扣款/)).toBeTruthy()
  const form = screen.getByRole('button', { name: '付款成功' }).closest('form') as HTMLFormElement
  expect([form.method, form.getAttribute('action')]).toEqual(['post', path])
  const acts = within(form).getAllByRole('button') as HTMLButtonElement[]
  expect(acts.map(({ value }) => value)).toEqual(['succeed', 'delay', 'fail', 'close'])
})

test('a payment that failed can be tried again; one that is over leads back to the shop alone', () => {
  open('waiting', 'fail')
  expect(screen.getByRole('alert').textContent).toMatch(/没有扣款/)
  cleanup()
  open('paid')
  expect(screen.queryByRole('button', { name: '付款成功' })).toBeNull()
  expect(screen.getByRole('link', { name: '回到商店' }).getAttribute('href')).toBe('/pay/od_1?gateway=sandbox')
})
