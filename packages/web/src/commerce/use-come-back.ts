import { useEffect, useEffectEvent, useRef } from 'react'
import { focusThatCame } from '#kit/focus-that-came.ts'

/**
 * After a form came back: its refusal is brought into view, and where the pressed button is gone, as an order is asked its
 * receipt once, the focus goes to what `find` gives.
 */
export function useComeBack(answer: unknown, find: () => HTMLElement | null): void {
  const known = useRef(answer)
  const comeBack = useEffectEvent(() => {
    document.querySelector('main [role="alert"]')?.scrollIntoView?.({ block: 'nearest' })
    focusThatCame(find())
  })
  useEffect(() => {
    if (answer !== known.current) comeBack()
    known.current = answer
  }, [answer])
}
