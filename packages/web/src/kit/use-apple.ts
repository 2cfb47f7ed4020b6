import { useHydrated } from './hydrated.ts'

/** Whether shortcuts are pressed with ⌘ and not with Ctrl; the server does not know it. */
export function useApple(): boolean {
  return useHydrated() && /Mac|iPhone|iPad/.test(navigator.platform)
}
