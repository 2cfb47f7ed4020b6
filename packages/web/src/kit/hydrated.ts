import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the markup of the server and true once script runs: for controls that must also work without it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
