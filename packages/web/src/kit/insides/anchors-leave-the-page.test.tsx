// @vitest-environment jsdom
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { type DataRouter, useLocation } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { expect, test, vi } from 'vitest'
import { AnchorsLeaveThePage } from './anchors-leave-the-page.tsx'

const drawn = vi.fn()

const Words = () => <h2 id="rights">你的权利</h2>

function pageOf(Part: ComponentType) {
  return function Page() {
    useEffect(drawn, [])
    return (
      <main>
        <AnchorsLeaveThePage />
        <Suspense>
          <Part />
        </Suspense>
      </main>
    )
  }
}

/** What the server leaves in a page for the router, here with one route that loads nothing. */
function leaveForRouter(Page: ComponentType) {
  const route = {
    id: 'root',
    path: '',
    hasLoader: false,
    hasAction: false,
    hasErrorBoundary: false,
    module: '/root.js',
  }
  const stream = new Response('[{"_1":2},"loaderData",{}]\n').body
  const routeDiscovery = { mode: 'initial' }
  Object.assign(window, {
    __reactRouterContext: { basename: '/', future: {}, ssr: true, isSpaMode: false, routeDiscovery, stream },
    __reactRouterManifest: {
      version: '1',
      url: '/all.js',
      entry: { module: '/entry.js', imports: [] },
      routes: { root: route },
    },
    __reactRouterRouteModules: { root: { default: Page } },
  })
}

/** It leaves itself there. */
function routerOfPage(): DataRouter {
  return Reflect.get(window, '__reactRouterDataRouter')
}

test('an anchor that is pressed leaves what waits for its script in its place', async () => {
  const holder = document.createElement('div')
  const Written = pageOf(Words)
  const { prelude } = await prerender(<Written />)
  holder.innerHTML = await new Response(prelude).text()
  document.body.append(holder)
  const heading = holder.querySelector('h2')

  const alive = vi.fn()
  const script = Promise.withResolvers<{ default: ComponentType }>()
  leaveForRouter(pageOf(lazy(() => script.promise)))
  const root = hydrateRoot(holder, <HydratedRouter />)
  await expect.poll(() => drawn).toHaveBeenCalled()
  const during = vi.fn()
  routerOfPage().subscribe(() => during(window.event?.type))
  window.location.hash = '#rights'
  await expect.poll(() => during).toHaveBeenCalled()
  // what is drawn while the browser says `popstate` waits for nothing
  expect(during).not.toHaveBeenCalledWith('popstate')
  script.resolve({
    default: () => {
      const { hash } = useLocation()
      useEffect(() => alive(hash), [hash])
      return <Words />
    },
  })
  await expect.poll(() => alive).toHaveBeenLastCalledWith('#rights')
  expect(heading?.textContent).toBe('你的权利')
  expect(holder.querySelector('h2')).toBe(heading)
  root.unmount()
})
