import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { MessagesProvider } from '#kit/messages.tsx'
import { guestSession, type Session, SessionProvider } from '#kit/session.tsx'
import { samplePerson } from '#testing/samples.ts'
import { prepareBrowser } from '#testing/show.tsx'
import { Shell } from '../shell.tsx'

export const ada = samplePerson({ phone: '13800000001' })

/** A desktop browser, and a server that answers every call. Returns the bodies sent to it, in order. */
export async function prepareShell(): Promise<{ path: string; body: unknown }[]> {
  await prepareBrowser()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://site.test')
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    // how long a page was open is told after a second, on a slow machine within a test
    if (init?.body && path !== '/api/cdp') sent.push({ path, body: JSON.parse(String(init.body)) })
    return Response.json({ topics: [] })
  })
  return sent
}

/** Loads the shell's later parts once for the file: afterwards they are drawn at once. */
export async function preloadShell(): Promise<void> {
  await prepareShell()
  openShell(site({ user: ada }))
  await screen.findByRole('contentinfo')
  await waitFor(() => [menu('切换应用'), menu('林知远的账号菜单')])
  cleanup()
}

export function site(more: Partial<Session> = {}): Session {
  const guest = guestSession()
  return {
    ...guest,
    features: { ...guest.features, popupLogin: true, outsideWays: ['unityId'] },
    site: {
      ...guest.site,
      apps: {
        dashboard: 'https://dashboard.test/',
        assetStore: 'https://assets.test/',
        answers: 'https://answers.test/',
        forum: 'https://forum.test/',
      },
      filingRecords: [
        { text: 'Record one', url: 'https://one.test/' },
        { text: 'Record two', url: 'https://two.test/' },
        { text: 'Record three', url: 'https://three.test/' },
        { text: 'Record four', url: null },
      ],
    },
    ...more,
  }
}

export function openShell(session: Session = site(), at = '/', routes: RouteObject[] = []) {
  const { router, page } = shellAt(at, <main id="main">This page</main>, session, routes)
  return { router, ...render(page) }
}

/** A page in the shell, not drawn yet. */
export function shellAt(at: string, main: ReactNode, session: Session = site(), routes: RouteObject[] = []) {
  const frame = (page: ReactNode) => (
    <MessagesProvider locale="zh_CN">
      <SessionProvider session={session}>
        <Shell>{page}</Shell>
      </SessionProvider>
    </MessagesProvider>
  )
  const router = createMemoryRouter(
    [
      ...(routes.map((route) => ({
        ...route,
        ...(route.element && { element: frame(route.element) }),
      })) as RouteObject[]),
      { path: '*', element: frame(main) },
    ],
    { initialEntries: [at] },
  )
  return { router, page: <RouterProvider router={router} /> }
}

export const header = () => screen.getByRole('banner')
export const footer = () => screen.getByRole('contentinfo')
export const hidden = { hidden: true }
/** A closed popover: it is in the page, but has no name in the accessibility tree before it opens. */
export function menu(label: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[popover="auto"][role="menu"][aria-label="${label}"]`)
  if (!found) throw new Error(`There is no menu ${label}`)
  return found
}
export const linkNames = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link', hidden)
    .map((link) => link.textContent)
