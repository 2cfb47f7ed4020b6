import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import type { FollowClassProps } from './follow-class.tsx'

const FollowClass = lazyPart(() => import('./follow-class.tsx'))

/** For members of organisations alone, as only they are in classes; nothing for all others. */
export function ClassFollower(props: FollowClassProps) {
  const { user, memberships } = useSessionInActs()
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (!isAlive || !user || memberships.length === 0) return null
  return (
    <Suspense>
      <FollowClass {...props} />
    </Suspense>
  )
}
