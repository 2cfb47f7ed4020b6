import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useSession } from '#kit/session.tsx'

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

const longestMs = 3_000

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, longestMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: longestMs })
  return () => cancelIdleCallback(handle)
}
