import { useEffect } from 'react'

/** The browser asks before it closes, reloads or leaves the page while something on it would be lost. */
export function useHeldTab(isUnsafe: boolean, onHold?: () => void): void {
  useEffect(() => {
    if (!isUnsafe) return
    const hold = (event: BeforeUnloadEvent) => {
      onHold?.()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isUnsafe, onHold])
}
