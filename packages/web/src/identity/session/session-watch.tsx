import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useSession } from '#kit/session.tsx'
import { whenIdle } from '#kit/when-idle.ts'

const LiveLogin = lazyPart(() => import('./live-login.tsx'))

/** Watches over the login of this page once the page itself is done; for guests there is nothing to watch. */
export function SessionWatch() {
  const { login, ended } = useSession()
  const [idle, setIdle] = useState(false)
  const isWatched = login !== null || ended !== null
  useEffect(() => (isWatched ? whenIdle(() => setIdle(true)) : undefined), [isWatched])
  if (!idle) return null
  return (
    <Suspense>
      <LiveLogin />
    </Suspense>
  )
}
