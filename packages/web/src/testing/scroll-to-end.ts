import { vi } from 'vitest'

/** Plays the end of a list coming into sight, on the test's command. */
export function scrolling(): { toEnd(): void } {
  const nowhere = () => undefined
  const scroll: { toEnd(): void } = { toEnd: nowhere }
  class FakeObserver {
    constructor(seen: IntersectionObserverCallback) {
      scroll.toEnd = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
    }
    observe() {}
    disconnect() {
      scroll.toEnd = nowhere
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  return scroll
}
