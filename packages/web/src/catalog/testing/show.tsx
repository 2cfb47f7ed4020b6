import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, type Session, SessionProvider, type SessionUser } from '#kit/session.tsx'

await loadCatalogue('zh_CN')

export const ada = { id: 'u_ada', name: 'Ada' } as SessionUser

/** Renders in the frame of the site, in Chinese, for a guest unless the test says otherwise. */
export function show(element: ReactNode, session: Partial<Session> = {}) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/'] })
  return render(
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession('zh_CN'), ...session }}>
        <RouterProvider router={router} />
      </SessionProvider>
    </MessagesProvider>,
  )
}
