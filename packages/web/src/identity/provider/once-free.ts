import { useEffect, useState, useSyncExternalStore } from 'react'
import { onDialogStack, topDialog } from '#ui/dialog-stack.ts'

/** False while a dialog is open; once none is, true for good: what waited may open one itself. */
export function useOnceFree(): boolean {
  const free = useSyncExternalStore(
    onDialogStack,
    () => topDialog() === null,
    () => false,
  )
  const [wasFree, setWasFree] = useState(false)
  useEffect(() => {
    if (free) setWasFree(true)
  }, [free])
  return wasFree
}
