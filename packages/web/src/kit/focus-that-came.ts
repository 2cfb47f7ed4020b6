import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'

/**
 * Moves the focus to the part that replaced a pressed button, when the focus was lost with the button. A visitor who
 * has gone on elsewhere keeps their place.
 */
export function focusThatCame(came: HTMLElement | null | undefined): void {
  const isNowhere = document.activeElement === null || document.activeElement === document.body
  if (isNowhere) came?.focus({ preventScroll: true })
}

/** The same for a part that is drawn after a press; a part that came with the page takes no focus. */
export function useFocusThatCame(find: () => HTMLElement | null): void {
  const isHydrated = useHydrated()
  const [cameLater] = useState(isHydrated)
  const came = useRef(find)
  useEffect(() => {
    if (cameLater) focusThatCame(came.current())
  }, [cameLater])
}

/**
 * The same where something is taken away, and the pressed button with it. `left`: how much is there still; `find`: what
 * stands around it.
 */
export function useFocusThatStayed(left: number, find: () => HTMLElement | null): void {
  const known = useRef(left)
  const focus = useEffectEvent(() => focusThatCame(find()))
  useEffect(() => {
    if (left < known.current) focus()
    known.current = left
  }, [left])
}
