import { useSyncExternalStore } from 'react'

/** After this long a request is worth a word: the person should not press again or leave. */
const longWaitingMs = 5_000

let slowRequests = 0
const listeners = new Set<() => void>()

/** Passes the work on; while it takes long, `useStillWorking` says so. */
export function whileWaiting<T>(work: Promise<T>): Promise<T> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    count(1)
  }, longWaitingMs)
  return work.finally(() => {
    clearTimeout(timer)
    if (isSlow) count(-1)
  })
}

export function useStillWorking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => slowRequests > 0,
    () => false,
  )
}

function count(change: 1 | -1) {
  slowRequests += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
