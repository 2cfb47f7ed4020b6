import { useLocation } from 'react-router'
import { useHydrated } from '#kit/hydrated.ts'

/**
 * The address of the page, with its fragment, for links that lead away and back again. No server is told a fragment:
 * it is there as soon as script runs.
 */
export function useAddress(): string {
  const { pathname, search, hash } = useLocation()
  const hydrated = useHydrated()
  return `${pathname}${search}${hydrated ? hash : ''}`
}
