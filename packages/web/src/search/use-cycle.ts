import { type KeyboardEvent, useState } from 'react'
import { inputMethodKey } from '#ui/input-method.ts'

/**
 * Which option the arrow keys have come to: from the last one down is the first, from the first one up the last. Options
 * that come later move it, and do not take its place.
 */
export function useCycle(options: readonly string[]) {
  const [marked, setMarked] = useState<string | null>(null)
  const at = marked === null ? -1 : options.indexOf(marked)
  const current = at < 0 ? null : at
  return {
    at: current,
    leave: () => setMarked(null),
    /** True when the key was an arrow that moved. */
    onArrow(event: KeyboardEvent): boolean {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const count = options.length
      if (step === 0 || count === 0 || event.keyCode === inputMethodKey) return false
      event.preventDefault()
      const next = current === null ? (step === 1 ? 0 : count - 1) : (current + step + count) % count
      setMarked(options[next] ?? null)
      return true
    },
  }
}
