import { type RefObject, useEffect, useRef } from 'react'

/** Calls when the focus goes out of the element, not when it moves about inside. */
export function useLeaving<Box extends HTMLElement>(onLeave: (() => void) | undefined): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const latest = useRef(onLeave)
  latest.current = onLeave
  useEffect(() => {
    const element = box.current
    if (!element) return
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) latest.current?.()
    }
    element.addEventListener('focusout', leave)
    return () => element.removeEventListener('focusout', leave)
  }, [])
  return box
}
