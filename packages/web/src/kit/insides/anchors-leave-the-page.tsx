import { startTransition, use, useLayoutEffect } from 'react'
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * An anchor that is pressed leaves the page as it is, also those parts of it that still wait for their script. React
 * would empty them, because contexts around them change, unless that is a transition, which waits too. The router makes
 * one of what it shows, with two exceptions that are mended here:
 * - its outermost component, `HydratedRouter`, keeps the address a second time, outside of the transition;
 * - what begins while the browser says `popstate`, as it does for anchors, is drawn by React at once.
 * Another page is drawn as before: it must not wait for parts that it has in common with this one.
 *
 * Written for react-router 8.4.0, whose router it takes from an `UNSAFE_` context and whose `subscribe` it wraps: no
 * public option draws that second address in a transition (`useTransitions` leaves it out).
 */
export function AnchorsLeaveThePage() {
  const router = use(DataRouterContext)?.router
  // before the effects of all that lies around it, so before anybody listens to the router
  useLayoutEffect(() => (router ? tellCalmly(router) : undefined), [router])
  return null
}

function tellCalmly(router: DataRouter): () => void {
  const { subscribe } = router
  let held: (() => void)[] | undefined
  const afterThePress = (tell: () => void) => {
    if (held) return held.push(tell)
    if (window.event?.type !== 'popstate') return tell()
    const waiting = [tell]
    held = waiting
    setTimeout(() => {
      held = undefined
      for (const tellIt of waiting) tellIt()
    })
  }
  router.subscribe = (listener) => {
    let { location: last } = router.state
    return subscribe((state, news) => {
      const isSamePage = state.location.pathname === last.pathname && state.location.search === last.search
      last = state.location
      afterThePress(() => (isSamePage ? startTransition(() => listener(state, news)) : listener(state, news)))
    })
  }
  return () => {
    router.subscribe = subscribe
  }
}
