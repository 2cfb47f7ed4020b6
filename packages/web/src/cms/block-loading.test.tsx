// @vitest-environment jsdom
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { act, type Context, createContext, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { loadBlocks } from './block-loading.ts'
import { PageBlocks } from './page-blocks.tsx'
import { block } from './testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function open(kind: string, fields: Record<string, unknown>) {
  show(<PageBlocks blocks={readBlocks([block(kind, fields)]).blocks} />)
}

test('a block comes with its script; once all of them are loaded a page is whole when it is first drawn', async () => {
  open('callout', { title: '报名到四月底' })
  expect(screen.queryByText('报名到四月底')).toBeNull()
  expect(await screen.findByText('报名到四月底')).toBeTruthy()
  cleanup()
  await loadBlocks()
  open('callout', { title: '报名到五月底' })
  expect(screen.getByText('报名到五月底')).toBeTruthy()
})

/** The modules as a process or a browser has them when it starts. */
async function afresh() {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { waitForPerson } = await import('#kit/later.tsx')
  return { ...(await import('./page-blocks.tsx')), ...(await import('./block-loading.ts')), waitForPerson }
}

test('what the server wrote is taken over, whether the script of the blocks was there before or comes later', async () => {
  const { blocks } = readBlocks([block('container', {}, [block('heading', { value: '春天' })]), block('rule')])
  const server = await afresh()
  const { prelude } = await prerender(<server.PageBlocks blocks={blocks} />)
  const html = await new Response(prelude).text()
  for (const isThere of [true, false]) {
    const browser = await afresh()
    if (isThere) await browser.loadBlocks()
    const holder = document.createElement('div')
    holder.innerHTML = html
    const [heading, rule] = [holder.querySelector('h2'), holder.querySelector('hr')]
    const faults: unknown[] = []
    const onRecoverableError = (fault: unknown) => faults.push(fault)
    const page = <browser.PageBlocks blocks={blocks} />
    const root = await act(() => hydrateRoot(holder, page, { onRecoverableError }))
    await act(() => browser.loadBlocks())
    expect([isThere, heading?.textContent, faults]).toEqual([isThere, '春天', []])
    expect([holder.querySelector('h2'), holder.querySelector('hr')]).toEqual([heading, rule])
    await act(() => root.unmount())
  }
})

interface RoutedProps {
  /** One for each renderer: React lets no two use the same. */
  where: Context<string>
  /** Is given what changes the address. */
  start: (go: (where: string) => void) => void
  /** Looks for the place when the page was drawn for a new address. */
  look: (where: string) => void
  children: ReactNode
}

/** As the router does: everything hears of a new address. */
function Routed({ where: Where, start, look, children }: RoutedProps) {
  const [where, setWhere] = useState('')
  useLayoutEffect(() => look(where), [look, where])
  start((next) => startTransition(() => setWhere(next)))
  return <Where value={where}>{children}</Where>
}

test('a place that the address changes to is there when the page is drawn anew for it, also inside of other blocks', async () => {
  const { blocks } = readBlocks([block('container', {}, [block('heading', { value: '春天', id: 'spring' })])])
  const holder = document.createElement('div')
  const seen: unknown[] = []
  const look = (where: string) => {
    seen.push([where, holder.querySelector('#spring') !== null])
  }
  let go: (where: string) => void = () => undefined
  const start: RoutedProps['start'] = (to) => {
    go = to
  }
  const routed = (shown: ReactNode) => (
    <Routed where={createContext('')} start={start} look={look}>
      {shown}
    </Routed>
  )
  const server = await afresh()
  const { prelude } = await prerender(routed(<server.PageBlocks blocks={blocks} />))
  holder.innerHTML = await new Response(prelude).text()
  const browser = await afresh()
  // a page of the server: its parts wait for a sign of a person, and then for their turn
  browser.waitForPerson()
  const root = await act(() => hydrateRoot(holder, routed(<browser.PageBlocks blocks={blocks} />)))
  act(() => go('#spring'))
  expect(holder.querySelector('#spring')).not.toBeNull()
  window.dispatchEvent(new Event('pointerdown'))
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(seen).toEqual([
    ['', true],
    ['#spring', true],
  ])
  await act(() => root.unmount())
})
