import type { LiveDetails } from '@lantern/contract/catalog/items.ts'
import { useEffect, useState } from 'react'

export type LivePhase = 'coming' | 'live' | 'ended' | 'cancelled'

// the longest that a timer of a browser waits is some 24 days
const longestWaitMs = 86_400_000

/** `now` in milliseconds. */
export function livePhaseAt(live: LiveDetails, now: number): LivePhase {
  if (live.cancelled) return 'cancelled'
  if (Date.parse(live.startTime) > now) return 'coming'
  return Date.parse(live.endTime) > now ? 'live' : 'ended'
}

/**
 * Whether a session is on: `asRead`, as the server knew, until the page has come to life; then by the browser's clock, from
 * the second at which it changes.
 */
export function useLivePhase(live: LiveDetails | null, asRead: LivePhase | null): LivePhase | null {
  const [now, setNow] = useState<number | null>(null)
  const [start, end] = [live ? Date.parse(live.startTime) : 0, live ? Date.parse(live.endTime) : 0]
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const at = Date.now()
      setNow(at)
      const next = [start, end].filter((moment) => moment > at).map((moment) => moment - at)
      if (next.length > 0) timer = setTimeout(look, Math.min(longestWaitMs, ...next))
    }
    look()
    return () => clearTimeout(timer)
  }, [start, end])
  return live && now !== null ? livePhaseAt(live, now) : asRead
}
