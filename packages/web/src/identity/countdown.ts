import { useEffect, useReducer } from 'react'

/** Seconds left until the moment, 0 when it has passed or there is none. Counts by the clock, so a sleeping tab is right. */
export function useCountdown(untilMs: number | null): number {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  const left = secondsLeft(untilMs, Date.now())
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [running])
  return left
}

function secondsLeft(untilMs: number | null, nowMs: number): number {
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
}
