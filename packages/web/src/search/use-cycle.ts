import { type KeyboardEvent, useState } from 'react'

/** Which option the arrow keys have come to: from the last one down is the first, from the first one up the last. */
export function useCycle(count: number) {
  const [at, setAt] = useState<number | null>(null)
  const current = at !== null && at < count ? at : null
  return {
    at: current,
    leave: () => setAt(null),
    /** True when the key was an arrow that moved. */
    onArrow(event: KeyboardEvent): boolean {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || count === 0 || event.nativeEvent.isComposing) return false
      event.preventDefault()
      setAt(current === null ? (step === 1 ? 0 : count - 1) : (current + step + count) % count)
      return true
    },
  }
}
