import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  type ActionFunction,
  createMemoryRouter,
  type LoaderFunction,
  type RouteObject,
  RouterProvider,
} from 'react-router'
import { expect, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { forgetLeftBehind } from '#kit/left-behind.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { StartSignInProvider } from '#kit/require-login.tsx'
import { guestSession, type Session, SessionProvider } from '#kit/session.tsx'
import { currentToasts, dismissToast } from '#ui/toast.ts'
import { ToastRegion } from '#ui/toast-region.tsx'
import { undeclaredIn } from './declared-calls.ts'

/** What jsdom lacks of a browser, and the catalogue. */
export async function prepareBrowser(): Promise<void> {
  await loadCatalogue('zh_CN')
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  HTMLElement.prototype.hidePopover = () => undefined
  HTMLElement.prototype.scrollIntoView = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  fakeServer({})
  forgetLeftBehind()
  // what an earlier test said is not of this one
  for (const { id } of currentToasts()) dismissToast(id)
}

interface ShowOptions {
  /** Called when the visitor is asked to sign in. */
  signIn?: () => void
  /** The address it is shown at. */
  at?: string
  /** Pages beside it. */
  routes?: RouteObject[]
  /** Takes the forms that it posts. */
  action?: ActionFunction
  /** Called each time the page is read; what it answers is not shown. */
  loader?: LoaderFunction
}

function Nothing() {
  return null
}

/** Renders inside a page of the site; every address shows it, and the router says where one is. */
export function show(
  children: ReactNode,
  session: Partial<Session> | 'guest' = 'guest',
  { signIn = () => undefined, at = '/', routes = [], action, loader }: ShowOptions = {},
) {
  const page = (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={{ ...guestSession(), ...(session === 'guest' ? {} : session) }}>
        <StartSignInProvider start={signIn}>
          {children}
          <ToastRegion label="消息" closeLabel="关闭" />
        </StartSignInProvider>
      </SessionProvider>
    </MessagesProvider>
  )
  const own = {
    path: '*',
    element: page,
    ...(action && { action }),
    ...(loader && { loader, HydrateFallback: Nothing }),
  }
  const router = createMemoryRouter([...routes, own], { initialEntries: [at] })
  const address = () => decodeURIComponent(router.state.location.pathname + router.state.location.search)
  return { router, address, ...render(<RouterProvider router={router} />) }
}

export interface FakeCall {
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

/**
 * Answers calls by path; an answer may be held back, or be a refusal. Everything sent is kept. A test in which a call is
 * made that the contract does not declare so fails.
 */
export function fakeServer(answers: Record<string, (sent: FakeCall) => object | Promise<object>>): FakeCall[] {
  const calls: FakeCall[] = []
  const fetch = async (address: string, init?: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://site.test')
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    // how long a page was open is told after a second, on a slow machine within a test
    if (path === '/api/cdp' && !answers[path]) return Response.json({})
    const sent = { path, query, body: init?.body ? JSON.parse(String(init.body)) : {} }
    calls.push(sent)
    expect.soft(undeclaredIn(init?.method ?? 'GET', path, query, init?.body && sent.body)).toBeNull()
    const answer = answers[path]
    if (!answer) throw new TypeError('network')
    const given = await answer(sent)
    return given instanceof Response ? given : Response.json(given)
  }
  vi.stubGlobal('fetch', fetch)
  return calls
}

/** An answer that comes when the test says so. */
export function held<T>(): { answer: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined
  const answer = new Promise<T>((done) => {
    give = done
  })
  return { answer, give }
}
