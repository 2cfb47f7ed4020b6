import { useEffect, useState } from 'react'

const countdownRules = {
  tickMs: 1_000,
  /** An open page moves on when time runs out; a visit later than this finds the page as it is. */
  redirectWithinMs: 3_000,
} as const

export interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
  isOver: boolean
}

/** Calls `onEnd` once when time runs out, or when it ran out no longer ago than the rules say. */
export function useCountdown(endTime: string, onEnd: () => void): TimeLeft {
  const endMs = Date.parse(endTime)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    let isDone = false
    const tick = () => {
      const now = Date.now()
      setNowMs(now)
      if (isDone || now < endMs) return
      isDone = true
      clearInterval(timer)
      if (now - endMs <= countdownRules.redirectWithinMs) onEnd()
    }
    const timer = setInterval(tick, countdownRules.tickMs)
    tick()
    return () => clearInterval(timer)
  }, [endMs, onEnd])
  return timeLeft(endMs, nowMs)
}

function timeLeft(endMs: number, nowMs: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil((endMs - nowMs) / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    isOver: seconds === 0,
  }
}
