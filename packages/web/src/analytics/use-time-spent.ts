import { useEffect } from 'react'
import { useSessionInActs } from '#kit/session.tsx'
import { withTracker } from './with-tracker.ts'

/** Counts the active time of somebody signed in at an item, by section. */
export function useTimeSpent(itemId: string, sectionId: string | null): void {
  const { user } = useSessionInActs()
  const isCounted = user !== null
  useEffect(() => {
    if (isCounted) withTracker(({ setPlace }) => setPlace({ itemId, sectionId: sectionId ?? '' }))
  }, [isCounted, itemId, sectionId])
  useEffect(() => {
    if (isCounted) return () => withTracker(({ setPlace }) => setPlace(null))
  }, [isCounted])
}
