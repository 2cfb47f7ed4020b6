import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { withTracker } from './with-tracker.ts'

/** Counts the pages that are looked at; shows nothing. */
export function CountedPages() {
  const { pathname } = useLocation()
  useEffect(() => {
    const since = performance.now()
    withTracker(({ viewPage }) => viewPage(pathname, since))
  }, [pathname])
  return null
}
