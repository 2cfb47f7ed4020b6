import { vi } from 'vitest'

/** The page of this test is at rest at once. jsdom cannot tell, and without that a page waits for three seconds. */
export function restAtOnce(): void {
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
}
