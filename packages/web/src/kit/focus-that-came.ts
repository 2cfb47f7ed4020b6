import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'

/**
 * Moves the focus to what has taken the place of what was pressed, when that is gone with it. Whoever has gone on
 * elsewhere keeps their place.
 */
export function focusThatCame(came: HTMLElement | null | undefined): void {
  const isNowhere = document.activeElement === null || document.activeElement === document.body
  if (isNowhere) came?.focus({ preventScroll: true })
}

/** The same for a part of the page that comes after a press; with the page itself nothing is moved. */
export function useFocusThatCame(find: () => HTMLElement | null): void {
  const isHydrated = useHydrated()
  const [cameLater] = useState(isHydrated)
  const came = useRef(find)
  useEffect(() => {
    if (cameLater) focusThatCame(came.current())
  }, [cameLater])
}
