import { readingMs } from '@lantern/contract/analytics/engagement-rules.ts'
import { studyBeatMs } from '@lantern/contract/campus/study-rules.ts'
import type { beatStudy } from '@lantern/contract/campus/study-time.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { useEffect } from 'react'
import { ApiError, call, sendOnLeave } from '#kit/call.ts'
import { logFailure } from '#kit/log-failure.ts'

const route = 'POST /api/campus/study/beat'
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'wheel', 'touchstart', 'timeupdate']

type Watched = NonNullable<BodyOf<typeof beatStudy>['watched']>

/** Tells the site every half a minute that somebody studies on this page. The site measures the time between. */
export default function StudyClock({ itemId }: { itemId: string }): null {
  useEffect(() => startClock(itemId), [itemId])
  return null
}

/** Answers what ends it. */
function startClock(itemId: string): () => void {
  const films = new Map<string, Watched[number]['parts']>()
  let token: string | null = null
  let lastSign = performance.now()
  /** Nobody was here since the token was given. */
  let isPaused = false
  let isAsking = false
  let isOver = false

  const isHere = () => document.visibilityState === 'visible' && performance.now() - lastSign < readingMs
  const told = () => {
    const watched = [...films].map(([videoId, parts]) => ({ videoId, parts }))
    return { itemId, token, ...(isPaused && { paused: true }), ...(watched.length > 0 && { watched }) }
  }

  async function beat() {
    if (isAsking || isOver) return
    isAsking = true
    try {
      const answer = await call<typeof beatStudy>(route, { body: told() })
      token = answer.token
      isPaused = false
      isOver ||= token === null
    } catch (error) {
      // without a network the time is lost that the site cannot vouch for; what it refuses begins anew
      if (error instanceof ApiError && error.status < 500) token = null
      logFailure('campus_progress', error)
    } finally {
      isAsking = false
    }
  }

  function tick() {
    if (isHere()) void beat()
    else isPaused = true
  }

  function sign({ type, target }: Event) {
    lastSign = performance.now()
    if (type === 'timeupdate' && target instanceof HTMLVideoElement) keepFilm(films, target)
    if (isPaused && isHere()) void beat()
  }

  function onVisibility() {
    if (document.visibilityState === 'visible') return sign(new Event('visible'))
    // the last moment that a phone is sure to give; what comes of it is not heard
    if (token !== null && !isPaused && !isOver) sendOnLeave<typeof beatStudy>(route, told())
    isPaused = true
  }

  const timer = setInterval(tick, studyBeatMs)
  for (const name of signs) window.addEventListener(name, sign, { passive: true, capture: true })
  document.addEventListener('visibilitychange', onVisibility)
  tick()
  return () => {
    clearInterval(timer)
    for (const name of signs) window.removeEventListener(name, sign, { capture: true })
    document.removeEventListener('visibilitychange', onVisibility)
    if (token !== null && !isPaused && !isOver) sendOnLeave<typeof beatStudy>(route, told())
    isOver = true
  }
}

/** What was played, as the browser knows it: whoever seeks has played neither what lies between nor anything twice. */
function keepFilm(films: Map<string, Watched[number]['parts']>, video: HTMLVideoElement): void {
  const videoId = video.dataset.film
  if (videoId === undefined) return
  const { played } = video
  const parts = Array.from({ length: Math.min(played.length, 200) }, (_, at) => ({
    from: Math.floor(played.start(at)),
    to: Math.ceil(played.end(at)),
  }))
  films.set(videoId, parts)
}
