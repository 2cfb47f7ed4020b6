import { useRef, useState } from 'react'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'

interface KeptChoice<T> {
  /** The choice in flight; null when none is. */
  wanted: T | null
  choose(chosen: T): Promise<void>
}

/** A choice that the server keeps: shown at once, sent one after the other, and done with when the last one is kept. */
export function useKeptChoice<T>(send: (chosen: T) => Promise<unknown>, onKept: (chosen: T) => void): KeptChoice<T> {
  const t = useMessages()
  const [wanted, setWanted] = useState<T | null>(null)
  const latest = useRef<{ chosen: T } | null>(null)

  async function choose(chosen: T) {
    const isUnderWay = latest.current !== null
    let next = { chosen }
    latest.current = next
    setWanted(chosen)
    if (isUnderWay) return
    try {
      await send(next.chosen)
      while (latest.current !== next) {
        next = latest.current
        await send(next.chosen)
      }
      onKept(next.chosen)
    } catch (error) {
      setWanted(null)
      toastFailure(error, t)
    } finally {
      latest.current = null
    }
  }

  return { wanted, choose }
}
