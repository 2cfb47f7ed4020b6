import { useEffect, useEffectEvent, useRef } from 'react'
import { focusThatCame } from '#kit/focus-that-came.ts'

// of the form of the pressed button alone, since another one may show the faults of its last answer still; some browsers give
// a pressed button no focus
const fault = 'form:has(button:focus) [aria-invalid=true], body:not(:has(:focus)) [aria-invalid=true]'

/**
 * After a form came back: its refusal is brought into view, the focus goes from its button to the first field with a fault,
 * and where the pressed button is gone, as an order is asked its receipt once, to what `find` gives.
 */
export function useComeBack(answer: unknown, find: () => HTMLElement | null): void {
  const known = useRef(answer)
  const comeBack = useEffectEvent(() => {
    document.querySelector('main [role=alert]')?.scrollIntoView?.({ block: 'nearest' })
    document.querySelector<HTMLElement>(fault)?.focus()
    focusThatCame(find())
  })
  useEffect(() => {
    if (answer !== known.current) comeBack()
    known.current = answer
  }, [answer])
}
