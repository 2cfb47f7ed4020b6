import { useEffect, useState } from 'react'

/**
 * Seconds that are left of what the server said was left when the page was made. Counted against the clock and not by
 * ticks, so that a tab that slept shows the right time. `onEnd` is called once, when nothing is left.
 */
export function useLeftSeconds(given: number | null, onEnd: () => void): number | null {
  const [left, setLeft] = useState(given)

  useEffect(() => {
    setLeft(given)
    if (given === null || given <= 0) return
    const end = Date.now() + given * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }, 1000)
    return () => clearInterval(timer)
  }, [given, onEnd])

  return left
}
