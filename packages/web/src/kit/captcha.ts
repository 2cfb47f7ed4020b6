import { useSyncExternalStore } from 'react'

let working = 0
const listeners = new Set<() => void>()

/** Makes the proof of work that the server asks for, or null where this browser cannot. */
export async function solveCaptcha(): Promise<string | null> {
  count(1)
  try {
    const { proveWork } = await import('#kit/captcha-solver.ts')
    return await proveWork()
  } catch {
    // no worker, no secure context, no network: the call stays refused, and that is said
    return null
  } finally {
    count(-1)
  }
}

/** True while a proof is being made: a form says so, because it takes a moment. */
export function useSolvingCaptcha(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => working > 0,
    () => false,
  )
}

function count(change: 1 | -1) {
  working += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
