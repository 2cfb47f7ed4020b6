import { mayCount, preferenceCookie } from '@lantern/contract/analytics/engagement-rules.ts'
import type { sendEvents } from '@lantern/contract/analytics/events.ts'
import { ApiError, call, sendOnLeave } from '#kit/call.ts'
import { readCookie } from '#kit/device-cookie.ts'
import { ActiveTime, type Place } from './active-time.ts'
import { createEventQueue, type EngagementEvent } from './event-queue.ts'
import { PageSession } from './page-session.ts'

// Listens in each page of the browser. It is loaded after the page, so a page or place comes with the time of
// `performance.now()` at which it was shown.

const route = 'POST /api/cdp'

const queue = createEventQueue({
  async send(body) {
    try {
      await call<typeof sendEvents>(route, { body })
    } catch (error) {
      // a refused batch is refused the next time too: only a lost network is worth another try
      if (error instanceof ApiError && error.status !== 503) return
      throw error
    }
  },
  sendOnLeave: (body) => sendOnLeave<typeof sendEvents>(route, body),
  mayCount: () => mayCount(readCookie(document.cookie, preferenceCookie)),
})

const time = new ActiveTime({ isVisible: document.visibilityState === 'visible', now: performance.now() })
const session = new PageSession(queue.add)
const takeEveryMs = 5_000

let isTimed = false

export function record(event: EngagementEvent): void {
  queue.add(event)
}

export function viewPage(path: string, since: number): void {
  session.view(path, since)
}

/** The step that a signed-in person reads from `since` on; for guests no time is kept. */
export function setPlace(place: Place | null, since: number): void {
  isTimed ||= place !== null
  time.setPlace(place, since)
}

function takeTime(): void {
  if (isTimed) for (const event of time.take(performance.now())) queue.add(event)
}

const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'wheel', 'touchstart', 'timeupdate']

function listen(): void {
  let lastSign = 0
  const sign = () => {
    const now = performance.now()
    // a pointer that moves gives a hundred signs a second
    if (now - lastSign < 1_000) return
    lastSign = now
    time.sign(now)
    session.sign(now)
  }
  for (const name of signs) window.addEventListener(name, sign, { passive: true, capture: true })
  document.addEventListener('click', ({ target }) => {
    const tagged = target instanceof Element ? target.closest<HTMLElement>('[data-conversion]') : null
    if (tagged) queue.add(conversionOf(tagged.dataset.conversion ?? '', window.location.pathname))
  })
  document.addEventListener('visibilitychange', () => {
    time.setVisible(document.visibilityState === 'visible', performance.now())
    if (document.visibilityState === 'visible') return
    // the last moment that a phone is sure to give
    takeTime()
    queue.leave()
  })
  window.addEventListener('pagehide', () => {
    session.leave(performance.now())
    takeTime()
    queue.leave()
  })
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && viewPage(window.location.pathname, performance.now()),
  )
  setInterval(takeTime, takeEveryMs)
}

/** A press of something that carries a conversion tag. */
function conversionOf(name: string, path: string): EngagementEvent {
  return { type: 'conversion', eventType: name, data: { path } }
}

listen()
