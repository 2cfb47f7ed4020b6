import { useEffect, useRef, useState } from 'react'

type CountdownProps = {
  /** When it ends, in milliseconds. */
  until: number
  /** The clock: the server's time where the two differ. */
  now: () => number
  /** The rest as text; it gets whole seconds as milliseconds, never below zero. */
  text: (msLeft: number) => string
  onEnd?: () => void
  className?: string
}

/** Text that counts down by a given clock. */
export function Countdown({ until, now, text, onEnd, className }: CountdownProps) {
  const msLeft = useCountdown({ until, now, onEnd })
  return (
    <span className={className} role="timer">
      {text(msLeft)}
    </span>
  )
}

/** The milliseconds left in whole seconds, for a button that waits. */
function useCountdown({ until, now, onEnd }: Pick<CountdownProps, 'until' | 'now' | 'onEnd'>): number {
  const [msLeft, setMsLeft] = useState(() => wholeSeconds(until - now()))
  const latest = useRef({ now, onEnd })
  useEffect(() => {
    latest.current = { now, onEnd }
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const rest = until - latest.current.now()
      setMsLeft(wholeSeconds(rest))
      if (rest <= 0) return latest.current.onEnd?.()
      // To the edge of the next second, so that a slow tab does not drift.
      timer = setTimeout(tick, rest % 1000 || 1000)
    }
    if (until > latest.current.now()) tick()
    else setMsLeft(0)
    return () => clearTimeout(timer)
  }, [until])
  return msLeft
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000)) * 1000
}
