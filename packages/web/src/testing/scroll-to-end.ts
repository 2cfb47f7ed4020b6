import { vi } from 'vitest'

/** Whatever waits for the end of a list to come into sight hears of it when the test says so. */
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
