import { useEffect, useRef, useState } from 'react'

let made = 0
export const freshKey = () => `entry-${made++}`

/** Entries have no ids: what is open and where one types goes with these while they are moved. */
export function useEntryKeys(count: number) {
  const [keys, setKeys] = useState<string[]>(() => Array.from({ length: count }, freshKey))
  const next = useRef<string[] | null>(null)
  // something else changed the list, as taking back does
  const fitting =
    keys.length === count ? keys : (next.current ?? Array.from({ length: count }, (_, at) => keys[at] ?? freshKey()))
  useEffect(() => {
    next.current = null
    if (fitting !== keys) setKeys(fitting)
  })
  return {
    keys: fitting,
    follow(changed: string[]) {
      next.current = changed
      setKeys(changed)
    },
  }
}
