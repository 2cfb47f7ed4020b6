// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ArrivalPage } from './arrival-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const here = '/lti/arrival/ticket'
const arrival = { platform: '教学平台', organisation: '星河技术学院', name: '江照', mayBind: true, ownName: null }

test('a guest goes on as the platform knows them, or signs in to the account they have', () => {
  show(<ArrivalPage arrival={arrival} here={here} />, 'guest', { at: here })
  expect(screen.getByText('你从星河技术学院的“教学平台”来。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '以江照继续' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '我在这里已有账号' }).getAttribute('href')).toBe(
    '/auth/login?redirect_to=%2Flti%2Farrival%2Fticket',
  )
})

test('who is signed in may take their own account, unless another is bound to the person', () => {
  const own = { ...arrival, ownName: '沈若川' }
  show(<ArrivalPage arrival={own} here={here} />, learnerSession(), { at: here })
  expect(screen.getByRole('button', { name: '用我的账号（沈若川）' })).toBeTruthy()
  cleanup()
  show(<ArrivalPage arrival={{ ...own, mayBind: false }} here={here} />, learnerSession(), { at: here })
  expect(screen.queryByRole('button', { name: '用我的账号（沈若川）' })).toBeNull()
})

test('a ticket that is used says where to begin again', () => {
  show(<ArrivalPage arrival={null} here={here} />, 'guest', { at: here })
  expect(screen.getByRole('heading', { name: '这个入口已经用过或过期' })).toBeTruthy()
})
