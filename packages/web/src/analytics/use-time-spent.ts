import { useEffect } from 'react'
import { useSessionInActs } from '#kit/session.tsx'
import { withTracker } from './with-tracker.ts'

/** Counts a signed-in learner's active time at an item, by section. */
export function useTimeSpent(itemId: string, sectionId: string | null): void {
  const { user } = useSessionInActs()
  const isCounted = user !== null
  useEffect(() => {
    const since = performance.now()
    if (isCounted) withTracker(({ setPlace }) => setPlace({ itemId, sectionId: sectionId ?? '' }, since))
  }, [isCounted, itemId, sectionId])
  useEffect(() => {
    if (!isCounted) return
    return () => {
      const since = performance.now()
      withTracker(({ setPlace }) => setPlace(null, since))
    }
  }, [isCounted])
}
