// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { PageLink } from '#ui/link.tsx'
import { askedIn, KeepsAskedLocale, keepAskedLocale } from './asked-locale.tsx'

function openAt(address: string) {
  const [pathname = '', search = ''] = address.split(/(?=\?)/)
  const page = (
    <KeepsAskedLocale>
      <PageLink to="/free?page=1#end">free</PageLink>
      <PageLink to="https://else.example/">else</PageLink>
    </KeepsAskedLocale>
  )
  const router = createMemoryRouter(
    [{ path: '*', element: page, loader: () => null, middleware: [keepAskedLocale(askedIn({ pathname, search }))] }],
    { initialEntries: [address], hydrationData: { loaderData: { 0: null } } },
  )
  render(<RouterProvider router={router} />)
  return router
}

test('links of a page that was asked for in a language ask for it too, wherever one goes from there', async () => {
  const router = openAt('/faq?language=ko_KR')
  const link = await screen.findByRole('link', { name: 'free' })
  expect(link.getAttribute('href')).toBe('/free?page=1&language=ko_KR#end')
  expect(screen.getByRole('link', { name: 'else' }).getAttribute('href')).toBe('https://else.example/')
  await userEvent.setup().click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/free'))
  expect(link.getAttribute('href')).toContain('language=ko_KR')
  // what moves on without a link
  await router.navigate('/tutorial/x?language=en')
  expect(router.state.location.search).toBe('?language=ko_KR')
})

test('a page in the language that was chosen leaves links as they are', async () => {
  const router = openAt('/tutorial/x?language=en')
  expect((await screen.findByRole('link', { name: 'free' })).getAttribute('href')).toBe('/free?page=1#end')
  await router.navigate('/faq')
  expect(router.state.location.search).toBe('')
})
