import { useEffect, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'

/**
 * Seconds that are left of what the server said was left when the page was made. Counted against the clock and not by
 * ticks, so that a tab that slept shows the right time. `onEnd` is called once, when nothing is left.
 */
export function useLeftSeconds(given: number | null, onEnd: () => void): number | null {
  const hydrated = useHydrated()
  const [inDocument] = useState(hydrated ? null : given)
  const [left, setLeft] = useState(given)

  useEffect(() => {
    setLeft(given)
    if (given === null || given <= 0) return
    const end = Date.now() + given * 1000 - (given === inDocument ? documentAgeMs() : 0)
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      onEnd()
    }, 1000)
    return () => clearInterval(timer)
  }, [given, inDocument, onEnd])

  return left
}

/** How long ago the page came: on a slow network its script comes seconds later, and the time ran from the first. */
function documentAgeMs(): number {
  const [page] = performance.getEntriesByType('navigation')
  return page && 'responseStart' in page ? performance.now() - Number(page.responseStart) : 0
}
