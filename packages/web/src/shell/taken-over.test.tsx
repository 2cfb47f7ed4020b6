// @vitest-environment jsdom
import { within } from '@testing-library/react'
import { act, lazy, type ReactNode, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { useStartSignIn } from '#kit/require-login.tsx'
import { prepareShell, shellAt } from './testing/open-shell.tsx'

beforeEach(async () => {
  await prepareShell()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

function Text() {
  useStartSignIn()
  return <p>正文</p>
}

const Awaited = lazy(() => new Promise<{ default: typeof Text }>(() => undefined))

// A context of the shell that changes during hydration makes React render again every Suspense boundary that reads it,
// and one whose script is not loaded yet becomes its empty fallback.
test('what the server has drawn stays while the script of that part is awaited', async () => {
  const page = (part: ReactNode) => shellAt('/faq#part', <Suspense>{part}</Suspense>).page
  const holder = document.body.appendChild(document.createElement('div'))
  holder.innerHTML = renderToString(page(<Text />))
  const text = within(holder).getByText('正文')
  const root = await act(() => hydrateRoot(holder, page(<Awaited />), { onRecoverableError: () => undefined }))
  expect(holder.contains(text)).toBe(true)
  await act(() => root.unmount())
  holder.remove()
})
