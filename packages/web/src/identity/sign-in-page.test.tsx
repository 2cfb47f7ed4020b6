// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { noteAsked } from '#kit/asked-fragment.ts'
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

test('a fragment that the router dropped while it was led here is that of the address that was asked for', () => {
  const asked = { pathname: '/settings', search: '', state: null, key: '', mask: undefined }
  noteAsked({ ...asked, hash: '#tab_notifications' })
  noteAsked({ ...asked, pathname: '/auth/login', hash: '' })
  const at = '/auth/login?redirect_to=%2Fsettings%23tab_learn'
  expect(open(at).form).toBe('/auth/login?redirect_to=%2Fsettings%23tab_notifications')
  cleanup()
  noteAsked({ ...asked, pathname: '/cart', hash: '#coupon' })
  expect(open(at).form).toBe(at)
})

test('without one, the address that one goes back to stays as it is asked for', () => {
  expect(open('/auth/login?redirect_to=%2Fsettings%23tab_learn').form).toBe(
    '/auth/login?redirect_to=%2Fsettings%23tab_learn',
  )
})
