// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, SessionProvider } from '#kit/session.tsx'
import { type Answers, argsOf } from '#testing/page-args.ts'
import { samplePerson } from '#testing/samples.ts'
import { prepareBrowser } from '#testing/show.tsx'
import Settings, { loader } from './settings.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const person = samplePerson()
const answers: Answers = {
  'GET /api/session': { user: person },
  'GET /api/learn/cn/account/profile': { fullName: '', description: '', title: '', nextUpdateProfileTime: null },
  'GET /api/learn/cn/notification/preferences': {
    ...{ kinds: [], timeZone: 'Asia/Shanghai', quietFrom: null, quietUntil: null, email: null },
    ...{ muted: [], followed: [], blocked: [] },
  },
  'GET /api/learn/cn/liveSession/feed': { url: null },
}

function read(given: Answers) {
  const { args } = argsOf('/settings', given)
  return loader(args as unknown as Parameters<typeof loader>[0])
}

async function open(at: string): Promise<void> {
  const page = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession(), user: person }}>
        <Settings />
      </SessionProvider>
    </MessagesProvider>
  )
  const route = { path: '/settings', element: page, loader: () => read(answers), hydrateFallbackElement: <p /> }
  render(<RouterProvider router={createMemoryRouter([route], { initialEntries: [at] })} />)
  await screen.findByRole('heading', { level: 1, name: '设置' })
}

const shownParts = () =>
  ['tab_learn', 'tab_profile', 'tab_notifications'].filter((id) => !document.getElementById(id)?.closest('[hidden]'))

test('/settings#tab_learn opens the part about learning, and the others are opened from there [IDENT-003]', async () => {
  await open('/settings#tab_learn')
  await waitFor(() => expect(shownParts()).toEqual(['tab_learn']))
  expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/settings#tab_learn')
  await userEvent.setup().click(screen.getByRole('link', { name: '个人资料' }))
  await waitFor(() => expect(shownParts()).toEqual(['tab_profile']))
})

test('a guest is asked to sign in and comes back to the settings [IDENT-104]', async () => {
  const thrown = (await read({ 'GET /api/session': { user: null } }).catch((response: unknown) => response)) as Response
  expect([thrown.status, thrown.headers.get('location')]).toEqual([
    302,
    '/auth/login?redirect_to=%2Fsettings%23tab_learn',
  ])
})
