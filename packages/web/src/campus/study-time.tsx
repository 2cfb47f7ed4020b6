import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useSessionInActs } from '#kit/session.tsx'

const StudyClock = lazyPart(() => import('./study-clock.ts'))

/** Counts study time of what a class was assigned: for members of organisations alone, and nothing is shown. */
export function StudyTime({ itemId }: { itemId: string }) {
  const { user, memberships } = useSessionInActs()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (!isAlive || !user || memberships.length === 0) return null
  return (
    <Suspense>
      <StudyClock key={itemId} itemId={itemId} />
    </Suspense>
  )
}
