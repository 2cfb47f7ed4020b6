// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { show } from '#testing/show.tsx'
import { SignInPage } from './sign-in-page.tsx'

beforeEach(() => loadCatalogue('zh_CN'))

function open(at: string) {
  show(
    <SignInPage redirectTo="/settings#tab_learn" registering={false} answer={undefined} outsideProblem={null} />,
    'guest',
    { at },
  )
  const form = document.querySelector('form')?.getAttribute('action')
  return { form, other: screen.getByRole('link', { name: '注册' }).getAttribute('href') }
}

test('a fragment that the browser kept while it was led here belongs to the address that one goes back to', () => {
  expect(open('/auth/login?redirect_to=%2Fsettings%23tab_learn#tab_notifications')).toEqual({
    form: '/auth/login?redirect_to=%2Fsettings%23tab_notifications',
    other: '/auth/signup?redirect_to=%2Fsettings%23tab_notifications',
  })
})

test('without one, the address that one goes back to stays as it is asked for', () => {
  expect(open('/auth/login?redirect_to=%2Fsettings%23tab_learn').form).toBe(
    '/auth/login?redirect_to=%2Fsettings%23tab_learn',
  )
})
