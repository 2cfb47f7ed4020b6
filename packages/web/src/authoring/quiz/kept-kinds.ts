import { useRef } from 'react'

/**
 * What was written under each kind that was chosen before. The arrow keys walk through the kinds, so a kind that is
 * chosen back has its answers again.
 */
export function useKeptKinds<Thing extends { kind: string }>(): (
  left: Thing | undefined,
  chosen: string,
) => Thing | undefined {
  const kept = useRef(new Map<string, Thing>())
  return (left, chosen) => {
    if (left) kept.current.set(left.kind, left)
    return kept.current.get(chosen)
  }
}
