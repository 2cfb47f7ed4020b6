// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { held, prepareBrowser, show } from '#testing/show.tsx'
import { SessionsSection } from './sessions-section.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const at = '2026-03-02T02:00:00.000Z'
const phone = {
  sessionId: 'ses_2',
  device: '手机',
  browser: null,
  deviceType: 'mobile' as const,
  ip: '127.0.0.1',
  country: null,
  at,
  lastSeenAt: at,
  current: false,
}

test('a session that is being ended is not ended a second time', async () => {
  const user = userEvent.setup()
  const action = vi.fn(() => held<null>().answer)
  show(<SessionsSection sessions={[phone]} here="/accountSafety/u_1" answer={undefined} />, 'guest', {
    routes: [{ path: '/accountSafety/:id', action, element: <p>账号安全</p> }],
  })
  await user.dblClick(screen.getByRole('button', { name: /手机/ }))
  expect(action).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: /手机/ }).getAttribute('aria-busy')).toBe('true')
})
